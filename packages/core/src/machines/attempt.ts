import type { AttemptStatus } from '@runwright/contract';
import { initialTransition, setup, transition } from 'xstate';
import type { AttemptEnd } from './block.ts';

/** An event of an attempt. */
export type AttemptEvent =
  /** It begins later, or waits for a time or for a run that it started. */
  | { readonly type: 'wait' }
  /** It waits for a person. */
  | { readonly type: 'pause' }
  | { readonly type: 'end'; readonly status: AttemptEnd['status'] }
  /** Its worker is gone, so that it is repeated or failed. */
  | { readonly type: 'lose' };

const ends = {
  end: [
    { guard: 'isFailed', target: 'failed' },
    { guard: 'isTerminated', target: 'terminated' },
    { guard: 'isTimedOut', target: 'timed_out' },
    { guard: 'isCanceled', target: 'canceled' },
    // A block that was left out ended well and did nothing.
    { target: 'completed' },
  ],
  lose: 'lost',
} as const;

/**
 * The row of one attempt in the journal: its states are the statuses of the row. The row of a retry that waits for its time
 * is replaced by one that runs.
 */
export const attemptMachine = setup({
  types: { events: {} as AttemptEvent },
  guards: {
    isFailed: ({ event }) => event.type === 'end' && event.status === 'failed',
    isTerminated: ({ event }) => event.type === 'end' && event.status === 'terminated',
    isTimedOut: ({ event }) => event.type === 'end' && event.status === 'timed_out',
    isCanceled: ({ event }) => event.type === 'end' && event.status === 'canceled',
  },
}).createMachine({
  id: 'attempt',
  initial: 'running',
  states: {
    running: { on: { ...ends, wait: 'waiting', pause: 'paused' } },
    waiting: { on: ends },
    paused: { on: ends },
    completed: { type: 'final' },
    failed: { type: 'final' },
    terminated: { type: 'final' },
    timed_out: { type: 'final' },
    canceled: { type: 'final' },
    lost: { type: 'final' },
  },
});

/** Status of an attempt that begins. */
export const initialAttemptStatus: AttemptStatus = initialTransition(attemptMachine)[0].value;

/** The status after an event; the same one when the event means nothing in it. */
export function nextAttemptStatus(status: AttemptStatus, event: AttemptEvent): AttemptStatus {
  const key = `${status} ${event.type} ${event.type === 'end' ? event.status : ''}`;
  const known = statuses.get(key);
  if (known !== undefined) return known;
  const [next] = transition(attemptMachine, attemptMachine.resolveState({ value: status }), event);
  statuses.set(key, next.value);
  return next.value;
}

/** Cached transitions: the machine is pure, and there are few statuses and events. */
const statuses = new Map<string, AttemptStatus>();
