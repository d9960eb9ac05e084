import {
  type Json,
  type ManualAction,
  type Run,
  type TimelineEvent,
  Type,
  takeOverEnds,
} from '@runwright/contract';
import { date, text, textOrNull } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

const numberOrNull = Type.Union([Type.Number(), Type.Null()]);

/** An entry of the `actions` of a take-over: what a person has done to the browser. */
export const TakeOverAction = Type.Object(
  {
    action_id: text,
    action_type: Type.Enum([
      'click',
      'input_text',
      'keypress',
      'scroll',
      'drag',
      'goto_url',
      'go_back',
      'go_forward',
      'reload_page',
    ] satisfies ManualAction['kind'][]),
    description: Type.Union([Type.String(), Type.Null()], {
      description: 'The element, such as `button "Send"`; null when it is not known.',
    }),
    x: Type.Union([Type.Number(), Type.Null()], { description: 'CSS pixels; null for what has no place.' }),
    y: numberOrNull,
    dx: Type.Union([Type.Number(), Type.Null()], {
      description: 'How far, CSS pixels, of `drag` and `scroll`; else null.',
    }),
    dy: numberOrNull,
    button: Type.Union([Type.Enum(['left', 'middle', 'right']), Type.Null()], {
      description: 'Of `click`; else null.',
    }),
    text: Type.Union([Type.String(), Type.Null()], {
      description: 'What was typed; null when `masked`, and for other actions.',
    }),
    masked: Type.Boolean({ description: 'The field was secret: what was typed there is nowhere recorded.' }),
    keys: Type.Union([Type.String(), Type.Null()], { description: 'Of `keypress`, such as `Control+a`.' }),
    count: Type.Integer({ description: 'Clicks at once, or how often the keys were pressed in a row.' }),
    url: textOrNull,
    created_at: date,
  },
  { title: 'TakeOverAction' },
);

/** The `take_over` of an item: a person had control of the browser. */
export const TakeOver = Type.Object(
  {
    take_over_id: text,
    workflow_run_id: text,
    organization_id: text,
    workflow_run_block_id: textOrNull,
    status: Type.Enum(['running', 'ended']),
    api_key_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The key of the person, or with which their token was made.',
    }),
    ended_by: Type.Union([Type.Enum([...takeOverEnds]), Type.Null()], {
      description: 'Why control ended; null until then.',
    }),
    created_at: date,
    modified_at: date,
    duration: Type.Union([Type.Number(), Type.Null()], { description: 'Seconds; null until the end.' }),
    actions: Type.Array(TakeOverAction),
  },
  { title: 'TakeOver' },
);

type TakeOverRecord = Record<string, Json> & { actions: Json[] };

/** Converts the start of a take-over to the `take_over` of an item. */
export function toTakeOver(
  run: Run,
  event: TimelineEvent & { readonly type: 'take-over-start' },
): TakeOverRecord {
  return {
    take_over_id: event.eventId,
    workflow_run_id: run.workflowRunId,
    organization_id: run.organizationId,
    workflow_run_block_id: event.blockRunId,
    status: 'running',
    api_key_id: event.apiKeyId,
    ended_by: null,
    created_at: formatDate(event.at),
    modified_at: formatDate(event.at),
    duration: null,
    actions: [],
  };
}

/** Adds what an event tells to a take-over; its actions stand in the order in which they were done. */
export function addToTakeOver(
  takeOver: Record<string, Json>,
  event: TimelineEvent & { readonly type: 'take-over-action' | 'take-over-end' },
): Record<string, Json> {
  const modified_at = formatDate(event.at);
  if (event.type === 'take-over-end') {
    const { reason, durationMs } = event;
    return { ...takeOver, status: 'ended', ended_by: reason, duration: durationMs / 1000, modified_at };
  }
  const actions = Array.isArray(takeOver.actions) ? takeOver.actions : [];
  return { ...takeOver, modified_at, actions: [...actions, toTakeOverAction(event)] };
}

function toTakeOverAction({
  eventId,
  at,
  action,
}: TimelineEvent & { readonly type: 'take-over-action' }): Record<string, Json> {
  const { kind, isMasked, description, x, y, dx, dy, button, text: typed, keys, count, url } = action;
  return {
    action_id: eventId,
    action_type: kind,
    ...{ description, x, y, dx, dy, button },
    text: typed,
    masked: isMasked,
    ...{ keys, count, url },
    created_at: formatDate(at),
  };
}
