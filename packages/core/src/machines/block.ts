import type { FailureCategory, RetryPolicy } from '@runwright/contract';
import { assign, initialTransition, type SnapshotFrom, setup, transition } from 'xstate';

/** The end of one attempt. The category of a failure decides whether it is retried. */
export interface AttemptEnd {
  readonly status: 'completed' | 'failed' | 'terminated' | 'timed_out' | 'canceled' | 'skipped';
  readonly category: FailureCategory | null;
}

/** An event of a block. */
export type BlockEvent =
  /** The config is ready and the attempt begins. */
  | { readonly type: 'render' }
  /** The time of the next attempt has come. */
  | { readonly type: 'due' }
  | ({ readonly type: 'end' } & AttemptEnd)
  /** The block's own deadline passed: nothing is tried again. */
  | { readonly type: 'deadline' }
  /** The worker of a running attempt is gone. */
  | { readonly type: 'lose'; readonly repeatable: boolean };

/** Input of a block machine: its retry policy and its rows in the journal. */
export interface BlockInput {
  readonly retry: Pick<RetryPolicy, 'max_retries'>;
  /** Number of the attempt that is next or under way; the first is 1. */
  readonly attempt: number;
  /** Retries that were used up. */
  readonly retries: number;
  /** Attempts that went down with a worker. */
  readonly lost: number;
}

/** Lost attempts of one block after which it fails instead of being repeated. */
const maxLostAttempts = 3;

const stoppable = { deadline: '#block.timed_out' } as const;

/**
 * One visit of a block: rendering, attempting, backing off, and its six ends. An attempt whose row is `waiting` or
 * `paused` is still attempting; the status of the row is the state of `attemptMachine`. Pure: a delay is a stored time outside, because a pending delay of a machine does not
 * outlive its process.
 */
export const blockMachine = setup({
  types: { input: {} as BlockInput, context: {} as BlockInput, events: {} as BlockEvent },
  guards: {
    mayRetry: ({ context, event }) =>
      event.type === 'end' &&
      (event.status === 'failed' || event.status === 'timed_out') &&
      event.category !== 'bot_detection' &&
      context.retries < context.retry.max_retries,
    mayRepeat: ({ context, event }) =>
      event.type === 'lose' && event.repeatable && context.lost + 1 < maxLostAttempts,
    isCompleted: ({ event }) => event.type === 'end' && event.status === 'completed',
    isTerminated: ({ event }) => event.type === 'end' && event.status === 'terminated',
    isTimedOut: ({ event }) => event.type === 'end' && event.status === 'timed_out',
    isCanceled: ({ event }) => event.type === 'end' && event.status === 'canceled',
    isSkipped: ({ event }) => event.type === 'end' && event.status === 'skipped',
  },
  actions: {
    retry: assign(({ context }) => ({ attempt: context.attempt + 1, retries: context.retries + 1 })),
    repeat: assign(({ context }) => ({ attempt: context.attempt + 1, lost: context.lost + 1 })),
  },
}).createMachine({
  id: 'block',
  context: ({ input }) => input,
  initial: 'working',
  states: {
    working: {
      initial: 'rendering',
      on: {
        ...stoppable,
        end: [
          { guard: 'mayRetry', target: 'backing_off', actions: 'retry' },
          { guard: 'isCompleted', target: 'completed' },
          { guard: 'isTerminated', target: 'terminated' },
          { guard: 'isTimedOut', target: 'timed_out' },
          { guard: 'isCanceled', target: 'canceled' },
          { guard: 'isSkipped', target: 'skipped' },
          { target: 'failed' },
        ],
        lose: [
          { guard: 'mayRepeat', target: 'working', actions: 'repeat', reenter: true },
          { target: 'failed' },
        ],
      },
      states: {
        rendering: { on: { render: 'attempting' } },
        attempting: {},
      },
    },
    backing_off: { on: { ...stoppable, due: 'working' } },
    completed: { type: 'final' },
    failed: { type: 'final' },
    terminated: { type: 'final' },
    timed_out: { type: 'final' },
    canceled: { type: 'final' },
    skipped: { type: 'final' },
  },
});

type BlockState = SnapshotFrom<typeof blockMachine>;

/** The state of a block that begins with this. */
export function initialBlockState(input: BlockInput): BlockState {
  const key = `${input.retry.max_retries} ${input.attempt} ${input.retries} ${input.lost}`;
  const known = beginnings.get(key);
  if (known) return known;
  const [state] = initialTransition(blockMachine, input);
  if (input.attempt === 1) beginnings.set(key, state);
  return state;
}

/** The state after an event. */
export function nextBlockState(state: BlockState, event: BlockEvent): BlockState {
  const key = Object.values(event).join(' ');
  const known = nextStates.get(state)?.get(key);
  if (known) return known;
  const [next] = transition(blockMachine, state, event);
  const after = nextStates.get(state) ?? new Map<string, BlockState>();
  nextStates.set(state, after.set(key, next));
  return next;
}

/** First attempts begin alike, and a state never changes, so that most blocks go through the same few states. */
const beginnings = new Map<string, BlockState>();
const nextStates = new WeakMap<BlockState, Map<string, BlockState>>();

/** Milliseconds before retry `number` (1 is the first): `backoff_seconds * factor^(number-1)`, moved by at most `jitter`, at most one hour. */
export function backoffMs(retry: RetryPolicy, number: number, random: number): number {
  const seconds = retry.backoff_seconds * retry.factor ** (number - 1);
  const moved = seconds * (1 + retry.jitter * (random * 2 - 1));
  return Math.round(Math.min(moved, 3600) * 1000);
}
