import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { waitForActivity } from '../settle/settle.ts';

/** Longest wait in ms. */
const longestMs = 10_000;
/** Interval in ms of polling while nothing is loaded. */
const pollMs = 200;

/** `wait`: for a text or an element to come, for one to go, or for a time. */
export async function wait(context: ActionContext, action: PageActionOf<'wait'>): Promise<ActionOutcome> {
  const value = String(action.value);
  const quoted = context.secrets.maskAll(value).slice(0, 100);
  const startedAt = context.now();
  const left = (): number => longestMs - (context.now() - startedAt);
  if (action.for === 'ms') {
    const ms = Math.min(longestMs, Math.max(0, Number(value) || 0));
    await pause(context, startedAt + ms);
    return done(`Waited ${Math.round(ms)} ms.`, { dispatch: 'none' });
  }
  for (;;) {
    if (await holds(context, action.for, value))
      return done(`\`${quoted}\` is ${action.for === 'gone' ? 'gone' : 'there'}.`, {
        dispatch: 'none',
      });
    if (left() <= 0) {
      return failed(
        'timeout',
        `\`${quoted}\` is ${action.for === 'gone' ? 'still there' : 'not there'} after ${longestMs / 1_000} s.`,
        { dispatch: 'none' },
      );
    }
    await waitForActivity(context.tab.activity, Math.min(pollMs, left()), context.signal);
  }
}

async function pause(context: ActionContext, until: number): Promise<void> {
  while (context.now() < until && !context.signal.aborted) {
    await waitForActivity(context.tab.activity, until - context.now(), context.signal);
  }
}

async function holds(context: ActionContext, what: 'text' | 'gone' | 'id', value: string): Promise<boolean> {
  const { reader } = context.tab;
  const { mask, findMask } = context.secrets;
  const text = mask((await reader.peek(context.signal, findMask)).text);
  const isId = /^[a-z]{1,3}\d+$/.test(value);
  const isThere = isId && what !== 'text' ? reader.lastSeen(value) !== undefined : includes(text, value);
  return what === 'gone' ? !isThere : isThere;
}

function includes(text: string, part: string): boolean {
  const plain = (words: string): string => words.replace(/\s+/g, ' ').trim().toLowerCase();
  return plain(text).includes(plain(part));
}
