import type { ActionResult, Json, JsonObject, PageEvent } from '@runwright/contract';
import type { AgentAction } from './agent-actions.ts';

/** Describes what a page action did, for the history and the next prompt. */
export function resultText({ status, code, message, urlBefore, urlAfter, events }: ActionResult): string {
  const failure = status === 'failed' ? `failed${code ? ` (${code})` : ''}, ` : '';
  const more = [
    status === 'no_effect' ? 'no effect' : '',
    urlBefore === urlAfter ? '' : `now at ${urlAfter}`,
    ...events.map(eventText),
  ].filter(Boolean);
  const text = `${failure}${message}`;
  return more.length === 0 ? text : [text.replace(/\.$/, ''), ...more].join('; ');
}

function eventText(event: PageEvent): string {
  switch (event.type) {
    case 'dialog': {
      const times = event.times === undefined ? '' : ` ${event.times} times`;
      const silenced = event.silenced ? ', and the page may ask no more' : '';
      return `${dialogText(event)}${times}${silenced}`;
    }
    case 'download':
      return `download of ${event.filename} ${event.status}${event.reason === undefined ? '' : `, ${event.reason}`}`;
    case 'popup':
      return event.refused ? 'a new tab was closed, there are too many' : `new tab ${event.tab}`;
    case 'file_chooser':
      return 'the page asked for a file and got none, use `upload_file`';
    case 'request_refused':
      return `a request to ${event.origin} was refused: ${event.reason}`;
    case 'crash':
      return `the page crashed: ${event.message}`;
    case 'navigation':
      return '';
  }
}

/** Describes a JavaScript dialog and its answer. */
export function dialogText({ kind, text, decision, answer }: Extract<PageEvent, { type: 'dialog' }>): string {
  return `${kind} "${text}" was ${decision}${answer === undefined ? '' : ` with "${answer}"`}`;
}

/** Describes an action in one line for the history, such as `click a12 count=2`. */
export function describeAction(action: AgentAction): string {
  const { action_type, reason: _reason, ...fields } = action;
  const { id, ...rest }: { readonly id?: Json; readonly [name: string]: Json | undefined } = fields;
  const values = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [action_type, ...(typeof id === 'string' ? [id] : []), ...values].join(' ');
}

/** Returns the text by which equal actions are recognized. */
export function actionKey(action: AgentAction): string {
  const { reason: _reason, ...fields } = toActionRecord(action);
  return JSON.stringify(fields);
}

/** Returns the action as recorded on the timeline, without null members. */
export function toActionRecord(action: AgentAction): JsonObject & { readonly reason?: Json } {
  const members = Object.entries<Json | undefined>(action);
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );
}
