import { type ActionResult, RunwrightError, type SavedArtifact } from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
import { actionKey, describeAction, resultText, toActionRecord } from './action-text.ts';
import type { AgentAction } from './agent-actions.ts';
import { answerDialogWithModel } from './answer-dialog.ts';
import type { DataCollector } from './data-collector.ts';
import type { ActionAttempt } from './detect-stuck-agent.ts';
import { type Observation, observePage } from './observe.ts';
import { isOfferedAction, type OfferedAction, toPageAction } from './offered-actions.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';

/** Result of the actions of one step. */
export interface ActionBatchResult {
  /** One line per action for the history. */
  readonly results: readonly string[];
  readonly attempts: readonly ActionAttempt[];
  readonly failed: boolean;
  /** True when actions were left out, because one before them failed or changed the page. */
  readonly skipped: boolean;
  /** Page view after the last action; null when the page was not read again. */
  readonly observation: Observation | null;
  /** True when the model has asked for an image of the page. */
  readonly wantsImage: boolean;
}

/** Restrictions on the actions of one step. */
export interface ActionRules {
  readonly collector: DataCollector;
  /** True when `extract` is allowed. */
  readonly mayExtract: boolean;
  /** True when only `extract` and the end of the task are allowed. */
  readonly isLastStep: boolean;
  /** Element that no action may target. */
  readonly blockedElementId: string | null;
}

interface ActionSummary {
  readonly status: 'ok' | 'failed' | 'no_effect';
  readonly result: string;
  /** Reason to skip the remaining actions; null to continue. */
  readonly stopReason: string | null;
}

/**
 * Executes the actions of one step in order, and stops when one fails or the page changes so that the plan no longer
 * applies. The remaining actions are recorded as skipped.
 */
export async function executeActions(
  task: TaskContext,
  step: Step,
  planned: Observation,
  actions: readonly AgentAction[],
  rules: ActionRules,
): Promise<ActionBatchResult> {
  const results: string[] = [];
  const attempts: ActionAttempt[] = [];
  let observation: Observation | null = null;
  let failed = false;
  let skipped = false;
  let hash = planned.hash;
  let stopReason: string | null = null;

  for (const [order, action] of actions.entries()) {
    throwIfAborted(task.context.signal);
    const line = `${step.order + 1}.${order + 1} ${describeAction(action)}`;
    if (stopReason !== null) {
      await step.recordAction(order, toActionRecord(action), 'skipped', stopReason);
      results.push(`${line}: not done, ${stopReason}`);
      skipped = true;
      continue;
    }
    const outcome = await executeAction(task, step, planned, action, order, rules);
    const { status } = outcome;
    results.push(`${line}: ${outcome.result}`);
    const id = 'id' in action ? (action.id ?? null) : null;
    attempts.push({ action: actionKey(action), id, pageHash: hash, url: planned.view.url, status });
    failed ||= status === 'failed';
    stopReason = outcome.stopReason;
    if (stopReason === null && order < actions.length - 1 && isOfferedAction(action)) {
      observation = await observePage(task.session.page, task.context, { newSince: planned.view.epoch });
      hash = observation.hash;
      if (observation.view.tab !== planned.view.tab) stopReason = 'another tab came to the front';
      else if (observation.topLayer !== planned.topLayer) stopReason = 'another layer lies on top now';
    } else {
      observation = null;
    }
  }
  const wantsImage = actions.some(({ action_type }) => action_type === 'take_screenshot');
  return {
    ...{ results, attempts, failed, skipped, wantsImage },
    observation: stopReason === null ? null : observation,
  };
}

