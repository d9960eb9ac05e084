import { throwIfAborted } from '../abort.ts';
import { endByCriteria } from '../end-by-criteria.ts';
import { endAtStepLimit } from '../end-without-success.ts';
import { withErrorCode } from '../judge-failure.ts';
import { observePage, saveObservation } from '../observe.ts';
import { outsideSteps, type Step } from '../step.ts';
import { runUntilPlan } from '../step-loop.ts';
import type { TaskContext } from '../task-context.ts';
import type { TaskResult } from '../task-output.ts';
import { endAtCostLimit, withProgress } from '../task-progress.ts';
import { checkEvidence } from './checklist.ts';
import { endOfPlan, maxIdleRounds } from './end-of-plan.ts';
import { findingsText } from './findings.ts';
import {
  collectedData,
  createPlannerRun,
  endWithoutSummary,
  type PlannerEnd,
  type PlannerRun,
} from './planner-run.ts';
import { requestPlan } from './request-plan.ts';
import { maxFailedParts, runPart, stepsPerPart } from './run-part.ts';

/** Share of the steps or of the rounds after which the planner must finish. */
const closingShare = 0.8;

/**
 * Executes a task with a planner. The agent tries the whole goal first, because a short goal needs no plan. A goal that turns out
 * to be long is divided: in each round a model judges on the page which subgoals are done and chooses the next part, which
 * is executed as a subtask. Ends when the goal is reached and verified, is impossible, or a limit is reached.
 *
 * @throws RunwrightError `model_failed`, `browser_failed`, `canceled`
 */
export async function runPlanner(task: TaskContext): Promise<TaskResult> {
  return withProgress(task, async (progress) => {
    const run = createPlannerRun(task, progress);
    if (!task.spec.planFirst) {
      const { end, summary, steps } = await runUntilPlan(task, progress, stepsPerPart);
      if (end.status !== 'handed-over') return { end, summary };
      run.steps = steps;
      // What is likely to fail again ends the task sooner.
      if (end.isStuck) run.failedParts = maxFailedParts / 2;
      run.past.push(...progress.history.lines, `before this plan: ${end.reason}`);
    }
    const end = await runRounds(run).catch(endAtCostLimit);
    return { ...end, data: collectedData(run) };
  });
}

async function runRounds(run: PlannerRun): Promise<PlannerEnd> {
  const { context } = run.task;
  for (let round = 0; ; round += 1) {
    throwIfAborted(context.signal);
    const recorder = outsideSteps(context);
    try {
      const end = await runRound(run, recorder, round);
      if (end) return end;
    } finally {
      if (!context.signal.aborted) await recorder.end('completed');
    }
  }
}

async function runRound(run: PlannerRun, recorder: Step, round: number): Promise<PlannerEnd | null> {
  const { task, progress, subgoals, past, refusals } = run;
  const { spec, context, session } = task;
  const criteriaEnd = round === 0 ? null : await endByCriteria(task, recorder);
  if (criteriaEnd) return endWithoutSummary(criteriaEnd);
  const observation = await observePage(session.page, context, {});
  saveObservation(recorder, observation);
  progress.pages.add(observation.view);
  const left = { steps: spec.maxSteps - run.steps, rounds: spec.maxRounds - round };
  const findings = findingsText(run.findings, progress.collector.data);
  const mustClose = run.steps >= closingShare * spec.maxSteps || round + 1 >= closingShare * spec.maxRounds;
  const input = { subgoals, past, refusals, findings, left, mustClose };
  const plan = await requestPlan(task, recorder, observation, input);
  // Not `past`: its goals and summaries were written by models, which cannot prove what they claim.
  const sources = [...progress.pages.texts, findings, ...progress.dialogs.lines];
  const checked = checkEvidence(plan.subgoals, subgoals, sources);
  run.subgoals = checked.subgoals;
  run.refusals = [...checked.refused];

  const end = await endOfPlan(run, recorder, plan, sources);
  if (end) return end;
  if (left.steps <= 0) return endWithoutSummary(await endAtStepLimit(task, recorder, run.past.slice(-5)));
  if (left.rounds <= 1) return endAtRoundLimit(task, recorder);
  if (plan.satisfied || plan.impossible || plan.next === null) return afterIdleRound(run, recorder);
  run.idleRounds = 0;
  return runPart(run, recorder, plan.next, left.steps);
}

async function afterIdleRound(run: PlannerRun, recorder: Step): Promise<PlannerEnd | null> {
  run.idleRounds += 1;
  if (run.idleRounds < maxIdleRounds) return null;
  const end = await withErrorCode(run.task, recorder, {
    status: 'terminated',
    reason: `The planner found no way on: ${run.refusals.join(' ')}`,
    category: 'goal_unreachable',
    errorCode: null,
    confidence: null,
  });
  return endWithoutSummary(end);
}

async function endAtRoundLimit(task: TaskContext, recorder: Step): Promise<PlannerEnd> {
  const end = await withErrorCode(task, recorder, {
    status: 'failed',
    reason: `The goal was not reached within ${task.spec.maxRounds} plans. Raise \`max_iterations\` or make the goal smaller.`,
    category: 'limit',
    errorCode: 'REACH_MAX_STEPS',
    confidence: null,
  });
  return endWithoutSummary(end);
}
