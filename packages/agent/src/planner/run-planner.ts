import type { Json } from '@runwright/contract';
import { throwIfAborted } from '../abort.ts';
import { checkTaskEnd, type EndAction } from '../check-task-end.ts';
import type { DataCollector } from '../data-collector.ts';
import { endByCriteria } from '../end-by-criteria.ts';
import { endAtStepLimit, endStuckTask } from '../end-without-success.ts';
import { withErrorCode } from '../judge-failure.ts';
import { type Observation, observePage, saveObservation } from '../observe.ts';
import { outsideSteps, type Step } from '../step.ts';
import { runUntilPlan } from '../step-loop.ts';
import type { TaskContext } from '../task-context.ts';
import type { TaskResult } from '../task-output.ts';
import { type TaskProgress, withProgress } from '../task-progress.ts';
import type { FailedEnd } from '../task-spec.ts';
import { checkEvidence, isQuoted } from './checklist.ts';
import { composeResult } from './compose-result.ts';
import { combineData, createFindings, type Findings, findingsText } from './findings.ts';
import type { Plan, PlannedPart, Subgoal } from './plan.ts';
import { requestPlan } from './request-plan.ts';
import { runAct } from './run-act.ts';
import { runExtract } from './run-extract.ts';
import { runLoop } from './run-loop.ts';

/** Steps of one part, and of the whole goal before it is planned. */
const stepsPerPart = 10;
/** Share of the steps or of the rounds after which the planner must finish. */
const closingShare = 0.8;
/** Rounds in a row without a part to execute, and failed parts in a row, that end a task. */
const maxIdleRounds = 3;
const maxFailedParts = 4;

interface PlannerState {
  subgoals: readonly Subgoal[];
  /** Parts with their results, one line each. */
  readonly past: string[];
  refusals: string[];
  readonly findings: Findings;
  /** Data that was composed from the findings; undefined as long as nothing was. */
  composed: Json | undefined;
  steps: number;
  failedParts: number;
  idleRounds: number;
}

type LoopEnd = Pick<TaskResult, 'end' | 'summary'> & Partial<Pick<TaskResult, 'data'>>;

/**
 * Executes a task with a planner. The agent tries the whole goal first, because a short goal needs no plan. A goal that turns out
 * to be long is divided: in each round a model judges on the page which subgoals are done and chooses the next part, which
 * is executed as a subtask. Ends when the goal is reached and verified, is impossible, or a limit is reached.
 *
 * @throws RunwrightError `model_failed`, `browser_failed`, `canceled`
 */
export async function runPlanner(task: TaskContext): Promise<TaskResult> {
  return withProgress(task, async (progress) => {
    const state: PlannerState = {
      ...{ subgoals: [], past: [], refusals: [], findings: createFindings(), composed: undefined },
      ...{ steps: 0, failedParts: 0, idleRounds: 0 },
    };
    if (task.spec.planFirst) return runRounds(task, progress, state);
    const { end, summary, steps } = await runUntilPlan(task, progress, stepsPerPart);
    if (end.status !== 'handed-over') return { end, summary };
    state.steps = steps;
    // What is likely to fail again ends the task sooner.
    if (end.isStuck) state.failedParts = maxFailedParts / 2;
    state.past.push(...progress.history.lines, `before this plan: ${end.reason}`);
    return runRounds(task, progress, state);
  });
}

async function runRounds(task: TaskContext, progress: TaskProgress, state: PlannerState): Promise<LoopEnd> {
  for (let round = 0; ; round += 1) {
    throwIfAborted(task.context.signal);
    const recorder = outsideSteps(task.context);
    try {
      const end = await runRound(task, progress, state, recorder, round);
      if (end) return end;
    } finally {
      if (!task.context.signal.aborted) await recorder.end('completed');
    }
  }
}

async function runRound(
  task: TaskContext,
  progress: TaskProgress,
  state: PlannerState,
  recorder: Step,
  round: number,
): Promise<LoopEnd | null> {
  const { spec, context, session } = task;
  const criteriaEnd = round === 0 ? null : await endByCriteria(task, recorder);
  if (criteriaEnd) return { end: criteriaEnd, summary: null, data: dataOf(task, progress, state) };
  const observation = await observePage(session.page, context, {});
  saveObservation(recorder, observation);
  const left = { steps: spec.maxSteps - state.steps, rounds: spec.maxRounds - round };
  const findings = findingsText(state.findings, progress.collector.data);
  const plan = await requestPlan(task, recorder, observation, {
    ...{ subgoals: state.subgoals, past: state.past, refusals: state.refusals, findings, left },
    mustClose: state.steps >= closingShare * spec.maxSteps || round + 1 >= closingShare * spec.maxRounds,
  });
  const sources = [observation.view.text, observation.view.url, findings, ...state.past];
  const checked = checkEvidence(plan.subgoals, state.subgoals, sources);
  state.subgoals = checked.subgoals;
  state.refusals = [...checked.refused];

  const end = await endOfPlan(task, progress, state, { recorder, observation, plan, sources });
  if (end) return end;
  const isOver = left.steps <= 0 || left.rounds <= 1;
  if (isOver) return atLimit(task, progress, state, recorder, left.steps <= 0);
  if (plan.satisfied || plan.impossible || plan.next === null)
    return afterIdleRound(task, progress, state, recorder);
  state.idleRounds = 0;
  return runPart(task, progress, state, recorder, plan.next, left.steps);
}

interface Round {
  readonly recorder: Step;
  readonly observation: Observation;
  readonly plan: Plan;
  /** Texts that a quote may come from. */
  readonly sources: readonly string[];
}

