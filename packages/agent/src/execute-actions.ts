import {
  type ActionResult,
  type ArtifactRef,
  type Json,
  type JsonObject,
  RunwrightError,
} from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
import { dialogDecision } from './answer-dialog.ts';
import { isPageMove, type Move, type PageMove, pageAction } from './decision.ts';
import type { Findings } from './data-collector.ts';
import { type Observation, observe } from './observe.ts';
import type { Step } from './step.ts';
import type { Attempted } from './stuck-level.ts';
import type { Work } from './task-context.ts';

/** What a batch of moves came to. */
export interface Performed {
  /** One line for each move, for the history. */
  readonly lines: readonly string[];
  readonly attempts: readonly Attempted[];
  readonly failed: boolean;
  /** The page as it was read after the last move, when it was. */
  readonly seen: Observation | null;
}

/** What the moves of one step may do. */
export interface Rules {
  readonly findings: Findings;
  /** Whether data may be read here. */
  readonly mayExtract: boolean;
  /** Only the end of the task, and reading, are allowed. */
  readonly last: boolean;
  /** Element that is not to be used again. */
  readonly barred: string | null;
}

interface Outcome {
  readonly status: 'ok' | 'failed' | 'no_effect';
  readonly line: string;
  /** Why the rest of the batch makes no sense any more; null when it goes on. */
  readonly stop: string | null;
}

/**
 * Carries out the moves of one step in order, and stops when one fails or when the page is no longer the one that they
 * were planned on. The rest is recorded as skipped.
 */
export async function perform(
  work: Work,
  step: Step,
  planned: Observation,
  moves: readonly Move[],
  rules: Rules,
): Promise<Performed> {
  const lines: string[] = [];
  const attempts: Attempted[] = [];
  let seen: Observation | null = null;
  let failed = false;
  let hash = planned.hash;
  let stop: string | null = null;

  for (const [order, move] of moves.entries()) {
    throwIfAborted(work.context.signal);
    if (stop !== null) {
      await step.note(order, record(move), 'skipped', stop);
      lines.push(`${step.order + 1}.${order + 1} ${describe(move, null)}: not done, ${stop}`);
      continue;
    }
    const outcome = await carryOut(work, step, planned, move, order, rules);
    const { status } = outcome;
    lines.push(`${step.order + 1}.${order + 1} ${outcome.line}`);
    const id = 'id' in move ? (move.id ?? null) : null;
    attempts.push({ move: plainMove(move), id, pageHash: hash, url: planned.view.url, status });
    failed ||= status === 'failed';
    stop = outcome.stop;
    if (stop === null && order < moves.length - 1 && isPageMove(move)) {
      seen = await observe(work.session.page, work.context);
      hash = seen.hash;
      if (seen.view.tab !== planned.view.tab) stop = 'another tab came to the front';
      else if (seen.topLayer !== planned.topLayer) stop = 'another layer lies on top now';
    } else {
      seen = null;
    }
  }
  return { lines, attempts, failed, seen: stop === null ? null : seen };
}

async function carryOut(
  work: Work,
  step: Step,
  planned: Observation,
  move: Move,
  order: number,
  rules: Rules,
): Promise<Outcome> {
  const refusal = refused(move, rules);
  if (refusal !== null) {
    await step.note(order, record(move), 'failed', refusal);
    return failedOutcome(move, refusal);
  }
  if (isPageMove(move)) return onPage(work, step, planned, move, order);
  if (move.action_type === 'extract') return read(step, move, order, rules.findings);
  await step.note(order, record(move), 'completed', null);
  return { status: 'no_effect', line: `${describe(move, null)}: ok`, stop: null };
}

function refused(move: Move, rules: Rules): string | null {
  const { action_type } = move;
  if (action_type === 'complete' || action_type === 'terminate') {
    return `\`${action_type}\` must stand alone in its turn; decide again with the result of the others in view`;
  }
  if (action_type === 'extract' && !rules.mayExtract) return 'this task reads no data';
  if (rules.last && action_type !== 'extract')
    return 'it was the last step, in which only the end is possible';
  if (rules.barred !== null && 'id' in move && move.id === rules.barred) {
    return `\`${move.id}\` did not work before and is barred for now`;
  }
  return null;
}

async function onPage(
  work: Work,
  step: Step,
  planned: Observation,
  move: PageMove,
  order: number,
): Promise<Outcome> {
  const { page } = work.session;
  const { signal } = work.context;
  const origin = { stepId: step.stepId, order, reasoning: move.reason };
  const action = pageAction(move, planned.view.links);
  const decideDialog = dialogDecision(work, step, describe(move, null));
  const result = await page.act(action, { epoch: planned.view.epoch, origin, decideDialog, signal });
  await keepAction(work, step, result);
  return {
    status: result.status,
    line: `${describe(move, result)}: ${resultText(result)}`,
    stop: stopAfter(result),
  };
}

/** The page after an action, as a picture and as a document. */
export async function keepAction(
  work: Work,
  step: Pick<Step, 'keepNow'>,
  { actionId }: Pick<ActionResult, 'actionId'>,
): Promise<ArtifactRef | null> {
  const { page } = work.session;
  const { signal } = work.context;
  const owner = actionId === undefined ? {} : { actionId };
  const screenshot = await step.keepNow(async () => {
    const { bytes, mediaType } = await page.screenshot({ signal });
    return { type: 'screenshot_action', content: bytes, contentType: mediaType, ...owner };
  });
  await step.keepNow(async () => ({ type: 'html_action', content: await page.html({ signal }), ...owner }));
  return screenshot;
}

async function read(step: Step, move: Move, order: number, findings: Findings): Promise<Outcome> {
  try {
    const goal = move.action_type === 'extract' ? move.goal : null;
    const response = await findings.read(step, goal);
    await step.note(order, record(move), 'completed', response);
    return { status: 'ok', line: `extract: ${response}`, stop: null };
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
    await step.note(order, record(move), 'failed', error.message);
    return failedOutcome(move, error.message);
  }
}

function failedOutcome(move: Move, why: string): Outcome {
  return {
    status: 'failed',
    line: `${describe(move, null)}: failed, ${why}`,
    stop: 'the one before it failed',
  };
}

function stopAfter({ status, urlBefore, urlAfter, events }: ActionResult): string | null {
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

/** `input_text "E-mail" <- ann@x.example`, for the history. */
function describe(move: Move, result: ActionResult | null): string {
  const target = result?.target ? ` ${result.target.kind} "${result.target.name}"` : '';
  const id = 'id' in move && move.id ? ` ${move.id}` : '';
  const { action_type: _type, reason: _reason, ...rest } = move;
  const values = Object.entries(rest)
    .filter(([name, value]) => name !== 'id' && value !== null)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [`${move.action_type}${id}${target}`, ...values].join(' ');
}

function plainMove({ reason: _reason, ...move }: Move): string {
  return JSON.stringify(move);
}

/** A move as it is recorded: without the members that do not apply. */
export function record(move: Move): JsonObject {
  const members = Object.entries<Json | undefined>(move);
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );
}
