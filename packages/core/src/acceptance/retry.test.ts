import { defineBlock, RunwrightError, type Store, Type } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import { flowEngine, task, type Word } from './flow.test-helpers.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene(
  script: Readonly<Record<string, readonly Word[]>> = {},
  options: EngineOptions = {},
  clock = manualClock(),
) {
  const made = await flowEngine(clock, script, options);
  open.push(made.engine);
  return made;
}

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

/** A block that always ends with the error that its node names. */
const thrower = defineBlock({
  type: 'throw',
  config: Type.Object({ code: Type.String(), category: Type.Optional(Type.String()) }),
  output: Type.Unknown(),
  async run({ code, category }) {
    const details = category === undefined ? {} : { failure_category: category };
    throw new RunwrightError(code as 'block_failed', `it threw ${code}`, { details });
  },
});

it.each([
  { code: 'block_failed', attempts: 3 },
  { code: 'timed_out', attempts: 3 },
  { code: 'model_failed', attempts: 3 },
  { code: 'terminated', attempts: 1 },
  { code: 'canceled', attempts: 1 },
  { code: 'block_failed', category: 'bot_detection', attempts: 1 },
])('an attempt that ends with $code $category is made $attempts times', async ({ attempts, ...config }) => {
  const { begin, finished, rows } = await scene({}, { blocks: [thrower] });
  const run = await begin([{ block_type: 'throw', label: 't', ...config, retry: { max_retries: 2 } }]);
  await finished(run);
  expect(await rows(run)).toHaveLength(attempts);
});

it('the deadline of the block counts through its attempts, and ends retrying', async () => {
  const { begin, began, finished, rows, ran, clock } = await scene({ A: ['fail', 'hang'] });
  const run = await begin([task('A', { timeout_seconds: 30, retry: { max_retries: 5 } })]);
  await began(run, 'A');
  await clock.advance(30_000);
  expect((await finished(run)).failureReason).toContain('timed_out');
  expect(ran).toEqual(['A', 'A']);
  expect(await rows(run)).toEqual(['A failed', 'A timed_out']);
});

it('a deadline that passes in a back-off ends the block without another attempt', async () => {
  const { begin, until, finished, ran, clock } = await scene({ A: ['fail'] });
  const retry = { max_retries: 5, backoff_seconds: 100 };
  const run = await begin([task('A', { timeout_seconds: 60, retry })]);
  await until(run, (event) => event.type === 'block-end');
  await clock.advance(60_000);
  const ended = await finished(run);
  expect(ended.failureReason).toContain('timed_out');
  expect(ran).toEqual(['A']);
});

it('back-offs grow by their factor and never last longer than an hour', async () => {
  const { begin, until, finished, ran, clock } = await scene({ A: ['fail'] });
  const retry = { max_retries: 3, backoff_seconds: 1000, factor: 3 };
  const run = await begin([task('A', { retry })], { max_elapsed_time_minutes: 480 });
  await until(run, (event) => event.type === 'block-end');
  for (const seconds of [1000, 3000, 3600]) {
    const before = ran.length;
    await clock.advance(seconds * 1000 - 1);
    expect(ran).toHaveLength(before);
    await clock.advance(1);
    expect(ran).toHaveLength(before + 1);
  }
  expect((await finished(run)).status).toBe('failed');
});

it('a back-off goes on in the next process', async () => {
  const store = keptStore();
  const clock = manualClock();
  const first = await scene({ A: ['fail'] }, { drivers: { store } }, clock);
  const run = await first.begin([task('A', { retry: { max_retries: 1, backoff_seconds: 600 } })]);
  await first.until(run, (event) => event.type === 'block-end');
  await first.engine.close();
  await clock.advance(300_000);
  const second = await scene({}, { drivers: { store }, settings: { takeOver: true } }, clock);
  await clock.advance(299_999);
  expect(second.ran).toEqual([]);
  await clock.advance(1);
  expect((await second.finished(run)).status).toBe('completed');
  expect(second.ran).toEqual(['A']);
});

it('an attempt that went down with its worker uses up no retry', async () => {
  const store = keptStore();
  const first = await scene({ A: ['hang'] }, { drivers: { store } });
  const run = await first.begin([task('A', { retry: { max_retries: 1 } })]);
  await first.began(run, 'A');
  await first.engine.close();
  const second = await scene({ A: ['fail', 'ok'] }, { drivers: { store }, settings: { takeOver: true } });
  expect((await second.finished(run)).status).toBe('completed');
  expect((await store.attempts.read(run.runId)).map((row) => row.status)).toEqual([
    'lost',
    'failed',
    'completed',
  ]);
});

it('the short form counts when the policy itself asks for no retries', async () => {
  const short = defineBlock({
    type: 'short',
    config: Type.Object({ max_retries: Type.Optional(Type.Integer()) }),
    output: Type.Unknown(),
    run: async () => {
      throw new RunwrightError('block_failed', 'no');
    },
  });
  const { begin, finished, rows } = await scene({}, { blocks: [short] });
  const run = await begin([{ block_type: 'short', label: 's', max_retries: 2, retry: { max_retries: 0 } }]);
  await finished(run);
  expect(await rows(run)).toHaveLength(3);
});

it('the short form waits as the policy says', async () => {
  const short = defineBlock({
    type: 'short',
    config: Type.Object({ max_retries: Type.Optional(Type.Integer()) }),
    output: Type.Unknown(),
    run: async () => {
      throw new RunwrightError('block_failed', 'no');
    },
  });
  const { begin, until, finished, rows, clock } = await scene({}, { blocks: [short] });
  const run = await begin([
    { block_type: 'short', label: 's', max_retries: 1, retry: { backoff_seconds: 60 } },
  ]);
  await until(run, (event) => event.type === 'block-end');
  await clock.advance(60_000);
  await finished(run);
  expect(await rows(run)).toHaveLength(2);
});

it('the elapsed limit ends a run that waits while every worker is busy with others', async () => {
  const { begin, began, finished, clock } = await scene({ B: ['hang'] }, { settings: { concurrency: 1 } });
  const waiting = { block_type: 'wait', label: 'w', wait_sec: 1800 };
  const run = await begin([waiting], { max_elapsed_time_minutes: 3 });
  await began(run, 'w');
  const busy = await begin([task('B')]);
  await began(busy, 'B');
  await clock.advance(5 * 60_000);
  expect(await finished(run)).toMatchObject({ status: 'timed_out', failureCategory: 'limit' });
});