/** Returns the end of the task when the plan says that it is over and a check agrees; else null, with a refusal for the next round. */
async function endOfPlan(
  task: TaskContext,
  progress: TaskProgress,
  state: PlannerState,
  { recorder, plan, sources }: Round,
): Promise<LoopEnd | null> {
  if (plan.impossible) {
    const { reason, quote, category } = plan.impossible;
    if (!isQuoted(quote, sources) && state.idleRounds + 1 < maxIdleRounds) {
      state.refusals.push('That it is impossible needs words quoted from the page or from a result.');
      return null;
    }
    return endWith(task, progress, state, recorder, {
      ...{ action_type: 'terminate', reason, category, evidence: quote, error_code: null },
    });
  }
  if (!plan.satisfied) {
    if (plan.next === null) state.refusals.push('The goal is not reached, and `next` names no part.');
    return null;
  }
  const { data } = task.spec;
  if (data?.schema && progress.collector.data === null && state.findings.data.size > 0) {
    const composed = await composeResult(task, recorder, state.findings, { ...data, schema: data.schema });
    if (composed.problem !== null) {
      state.refusals.push(composed.problem);
      return null;
    }
    state.composed = composed.data;
  }
  const summary = plan.summary ?? plan.thought;
  return endWith(task, progress, state, recorder, { action_type: 'complete', reason: plan.thought, summary });
}

async function endWith(
  task: TaskContext,
  progress: TaskProgress,
  state: PlannerState,
  recorder: Step,
  action: EndAction,
): Promise<LoopEnd | null> {
  const { collector, dialogs } = progress;
  const all: DataCollector = {
    get data() {
      return dataOf(task, progress, state);
    },
    summary: () => collector.summary(),
    collect: (step, goal) => collector.collect(step, goal),
  };
  const evidence = { results: [...state.past], dialogs: dialogs.lines };
  const check = await checkTaskEnd(task, recorder, { action, order: 0 }, all, evidence);
  if ('refusal' in check) {
    state.refusals.push(`The goal is not reached: ${check.refusal}`);
    return null;
  }
  const summary = action.action_type === 'complete' ? action.summary : null;
  return { end: check.end, summary, data: all.data };
}

/** Returns what was collected for the task; findings of other names only when the task names no data that it must return. */
function dataOf(
  { spec }: TaskContext,
  { collector }: TaskProgress,
  { composed, findings }: PlannerState,
): Json {
  if (collector.data !== null && spec.data) return collector.data;
  if (composed !== undefined) return composed;
  return spec.data ? collector.data : combineData(findings, collector.data);
}

async function runPart(
  task: TaskContext,
  progress: TaskProgress,
  state: PlannerState,
  recorder: Step,
  part: PlannedPart,
  stepsLeft: number,
): Promise<LoopEnd | null> {
  const { goal, criterion } = part;
  const maxSteps = Math.min(stepsPerPart, stepsLeft);
  const stepsBefore = progress.history.lines.length;
  let taskEnd: FailedEnd | null = null;
  let lines: readonly string[] = [];
  let result: { readonly failureReason: string | null; readonly output: Json; readonly steps: number };
  if (part.kind === 'extract') {
    const name = part.name ?? 'result';
    result = await runExtract(task, progress, state.findings, { goal, name, item: null });
  } else if (part.kind === 'act') {
    const done = await runAct(task, progress, { goal, criterion, maxSteps });
    ({ taskEnd } = done);
    lines = progress.history.lines.slice(stepsBefore);
    result = done;
  } else {
    const done = await runLoop(task, progress, state.findings, part, stepsLeft);
    ({ taskEnd, lines } = done);
    result = done;
  }
  state.steps += result.steps;
  state.failedParts = result.failureReason === null ? 0 : state.failedParts + 1;
  const outcome =
    result.failureReason === null ? `done ${JSON.stringify(result.output)}` : result.failureReason;
  state.past.push(...lines.map((line) => `  ${line}`), `${part.kind} ${JSON.stringify(goal)}: ${outcome}`);
  if (taskEnd) {
    const end = await withErrorCode(task, recorder, taskEnd);
    return { end, summary: null, data: dataOf(task, progress, state) };
  }
  if (state.failedParts < maxFailedParts) return null;
  const end = await endStuckTask(task, recorder, `${state.failedParts} parts in a row failed.`);
  return { end, summary: null, data: dataOf(task, progress, state) };
}

async function afterIdleRound(
  task: TaskContext,
  progress: TaskProgress,
  state: PlannerState,
  recorder: Step,
): Promise<LoopEnd | null> {
  state.idleRounds += 1;
  if (state.idleRounds < maxIdleRounds) return null;
  const end = await withErrorCode(task, recorder, {
    status: 'terminated',
    reason: `The planner found no way on: ${state.refusals.join(' ')}`,
    category: 'goal_unreachable',
    errorCode: null,
    confidence: null,
  });
  return { end, summary: null, data: dataOf(task, progress, state) };
}

async function atLimit(
  task: TaskContext,
  progress: TaskProgress,
  state: PlannerState,
  recorder: Step,
  isStepLimit: boolean,
): Promise<LoopEnd> {
  const { maxRounds } = task.spec;
  const end = isStepLimit
    ? await endAtStepLimit(task, recorder, state.past.slice(-5))
    : await withErrorCode(task, recorder, {
        ...({ status: 'failed', category: 'limit', errorCode: 'REACH_MAX_STEPS', confidence: null } as const),
        reason: `The goal was not reached within ${maxRounds} plans. Raise \`max_iterations\` or make the goal smaller.`,
      });
  return { end, summary: null, data: dataOf(task, progress, state) };
}
