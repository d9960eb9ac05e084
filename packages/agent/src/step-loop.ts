import { RunwrightError } from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
import { toActionRecord } from './action-text.ts';
import { checkCriteria } from './check-criteria.ts';
import { checkTaskEnd, type EndAction } from './check-task-end.ts';
import { type DataCollector, dataCollector } from './data-collector.ts';
import { type AgentMemory, decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { type ActionAttempt, detectStuckAgent, type StuckLevel } from './detect-stuck-agent.ts';
import { executeActions } from './execute-actions.ts';
import { type FollowedDialogs, followDialogs } from './follow-dialogs.ts';
import { type History, history } from './history.ts';
import { judgeFailure, withErrorCode } from './judge-failure.ts';
import {
  longestImageEdge,
  type Observation,
  observePage,
  saveObservation,
  shouldAttachImage,
} from './observe.ts';
import { isOfferedAction } from './offered-actions.ts';
import { beginStep, type Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import { type TaskDownloads, taskDownloads } from './task-downloads.ts';
import type { TaskResult } from './task-output.ts';
import type { TaskEnd } from './task-spec.ts';

/** State that the loop keeps between steps. */
interface LoopState {
  memory: AgentMemory;
  lastResults: readonly string[];
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
  readonly history: History;
  readonly attempts: ActionAttempt[];
  readonly downloads: TaskDownloads;
  readonly collector: DataCollector;
  readonly dialogs: FollowedDialogs;
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
export async function runStepLoop(task: TaskContext): Promise<TaskResult> {
  const state: LoopState = {
    memory: { notes: '', plan: [] },
    lastResults: [],
    observation: null,
    shownEpoch: undefined,
    wantsImage: false,
    stuck: { level: 'none' },
    failedSteps: 0,
    summary: null,
    history: history(),
    attempts: [],
    downloads: taskDownloads(task),
    collector: dataCollector(task),
    dialogs: followDialogs(task.session.page, task.context.signal),
    refusals: new Map(),
  };
  const end = await runSteps(task, state).finally(() => state.dialogs.stop());
  if (end.status === 'completed') await state.downloads.collect();
  else await state.downloads.saveCompleted();
  return { end, summary: state.summary, data: state.collector.data, downloads: state.downloads.files };
}

async function runSteps(task: TaskContext, state: LoopState): Promise<TaskEnd> {
  // The start URL of a task may be that of a file.
  let end = await endOnDownload(task, state);
  for (let order = 0; !end; order += 1) end = await runStep(task, state, order, false);
  return end;
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
): Promise<TaskEnd | null> {
  const { signal } = task.context;
  throwIfAborted(signal);
  const step = await beginStep(task.context, order);
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
        (await checkStepLimit(task, state, step));
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
  const { completeCriterion, terminateCriterion } = task.spec;
  if (completeCriterion === null && terminateCriterion === null) return null;
  const before = state.attempts.at(-1)?.pageHash;
  if (before === undefined || before === observation.hash) return null;
  const { complete, terminate, evidence } = await checkCriteria(task, step);
  if (terminate && terminateCriterion !== null) {
    return withErrorCode(task, step, {
      status: 'terminated',
      reason: `The criterion to terminate holds: ${evidence}`,
      category: 'user_defined',
      errorCode: null,
      confidence: null,
    });
  }
  return complete && completeCriterion !== null ? { status: 'completed' } : null;
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
  const needsImage =
    state.wantsImage ||
    state.failedSteps >= 2 ||
    state.stuck.level === 'change' ||
    shouldAttachImage(observation, spec.goal ?? '');
  const image =
    needsImage && context.model('act').images
      ? await session.page.screenshot({ format: 'jpeg', maxEdge: longestImageEdge, signal: context.signal })
      : null;
  try {
    const decision = await decide(task, step, observation, {
      memory: state.memory,
      historyText: state.history.text(),
      lastResults: state.lastResults,
      extracted: state.collector.summary(),
      hint: state.stuck.level === 'none' ? null : state.stuck.message,
      stepsLeft: left <= Math.ceil(spec.maxSteps / 4) ? left : null,
      isLastStep: isLastStep(task, step),
      tabs: await session.page.tabs(),
      image,
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
): Promise<TaskEnd | null> {
  const last = actions.at(-1);
  if (last?.action_type === 'terminate' && actions.length === 1) {
    return handleEndAction(task, state, step, observation, { action: last, order: 0 });
  }
  const isClaim = last?.action_type === 'complete' && (actions.length === 1 || !task.spec.oneAction);
  const before = isClaim ? actions.slice(0, -1) : actions;
  const allowedActions = task.spec.oneAction ? before.slice(0, 1) : before;
  const batch = await executeActions(task, step, observation, allowedActions, {
    collector: state.collector,
    mayExtract: task.spec.mayExtract,
    isLastStep: isLastStep(task, step),
    blockedElementId: state.stuck.level === 'change' ? (state.attempts.at(-1)?.id ?? null) : null,
  });
  state.lastResults = batch.results;
  state.observation = batch.observation;
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
  const [only] = allowedActions;
  if (task.spec.oneAction && only && isOfferedAction(only) && !batch.failed) return { status: 'completed' };

  state.stuck = detectStuckAgent(state.attempts, state.failedSteps);
  return state.stuck.level === 'end' ? endStuckTask(task, step, state.stuck.message) : null;
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
  return handleEndAction(task, state, step, reached, claim);
}

/** Ends a task with `completeOnDownload` when a file is downloaded; null while there is none. */
async function endOnDownload({ spec }: TaskContext, state: LoopState): Promise<TaskEnd | null> {
  const { downloads } = state;
  if (!spec.completeOnDownload || !downloads.hasPending) return null;
  const { end, failures } = await downloads.collect();
  if (downloads.files.length > 0) return { status: 'completed' };
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

async function endStuckTask(task: TaskContext, step: Step, what: string): Promise<TaskEnd> {
  const { refused, category, reason, error_code, confidence } = await judgeFailure(task, step, what);
  const mapped = error_code !== null;
  return {
    status: refused || mapped ? 'terminated' : 'failed',
    reason: `The agent got stuck: ${what} ${reason}`,
    category: mapped ? 'user_defined' : category,
    errorCode: error_code,
    confidence: mapped ? confidence : null,
  };
}

/** Ends the task when no step is left, with the caller's error code that applies; null while steps are left. */
async function checkStepLimit(task: TaskContext, state: LoopState, step: Step): Promise<TaskEnd | null> {
  const { maxSteps } = task.spec;
  if (step.order < maxSteps - 1) return null;
  const tried = task.spec.oneAction ? ` What was tried: ${state.lastResults.join('; ')}.` : '';
  const reason = `The goal was not reached within ${maxSteps} ${maxSteps === 1 ? 'step' : 'steps'}.${tried} Allow more steps or make the goal smaller.`;
  const end = {
    status: 'failed',
    reason,
    category: 'limit',
    errorCode: 'REACH_MAX_STEPS',
    confidence: null,
  } as const;
  return withErrorCode(task, step, end, state.lastResults);
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
