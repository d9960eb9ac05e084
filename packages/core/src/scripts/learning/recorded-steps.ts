import { type Json, type JsonObject, PageAction, type TimelineEvent } from '@runwright/contract';
import { asRecord, compileSchema } from '@runwright/definition';
import type { ScriptTarget } from '../learned-block.ts';

/** An action of a block that succeeded, as the timeline tells it. */
export interface PageStep {
  readonly type: 'action';
  readonly action: PageAction;
  /** The element that it was about; null when the record describes none. */
  readonly target: ScriptTarget | null;
  /** The element that it was dragged to; null when it was not, or to a point. */
  readonly dropTarget: ScriptTarget | null;
  readonly urlBefore: string;
  readonly urlAfter: string;
  /** True when it may have changed something outside of the page. */
  readonly hasWorldEffect: boolean;
  /** Names of the events that it brought, such as `download`. */
  readonly events: readonly JsonObject[];
}

/** An extraction of data by the agent. */
export interface ExtractStep {
  readonly type: 'extract';
  readonly goal: string | null;
}

export type RecordedStep = PageStep | ExtractStep;

/**
 * Returns the actions of one attempt of a block that succeeded, in their order. Throws `Unlearnable` for an attempt that no
 * sequence of actions repeats.
 */
export function recordedSteps(events: readonly TimelineEvent[]): readonly RecordedStep[] {
  const ends = new Map(
    events.flatMap((event) => (event.type === 'action-end' ? [[event.actionId, event] as const] : [])),
  );
  for (const event of events) assertSequence(event);
  return events.flatMap((event): readonly RecordedStep[] => {
    if (event.type === 'action') return extractStep(event.action, event.status);
    if (event.type !== 'action-start') return [];
    const end = ends.get(event.actionId);
    return end?.status === 'completed'
      ? [pageStep(event.action, end.result, event.reasoning, event.effect)]
      : [];
  });
}

/** The reason why no script is learned from a block, as the end of a sentence. */
export class Unlearnable extends Error {}

const checkAction = compileSchema(PageAction);

/**
 * What a person did is not among the actions of the agent, and a part that reads data or goes through items that it found would repeat
 * what was on the page of that day.
 */
function assertSequence(event: TimelineEvent): void {
  if (event.type === 'take-over-action')
    throw new Unlearnable('a person had control of the browser and did a part of it');
  if (event.type !== 'subtask-start' || event.kind === 'navigation') return;
  throw new Unlearnable(
    event.kind === 'for_loop'
      ? 'the agent went through items that it had found on a page'
      : 'the planner put its data together from several parts',
  );
}

function extractStep(action: JsonObject, status: string): readonly ExtractStep[] {
  if (action.action_type !== 'extract' || status !== 'completed') return [];
  return [{ type: 'extract', goal: textOrNull(action.goal) }];
}

function pageStep(
  action: JsonObject,
  result: JsonObject,
  reasoning: string | null,
  effect: string,
): PageStep {
  const checked = checkAction(action);
  if (!checked.ok)
    throw new Unlearnable(`its action \`${String(action.action_type)}\` is not known any more`);
  const { events } = result;
  return {
    type: 'action',
    action: checked.value,
    target: targetOf(result.target, reasoning),
    dropTarget: targetOf(result.drop_target, reasoning),
    urlBefore: textOrNull(result.url_before) ?? '',
    urlAfter: textOrNull(result.url_after) ?? '',
    hasWorldEffect: (textOrNull(result.effect) ?? effect) === 'world',
    events: Array.isArray(events) ? events.flatMap((each) => recordOrNone(each)) : [],
  };
}

/** Reads the element of a recorded action; null when the record does not describe it. */
export function targetOf(value: Json | undefined, reasoning: string | null): ScriptTarget | null {
  const target = asRecord(value);
  if (!target) return null;
  const { kind, name, fingerprint, selectors, frame } = target;
  const texts = Array.isArray(selectors) ? selectors.filter((each) => typeof each === 'string') : [];
  const features = recordOrNone(fingerprint);
  if (typeof kind !== 'string' || typeof name !== 'string' || (texts.length === 0 && features.length === 0))
    return null;
  return {
    ...{ kind, name, fingerprint: features[0] ?? null, selectors: texts },
    // Its parameters may hold a session or a token, and are not compared.
    ...(typeof frame === 'string' ? { frame: frame.replace(/[?#].*$/s, '') } : {}),
    ...(reasoning === null ? {} : { reason: reasoning }),
  };
}

function recordOrNone(value: unknown): readonly JsonObject[] {
  const record = asRecord(value);
  return record === null ? [] : [record as JsonObject];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
