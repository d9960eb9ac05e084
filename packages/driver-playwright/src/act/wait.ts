import type { PageAction } from '@runwright/contract';
import { waitForActivity } from '../settle.ts';
import type { ActionContext } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';

/** No wait is longer. */
const longestMs = 10_000;
/** How often the page is looked at while nothing is loaded. */
const lookMs = 200;

/** `wait`: for a text or an element to come, for one to go, or for a time. */
export async function wait(
  hands: ActionContext,
  action: Extract<PageAction, { action_type: 'wait' }>,
): Promise<Outcome> {
  const value = String(action.value);
  const startedAt = hands.now();
  const left = (): number => longestMs - (hands.now() - startedAt);
  if (action.for === 'ms') {
    const ms = Math.min(longestMs, Math.max(0, Number(value) || 0));
    await pause(hands, startedAt + ms);
    return done(`Waited ${Math.round(ms)} ms.`, { dispatch: 'none' });
  }
  for (;;) {
    if (await holds(hands, action.for, value))
      return done(`\`${value.slice(0, 100)}\` is ${action.for === 'gone' ? 'gone' : 'there'}.`, {
        dispatch: 'none',
      });
    if (left() <= 0) {
      return failed(
        'timeout',
        `\`${value.slice(0, 100)}\` was waited for, and after ${longestMs / 1_000} s it is ${action.for === 'gone' ? 'still there' : 'not there'}.`,
        { dispatch: 'none' },
      );
    }
    await waitForActivity(hands.tab.activity, Math.min(lookMs, left()), hands.signal);
  }
}

async function pause(hands: ActionContext, until: number): Promise<void> {
  while (hands.now() < until && !hands.signal.aborted) {
    await waitForActivity(hands.tab.activity, until - hands.now(), hands.signal);
  }
}

async function holds(hands: ActionContext, what: 'text' | 'gone' | 'id', value: string): Promise<boolean> {
  const { reader } = hands.tab;
  const { text } = await reader.peek(hands.signal);
  const isId = /^[a-z]{1,3}\d+$/.test(value);
  const isThere = isId && what !== 'text' ? reader.lastSeen(value) !== undefined : includes(text, value);
  return what === 'gone' ? !isThere : isThere;
}

function includes(text: string, part: string): boolean {
  const plain = (words: string): string => words.replace(/\s+/g, ' ').trim().toLowerCase();
  return plain(text).includes(plain(part));
}
