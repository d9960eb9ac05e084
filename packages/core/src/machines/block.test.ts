import { expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type BlockEvent,
  type BlockInput,
  backoffMs,
  blockMachine,
  initialBlockState,
  nextBlockState,
} from './block.ts';

const fresh: BlockInput = { retry: { max_retries: 0 }, attempt: 1, retries: 0, lost: 0 };

function after(events: readonly BlockEvent[], input: Partial<BlockInput> = {}) {
  let [state] = initialTransition(blockMachine, { ...fresh, ...input });
  for (const event of events) [state] = transition(blockMachine, state, event);
  return state;
}
const end = (
  status: 'completed' | 'failed' | 'terminated' | 'timed_out' | 'canceled' | 'skipped',
): BlockEvent => ({
  type: 'end',
  status,
  category: null,
});

it('an attempt is rendered, executed and ends as it ended', () => {
  expect(after([{ type: 'render' }]).value).toEqual({ working: 'attempting' });
  for (const status of ['completed', 'failed', 'terminated', 'timed_out', 'canceled', 'skipped'] as const) {
    expect(after([{ type: 'render' }, end(status)]).value).toBe(status);
  }
});

it('a config that cannot be rendered fails the block', () => {
  expect(after([end('failed')]).value).toBe('failed');
});

it('a failure is retried as often as the policy says', () => {
  const retry = { max_retries: 2 };
  const once = after([{ type: 'render' }, end('failed')], { retry });
  expect(once.value).toBe('backing_off');
  expect(once.context).toMatchObject({ attempt: 2, retries: 1 });
  const thrice = [end('failed'), { type: 'due' }, end('timed_out'), { type: 'due' }, end('failed')] as const;
  expect(after(thrice, { retry }).value).toBe('failed');
  expect(after([end('failed')], { retry, retries: 2 }).value).toBe('failed');
});

it('a judgement, a cancel and a bot wall are not retried', () => {
  const retry = { max_retries: 5 };
  expect(after([end('terminated')], { retry }).value).toBe('terminated');
  expect(after([end('canceled')], { retry }).value).toBe('canceled');
  expect(after([{ type: 'end', status: 'failed', category: 'bot_detection' }], { retry }).value).toBe(
    'failed',
  );
});

it('the deadline of the block ends it in every state, without a retry', () => {
  const retry = { max_retries: 5 };
  expect(after([{ type: 'render' }, { type: 'deadline' }], { retry }).value).toBe('timed_out');
  expect(after([end('failed'), { type: 'deadline' }], { retry }).value).toBe('timed_out');
});

it('a lost attempt is repeated twice at most and uses up no retry', () => {
  const lose: BlockEvent = { type: 'lose', repeatable: true };
  const repeated = after([{ type: 'render' }, lose]);
  expect(repeated.value).toEqual({ working: 'rendering' });
  expect(repeated.context).toMatchObject({ attempt: 2, retries: 0, lost: 1 });
  expect(after([lose, lose, lose]).value).toBe('failed');
  expect(after([{ type: 'lose', repeatable: false }]).value).toBe('failed');
});

it('a block that ended takes no further event', () => {
  const events: BlockEvent[] = [end('failed'), { type: 'deadline' }, { type: 'due' }];
  for (const event of events) expect(after([end('completed'), event]).value).toBe('completed');
});

it('a back-off grows by its factor, moves by its jitter and stays within an hour', () => {
  const retry = { max_retries: 9, backoff_seconds: 10, factor: 3, jitter: 0 };
  expect([1, 2, 3].map((number) => backoffMs(retry, number, 0.5))).toEqual([10_000, 30_000, 90_000]);
  expect(backoffMs(retry, 9, 0.5)).toBe(3_600_000);
  expect(backoffMs({ ...retry, jitter: 0.5 }, 1, 0)).toBe(5000);
  expect(backoffMs({ ...retry, jitter: 0.5 }, 1, 1)).toBe(15_000);
});

it('a state that was reached before is the same state again', () => {
  const input = { retry: { max_retries: 1 }, attempt: 1, retries: 0, lost: 0 };
  const failed = { type: 'end', status: 'failed', category: 'block' } as const;
  const walk = () => nextBlockState(nextBlockState(initialBlockState(input), { type: 'render' }), failed);
  expect(walk()).toBe(walk());
  expect(walk().value).toBe('backing_off');
  const bot = { ...failed, category: 'bot_detection' } as const;
  expect(nextBlockState(nextBlockState(initialBlockState(input), { type: 'render' }), bot).value).toBe(
    'failed',
  );
});
