import { checkTaskEnd, type EndAction } from '../check-task-end.ts';
import type { DataCollector } from '../data-collector.ts';
import type { Step } from '../step.ts';
import { isQuoted } from './checklist.ts';
import { composeResult } from './compose-result.ts';
import type { Plan } from './plan.ts';
import { collectedData, type PlannerEnd, type PlannerRun } from './planner-run.ts';

/** Rounds in a row without a part to execute that end a task. */
export const maxIdleRounds = 3;

/**
 * Returns the end of the task when the plan says that it is over and a check agrees; else null, with what is wrong in the
 * refusals for the next round.
 *
 * @param sources texts that a quote may come from
 */
export async function endOfPlan(
  run: PlannerRun,
  recorder: Step,
  plan: Plan,
  sources: readonly string[],
): Promise<PlannerEnd | null> {
  if (plan.impossible) {
    const { reason, quote, category } = plan.impossible;
    if (!isQuoted(quote, sources) && run.idleRounds + 1 < maxIdleRounds) {
      run.refusals.push('That it is impossible needs words quoted from the page or from data.');
      return null;
    }
    const action = { action_type: 'terminate', reason, category, evidence: quote, error_code: null } as const;
    return checkEnd(run, recorder, action);
  }
  if (!plan.satisfied) {
    if (plan.next === null) run.refusals.push('The goal is not reached, and `next` names no part.');
    return null;
  }
  if (!(await composeMissingData(run))) return null;
  const summary = plan.summary ?? plan.thought;
  return checkEnd(run, recorder, { action_type: 'complete', reason: plan.thought, summary });
}

/** Composes the data that the task must return and that no part has collected; false when the findings do not hold it. */
async function composeMissingData(run: PlannerRun): Promise<boolean> {
  const { data } = run.task.spec;
  const isMissing = data?.schema && run.progress.collector.data === null && run.findings.data.size > 0;
  if (!isMissing) return true;
  const composed = await composeResult(run.task, run.findings, { ...data, schema: data.schema });
  if (composed.problem !== null) {
    run.refusals.push(composed.problem);
    return false;
  }
  run.composed = composed.data;
  return true;
}

async function checkEnd(run: PlannerRun, recorder: Step, action: EndAction): Promise<PlannerEnd | null> {
  const { collector, dialogs } = run.progress;
  const all: DataCollector = {
    get data() {
      return collectedData(run);
    },
    summary: () => collector.summary(),
    collect: (step, goal) => collector.collect(step, goal),
  };
  const evidence = { results: [...run.past], dialogs: dialogs.lines };
  const check = await checkTaskEnd(run.task, recorder, { action, order: 0 }, all, evidence);
  if ('refusal' in check) {
    run.refusals.push(`The goal is not reached: ${check.refusal}`);
    return null;
  }
  return { end: check.end, summary: action.action_type === 'complete' ? action.summary : null };
}
