import { RunwrightError } from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
import { toActionRecord } from './action-text.ts';
import { checkTaskEnd, type EndAction } from './check-task-end.ts';
import type { AgentMemory } from './decide.ts';
import type { Decision } from './decision.ts';
import { type ActionAttempt, detectStuckAgent, type StuckLevel } from './detect-stuck-agent.ts';
import { endByCriteria } from './end-by-criteria.ts';
import { endAtStepLimit, endStuckTask } from './end-without-success.ts';
import { executeActions } from './execute-actions.ts';
import { withErrorCode } from './judge-failure.ts';
import { type Observation, observePage, saveObservation, shouldAttachImage } from './observe.ts';
import { isOfferedAction } from './offered-actions.ts';
import { beginStep, type Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import type { TaskProgress } from './task-progress.ts';
import type { TaskEnd } from './task-spec.ts';

/** The end of a loop that hands the goal to a planner, with the reason as a sentence for it. */
export interface HandOver {
  readonly status: 'handed-over';
  readonly reason: string;
  /** True when the agent made no progress, so that the step loop alone would end the task. */
  readonly isStuck: boolean;
}

/** Result of the steps of a task or subtask. */
export interface LoopResult<End = TaskEnd> {
  readonly end: End;
  /** Summary of the claim of success that was accepted; null when there was none. */
  readonly summary: string | null;
  /** Number of steps that were taken. */
  readonly steps: number;
}

/** State that the loop keeps between steps. */
interface LoopState extends TaskProgress {
  /** Steps after which the goal is handed to a planner; null: there is none. */
  readonly stepsBeforePlan: number | null;
  memory: AgentMemory;
  lastResults: readonly string[];
  /** False when an action of the last step failed, or when some were left out. */
  isLastBatchDone: boolean;
  /** Page view that the last step ended with; null when the page must be read again. */
  observation: Observation | null;
  /** Epoch of the view that the model saw last. */
  shownEpoch: number | undefined;
  /** True when the model has asked for an image of the page. */
  wantsImage: boolean;
  stuck: StuckLevel;
  failedSteps: number;
  /** Summary of the claim of success that was accepted. */
  summary: string | null;
  readonly attempts: ActionAttempt[];
  /** Number of refused claims of success by page hash. */
  readonly refusals: Map<string, number>;
}

/** The end action of a step, and its place in it. */
interface EndClaim {
  readonly action: EndAction;
  readonly order: number;
}

const maxRefusalsPerPage = 2;

/**
 * Repeats the steps of a task: read the page, request a decision from the model, execute its actions. Ends when the goal is
 * reached and verified, the agent terminates, or no steps are left.
 *
 * @throws RunwrightError `model_failed` when a step got no usable decision twice; `browser_failed`, `canceled`
 */
export async function runStepLoop(task: TaskContext, progress: TaskProgress): Promise<LoopResult> {
  const result = await runSteps(task, loopState(progress, null));
  const { end } = result;
  if (end.status === 'handed-over') throw new Error('A loop without a planner hands nothing over.');
  return { ...result, end };
}

/**
 * Runs the steps of a task like {@link runStepLoop}, but hands the goal over to a planner when it turns out to be long: the
 * model asks for it, several of its subgoals are open after a few steps, more than one is open after `stepsBeforePlan` steps, or
 * the agent is stuck.
 */
export async function runUntilPlan(
  task: TaskContext,
  progress: TaskProgress,
  stepsBeforePlan: number,
): Promise<LoopResult<TaskEnd | HandOver>> {
  return runSteps(task, loopState(progress, stepsBeforePlan));
}

function loopState(progress: TaskProgress, stepsBeforePlan: number | null): LoopState {
  return {
    ...progress,
    stepsBeforePlan,
    memory: { notes: '', plan: [] },
    lastResults: [],
    isLastBatchDone: true,
    observation: null,
    shownEpoch: undefined,
    wantsImage: false,
    stuck: { level: 'none' },
    failedSteps: 0,
    summary: null,
    attempts: [],
    refusals: new Map(),
  };
}

type End = TaskEnd | HandOver;

async function runSteps(task: TaskContext, state: LoopState): Promise<LoopResult<End>> {
  // The start URL of a task may be that of a file.
  let end: End | null = await endOnDownload(task, state);
  let steps = 0;
  for (; !end; steps += 1) end = await runStep(task, state, steps, false);
  for (const line of state.lastResults) state.history.add(line);
  return { end, summary: state.summary, steps };
}

/**
 * Runs one step; null when the loop continues. When the model gives no usable decision, the step fails and runs once more
 * with the same number and a new page view.
 */
async function runStep(
  task: TaskContext,
  state: LoopState,
  order: number,
  isRetry: boolean,
): Promise<End | null> {
  const { signal } = task.context;
  throwIfAborted(signal);
  const step = await beginStep(task.context, order, task.subtaskId);
  try {
    const observation = await observeStep(task, state, step);
    const end = await checkCallerCriteria(task, state, step, observation);
    if (end) {
      await step.end('completed');
      return end;
    }
    const decision = await requestDecision(task, state, step, observation, isRetry);
    if (decision) {
      const end =
        (await executeDecision(task, state, step, observation, decision)) ??
        (await checkStepLimit(task, state, step)) ??
        checkLength(state, step, decision);
      await step.end(state.failedSteps > 0 ? 'failed' : 'completed');
      return end;
    }
  } catch (error) {
    if (!signal.aborted) await step.end('failed');
    throw error;
  }
  await step.end('failed');
  return runStep(task, state, order, true);
}

async function observeStep(
  { context, session }: TaskContext,
  state: LoopState,
  step: Step,
): Promise<Observation> {
  const { signal } = context;
  const observation =
    state.observation ??
    (await observePage(session.page, context, {
      largeBudget: state.stuck.level === 'change',
      newSince: state.shownEpoch,
    }));
  state.observation = null;
  state.pages.add(observation.view);
  saveObservation(step, observation);
  await step.saveArtifact(async () => ({
    type: 'html_scrape',
    content: await session.page.html({ signal }),
  }));
  return observation;
}

/** Returns the end of the task when one of the caller's criteria holds; asks a model only after the page changed. */
async function checkCallerCriteria(
  task: TaskContext,
  state: LoopState,
  step: Step,
  observation: Observation,
): Promise<TaskEnd | null> {
  const before = state.attempts.at(-1)?.pageHash;
  return before === undefined || before === observation.hash ? null : endByCriteria(task, step);
}

/** Requests the model's decision; null when it gave no usable one and can be asked again. */
async function requestDecision(
  task: TaskContext,
  state: LoopState,
  step: Step,
  observation: Observation,
  isRetry: boolean,
): Promise<Decision | null> {
  const { spec, context, session } = task;
  const left = spec.maxSteps - step.order;
  const dialogs = state.dialogs.takeUntold(state.lastResults);
  state.lastResults = [...state.lastResults, ...dialogs.map((line) => `after that: ${line}`)];
  const wantsImage =
    state.wantsImage ||
    state.failedSteps >= 2 ||
    state.stuck.level === 'change' ||
    shouldAttachImage(observation, spec.goal ?? '');
  try {
    const decision = await task.decide(task, step, observation, {
      memory: state.memory,
      historyText: state.history.text(),
      lastResults: state.lastResults,
      isLastBatchDone: state.isLastBatchDone,
      extracted: state.collector.summary(),
      hint: state.stuck.level === 'none' ? null : state.stuck.message,
      stepsLeft: left <= Math.ceil(spec.maxSteps / 4) ? left : null,
      isLastStep: isLastStep(task, step),
      mayDivide: state.stepsBeforePlan !== null,
      tabs: await session.page.tabs(),
      wantsImage,
    });
    state.shownEpoch = observation.view.epoch;
    state.wantsImage = false;
    state.memory = { notes: decision.memory.slice(0, 200), plan: decision.plan };
    for (const line of state.lastResults) state.history.add(line);
    state.lastResults = [];
    return decision;
  } catch (error) {
    if (isRetry || !isRetryable(error)) throw error;
    context.log.warn('no usable decision from the model; retrying the step', { order: step.order });
    return null;
  }
}

async function executeDecision(
  task: TaskContext,
  state: LoopState,
  step: Step,
  observation: Observation,
  { actions }: Decision,
): Promise<End | null> {
  const last = actions.at(-1);
  if (last?.action_type === 'terminate' && actions.length === 1) {
    return handleEndAction(task, state, step, observation, { action: last, order: 0 });
  }
  const isClaim = last?.action_type === 'complete' && (actions.length === 1 || !task.spec.oneAction);
  const isHandOver = last?.action_type === 'divide_goal' && state.stepsBeforePlan !== null;
  const before = isClaim || isHandOver ? actions.slice(0, -1) : actions;
  const allowedActions = task.spec.oneAction ? before.slice(0, 1) : before;
  const batch = await executeActions(task, step, observation, allowedActions, {
    collector: state.collector,
    mayExtract: task.spec.mayExtract,
    isLastStep: isLastStep(task, step),
    blockedElementId: state.stuck.level === 'change' ? (state.attempts.at(-1)?.id ?? null) : null,
  });
  state.lastResults = batch.results;
  state.observation = batch.observation;
  state.isLastBatchDone = !batch.failed && !batch.skipped;
  state.wantsImage = batch.wantsImage;
  state.attempts.push(...batch.attempts);
  state.failedSteps = batch.failed ? state.failedSteps + 1 : 0;
  const end = await endOnDownload(task, state);
  if (end) return end;
  if (isClaim) {
    const claim = { action: last, order: before.length };
    if (!batch.failed && !batch.skipped) return claimSuccess(task, state, step, observation, claim);
    const why = 'not done, because not all before it worked';
    await step.recordAction(claim.order, toActionRecord(last), 'skipped', why);
    state.lastResults = [...state.lastResults, `${step.order + 1}.${actions.length} complete: ${why}`];
  }
  if (isHandOver && !batch.failed && !batch.skipped) {
    await step.recordAction(before.length, toActionRecord(last), 'completed', null);
    return { status: 'handed-over', reason: last.reason, isStuck: false };
  }
  const [only] = allowedActions;
  if (task.spec.oneAction && only && isOfferedAction(only) && !batch.failed) return { status: 'completed' };

  state.stuck = detectStuckAgent(state.attempts, state.failedSteps);
  if (state.stuck.level !== 'end') return null;
  if (state.stepsBeforePlan !== null) {
    return { status: 'handed-over', reason: state.stuck.message, isStuck: true };
  }
  return endStuckTask(task, step, state.stuck.message);
}

/** Checks a claim of success, on the page as the actions before it have left it. */
async function claimSuccess(
  task: TaskContext,
  state: LoopState,
  step: Step,
  planned: Observation,
  claim: EndClaim,
): Promise<TaskEnd | null> {
  if (claim.order === 0) return handleEndAction(task, state, step, planned, claim);
  const options = { newSince: planned.view.epoch };
  const reached = await observePage(task.session.page, task.context, options);
  state.observation = reached;
  state.pages.add(reached.view);
  return handleEndAction(task, state, step, reached, claim);
}

/** Ends a task with `completeOnDownload` when a file is downloaded; null while there is none. */
async function endOnDownload({ spec }: TaskContext, state: LoopState): Promise<TaskEnd | null> {
  const { downloads } = state;
  if (!spec.completeOnDownload || !downloads.hasPending) return null;
  const { end, failures } = await downloads.collect();
  if (downloads.hasFile) return { status: 'completed' };
  state.lastResults = [...state.lastResults, ...failures];
  return end;
}

/** Ends the task when the check accepts the agent's claim, or after too many refusals on one page; else null. */
async function handleEndAction(
  task: TaskContext,
  state: LoopState,
  step: Step,
  observation: Observation,
  claim: EndClaim,
): Promise<TaskEnd | null> {
  const { action, order } = claim;
  const check = await checkTaskEnd(task, step, claim, state.collector, {
    results: [...state.history.lines, ...state.lastResults],
    dialogs: state.dialogs.lines,
  });
  if ('end' in check) {
    if (action.action_type === 'complete') state.summary = action.summary;
    return check.end;
  }
  const refusals = (state.refusals.get(observation.hash) ?? 0) + 1;
  state.refusals.set(observation.hash, refusals);
  const line = `${step.order + 1}.${order + 1} ${action.action_type}: refused, ${check.refusal}`;
  state.lastResults = order === 0 ? [line] : [...state.lastResults, line];
  if (refusals <= maxRefusalsPerPage) return null;
  return withErrorCode(task, step, {
    status: check.category === 'goal_unreachable' ? 'terminated' : 'failed',
    reason: `The agent says that the goal is reached, but the check does not agree: ${check.refusal}`,
    category: check.category,
    errorCode: null,
    confidence: null,
  });
}

/** Ends the task when no step is left; null while steps are left. */
async function checkStepLimit(task: TaskContext, state: LoopState, step: Step): Promise<TaskEnd | null> {
  return step.order < task.spec.maxSteps - 1 ? null : endAtStepLimit(task, step, state.lastResults);
}

/** Steps after which a plan of many open subgoals is handed over, and their number. */
const longPlan = { steps: 3, subgoals: 3 } as const;

/** Hands over a goal that needs many more steps by the model's own plan; null for all others. */
function checkLength({ stepsBeforePlan }: LoopState, { order }: Step, { plan }: Decision): HandOver | null {
  if (stepsBeforePlan === null) return null;
  const steps = order + 1;
  const open = plan.filter(({ state }) => state === 'open').length;
  // A task that pages through a list takes many steps, and needs no plan for it.
  if (steps >= stepsBeforePlan && open > 1) {
    return {
      status: 'handed-over',
      reason: `The goal was not reached within ${steps} steps.`,
      isStuck: false,
    };
  }
  if (steps < longPlan.steps || open < longPlan.subgoals) return null;
  return { status: 'handed-over', reason: `${open} subgoals are open after ${steps} steps.`, isStuck: false };
}

/** Returns whether this is the last of several steps, in which page actions are pointless. */
function isLastStep({ spec }: TaskContext, step: Step): boolean {
  return spec.maxSteps > 1 && !spec.oneAction && step.order === spec.maxSteps - 1;
}

/** Returns whether a new answer may succeed: the model answered, but not in the required schema. */
function isRetryable(error: unknown): boolean {
  if (!RunwrightError.is(error) || error.code !== 'model_failed') return false;
  return !JSON.stringify(error.details.errors ?? []).includes('"model_unavailable"');
}
