import type { FinalRunStatus, RunStatus } from '@runwright/contract';
import { setup, transition } from 'xstate';

/** An event of a run. */
export type RunEvent =
  /** The queue has the run's id. */
  | { readonly type: 'enqueue' }
  /** A worker holds the lease. */
  | { readonly type: 'start' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** The walk is over and the finally block begins. */
  | { readonly type: 'finalize' }
  /** The walk decided how the run ended. */
  | { readonly type: 'end'; readonly status: Exclude<FinalRunStatus, 'timed_out' | 'canceled'> }
  | { readonly type: 'cancel' }
  /** The elapsed limit passed. */
  | { readonly type: 'time-out' }
  /** The run's webhook could not be delivered. */
  | { readonly type: 'webhook-fail' }
  /** What a failed webhook has changed is taken back; `status`: the one with which the run ended. */
  | { readonly type: 'webhook-restore'; readonly status: RunStatus };

const ends = [
  { guard: 'isCompleted', target: 'completed' },
  { guard: 'isTerminated', target: 'terminated' },
  { target: 'failed' },
] as const;

const open = { cancel: 'canceled' } as const;
const started = { ...open, end: ends, 'time-out': 'timed_out' } as const;
const ended = { on: { 'webhook-fail': 'failed' } } as const;
const restored = [
  { guard: 'isCompleted', target: 'completed' },
  { guard: 'isTerminated', target: 'terminated' },
  { guard: 'isTimedOut', target: 'timed_out' },
  { guard: 'isCanceled', target: 'canceled' },
] as const;

/**
 * The life of a run. Pure: it does nothing and holds nothing but the status, so that it can be rebuilt from the run's
 * row at any time. The five last states take no event but the outcome of a webhook: the first final status wins.
 */
export const runMachine = setup({
  types: { events: {} as RunEvent },
  guards: {
    isCompleted: ({ event }) => statusIn(event) === 'completed',
    isTerminated: ({ event }) => statusIn(event) === 'terminated',
    isTimedOut: ({ event }) => statusIn(event) === 'timed_out',
    isCanceled: ({ event }) => statusIn(event) === 'canceled',
  },
}).createMachine({
  id: 'run',
  initial: 'created',
  states: {
    created: { on: { ...open, enqueue: 'queued', start: 'running', end: ends } },
    queued: { on: { ...open, start: 'running', end: ends } },
    running: { on: { ...started, pause: 'paused', finalize: 'finalizing' } },
    paused: { on: { ...started, resume: 'running' } },
    // The finally block may ask a person too.
    finalizing: { on: { ...started, pause: 'paused' } },
    completed: ended,
    failed: { on: { 'webhook-restore': restored } },
    terminated: ended,
    timed_out: ended,
    canceled: ended,
  },
});

/** The status after an event; the same one when the event means nothing in it. */
export function nextRunStatus(status: RunStatus, event: RunEvent): RunStatus {
  const key = `${status} ${event.type} ${statusIn(event) ?? ''}`;
  const known = statuses.get(key);
  if (known !== undefined) return known;
  const [next] = transition(runMachine, runMachine.resolveState({ value: status }), event);
  statuses.set(key, next.value);
  return next.value;
}

/** Cached transitions: the machine is pure, and there are few statuses and events. */
const statuses = new Map<string, RunStatus>();

function statusIn(event: RunEvent): RunStatus | null {
  return 'status' in event ? event.status : null;
}