async function executeAction(
  task: TaskContext,
  step: Step,
  planned: Observation,
  action: AgentAction,
  order: number,
  rules: ActionRules,
): Promise<ActionSummary> {
  const refusal = refusalOf(task, action, rules);
  if (refusal !== null) {
    await step.recordAction(order, toActionRecord(action), 'failed', refusal);
    return failedSummary(refusal);
  }
  if (isOfferedAction(action)) return executePageAction(task, step, planned, action, order);
  if (action.action_type === 'extract') return executeExtract(step, action, order, rules.collector);
  await step.recordAction(order, toActionRecord(action), 'completed', null);
  return { status: 'no_effect', result: 'ok', stopReason: null };
}

function refusalOf({ context }: TaskContext, action: AgentAction, rules: ActionRules): string | null {
  const { action_type } = action;
  if (action_type === 'complete') {
    return '`complete` must be the last of its turn; decide again with the result of the others in view';
  }
  if (action_type === 'terminate') {
    return '`terminate` must stand alone in its turn; decide again with the result of the others in view';
  }
  if (action_type === 'divide_goal') return 'it must be the last of its turn, and this goal is not divided';
  if (action_type === 'extract' && !rules.mayExtract) return 'this task reads no data';
  if (rules.isLastStep && action_type !== 'extract')
    return 'it was the last step, in which only the end is possible';
  if (action_type === 'take_screenshot' && !context.model('act').images) {
    return 'this model takes no images; use `find` and `expand`';
  }
  if (rules.blockedElementId !== null && 'id' in action && action.id === rules.blockedElementId) {
    return `\`${action.id}\` did not work before and is barred for now`;
  }
  return null;
}

async function executePageAction(
  task: TaskContext,
  step: Step,
  planned: Observation,
  action: OfferedAction,
  order: number,
): Promise<ActionSummary> {
  const { page } = task.session;
  const { signal } = task.context;
  const origin = { stepId: step.stepId ?? null, order, reasoning: action.reason };
  const pageAction = toPageAction(action, planned.view.links);
  const decideDialog = answerDialogWithModel(task, step, describeAction(action));
  const result = await page.act(pageAction, { epoch: planned.view.epoch, origin, decideDialog, signal });
  await saveActionArtifacts(task, step, result);
  return { status: result.status, result: resultText(result), stopReason: stopReasonAfter(result) };
}

/** Saves screenshot and HTML of the page after an action and returns the screenshot's reference. */
export async function saveActionArtifacts(
  task: TaskContext,
  step: Pick<Step, 'saveArtifact'>,
  { actionId }: Pick<ActionResult, 'actionId'>,
): Promise<SavedArtifact | null> {
  const { page } = task.session;
  const { signal } = task.context;
  const owner = actionId === undefined ? {} : { actionId };
  const screenshot = await step.saveArtifact(async () => {
    const { bytes, mediaType } = await page.screenshot({ signal });
    return { type: 'screenshot_action', content: bytes, contentType: mediaType, ...owner };
  });
  await step.saveArtifact(async () => ({
    type: 'html_action',
    content: await page.html({ signal }),
    ...owner,
  }));
  return screenshot;
}

async function executeExtract(
  step: Step,
  action: AgentAction,
  order: number,
  collector: DataCollector,
): Promise<ActionSummary> {
  try {
    const goal = action.action_type === 'extract' ? action.goal : null;
    const response = await collector.collect(step, goal);
    await step.recordAction(order, toActionRecord(action), 'completed', response);
    return { status: 'ok', result: response, stopReason: null };
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
    await step.recordAction(order, toActionRecord(action), 'failed', error.message);
    return failedSummary(error.message);
  }
}

function failedSummary(why: string): ActionSummary {
  return { status: 'failed', result: `failed, ${why}`, stopReason: 'the one before it failed' };
}

function stopReasonAfter({ status, urlBefore, urlAfter, events }: ActionResult): string | null {
  if (status === 'failed') return 'the one before it failed';
  if (urlBefore !== urlAfter) return 'the address changed';
  if (events.some(({ type }) => type === 'popup')) return 'another tab was opened';
  if (events.some(({ type }) => type === 'dialog')) return 'a dialog appeared';
  return null;
}
