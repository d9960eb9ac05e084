import {
  type ActionResult,
  type Json,
  type JsonObject,
  RunwrightError,
  type SavedArtifact,
} from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
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
  /** Page view after the last action; null when the page was not read again. */
  readonly observation: Observation | null;
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
  let hash = planned.hash;
  let stopReason: string | null = null;

  for (const [order, action] of actions.entries()) {
    throwIfAborted(task.context.signal);
    if (stopReason !== null) {
      await step.recordAction(order, toActionRecord(action), 'skipped', stopReason);
      results.push(`${step.order + 1}.${order + 1} ${describeAction(action, null)}: not done, ${stopReason}`);
      continue;
    }
    const outcome = await executeAction(task, step, planned, action, order, rules);
    const { status } = outcome;
    results.push(`${step.order + 1}.${order + 1} ${outcome.result}`);
    const id = 'id' in action ? (action.id ?? null) : null;
    attempts.push({ action: actionKey(action), id, pageHash: hash, url: planned.view.url, status });
    failed ||= status === 'failed';
    stopReason = outcome.stopReason;
    if (stopReason === null && order < actions.length - 1 && isOfferedAction(action)) {
      observation = await observePage(task.session.page, task.context);
      hash = observation.hash;
      if (observation.view.tab !== planned.view.tab) stopReason = 'another tab came to the front';
      else if (observation.topLayer !== planned.topLayer) stopReason = 'another layer lies on top now';
    } else {
      observation = null;
    }
  }
  return { results, attempts, failed, observation: stopReason === null ? null : observation };
}

async function executeAction(
  task: TaskContext,
  step: Step,
  planned: Observation,
  action: AgentAction,
  order: number,
  rules: ActionRules,
): Promise<ActionSummary> {
  const refusal = refusalOf(action, rules);
  if (refusal !== null) {
    await step.recordAction(order, toActionRecord(action), 'failed', refusal);
    return failedOutcome(action, refusal);
  }
  if (isOfferedAction(action)) return executePageAction(task, step, planned, action, order);
  if (action.action_type === 'extract') return executeExtract(step, action, order, rules.collector);
  await step.recordAction(order, toActionRecord(action), 'completed', null);
  return { status: 'no_effect', result: `${describeAction(action, null)}: ok`, stopReason: null };
}

function refusalOf(action: AgentAction, rules: ActionRules): string | null {
  const { action_type } = action;
  if (action_type === 'complete' || action_type === 'terminate') {
    return `\`${action_type}\` must stand alone in its turn; decide again with the result of the others in view`;
  }
  if (action_type === 'extract' && !rules.mayExtract) return 'this task reads no data';
  if (rules.isLastStep && action_type !== 'extract')
    return 'it was the last step, in which only the end is possible';
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
  const origin = { stepId: step.stepId, order, reasoning: action.reason };
  const pageAction = toPageAction(action, planned.view.links);
  const decideDialog = answerDialogWithModel(task, step, describeAction(action, null));
  const result = await page.act(pageAction, { epoch: planned.view.epoch, origin, decideDialog, signal });
  await saveActionArtifacts(task, step, result);
  return {
    status: result.status,
    result: `${describeAction(action, result)}: ${resultText(result)}`,
    stopReason: stopReasonAfter(result),
  };
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
    return { status: 'ok', result: `extract: ${response}`, stopReason: null };
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
    await step.recordAction(order, toActionRecord(action), 'failed', error.message);
    return failedOutcome(action, error.message);
  }
}

function failedOutcome(action: AgentAction, why: string): ActionSummary {
  return {
    status: 'failed',
    result: `${describeAction(action, null)}: failed, ${why}`,
    stopReason: 'the one before it failed',
  };
}

function stopReasonAfter({ status, urlBefore, urlAfter, events }: ActionResult): string | null {
  if (status === 'failed') return 'the one before it failed';
  if (urlBefore !== urlAfter) return 'the address changed';
  if (events.some(({ type }) => type === 'popup')) return 'another tab was opened';
  if (events.some(({ type }) => type === 'dialog')) return 'a dialog appeared';
  return null;
}

function resultText({ status, code, message, urlBefore, urlAfter, events }: ActionResult): string {
  const happened = events.map((event) => {
    if (event.type === 'dialog') {
      const times = event.times === undefined ? '' : ` ${event.times} times`;
      const silenced = event.silenced ? ', and the page may ask no more' : '';
      return `${event.kind} "${event.text}" was ${event.decision}${times}${silenced}`;
    }
    if (event.type === 'download') {
      return `download of ${event.filename} ${event.status}${event.reason === undefined ? '' : `, ${event.reason}`}`;
    }
    if (event.type === 'popup') {
      return event.refused ? 'a new tab was closed, there are too many' : `new tab ${event.tab}`;
    }
    if (event.type === 'file_chooser') return 'the page asked for a file and got none, use `upload_file`';
    return '';
  });
  return [
    status === 'ok' ? 'ok' : `${status}${code ? ` (${code})` : ''}, ${message}`,
    urlBefore === urlAfter ? '' : `now at ${urlAfter}`,
    ...happened,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Describes an action in one line for the history, such as `click a12 button "Save" count=2`. */
function describeAction(action: AgentAction, result: ActionResult | null): string {
  const target = result?.target ? ` ${result.target.kind} "${result.target.name}"` : '';
  const id = 'id' in action && action.id ? ` ${action.id}` : '';
  const { action_type: _type, reason: _reason, ...rest } = action;
  const values = Object.entries(rest)
    .filter(([name, value]) => name !== 'id' && value !== null)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [`${action.action_type}${id}${target}`, ...values].join(' ');
}

function actionKey({ reason: _reason, ...action }: AgentAction): string {
  return JSON.stringify(action);
}

/** Returns the action as recorded on the timeline, without null members. */
export function toActionRecord(action: AgentAction): JsonObject {
  const members = Object.entries<Json | undefined>(action);
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );
}
