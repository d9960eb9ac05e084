import type { LiveCommand, LiveMessage } from '@runwright/client';

/** Input of the person who has control. Points are CSS pixels from the top left of the page. */
export type LiveInput = Exclude<LiveCommand, { readonly type: 'take-over' | 'hand-back' }>;

const known: ReadonlySet<unknown> = new Set([
  'state',
  'granted',
  'refused',
  'handed-back',
  'hidden-typed',
  'error',
]);

/** Reads a text message; null for one of a later version of the protocol. */
export function readLiveMessage(text: string): LiveMessage | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('type' in value) || !known.has(value.type))
    return null;
  return value as LiveMessage;
}

/** Characters of one `text` message. */
const longestText = 2000;

/** Splits a text into messages, never within a character. */
export function textMessages(text: string): readonly LiveInput[] {
  const messages: LiveInput[] = [];
  let part = '';
  for (const character of text) {
    if (part.length + character.length > longestText) {
      messages.push({ type: 'text', text: part });
      part = '';
    }
    part += character;
  }
  if (part !== '') messages.push({ type: 'text', text: part });
  return messages;
}
