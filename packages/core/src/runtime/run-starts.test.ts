import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { memoryStore } from '../local-drivers/memory-store.ts';
import { createRunStarts, type RunStartLimit } from './run-starts.ts';

function scene(limit: RunStartLimit | null) {
  const clock = manualClock();
  const store = memoryStore();
  const createdAt: number[] = [];
  const list: typeof store.runs.list = async ({ createdAfter = 0, page }) => {
    const within = createdAt.filter((at) => at >= createdAfter).toReversed();
    const items = within.slice(page - 1, page).map((at) => ({ createdAt: at }));
    return { items: items as never, next: null };
  };
  const starts = createRunStarts({ store: { runs: { ...store.runs, list } }, clock }, limit);
  const start = () =>
    starts.admit('o_acme', async () => {
      await Promise.resolve();
      createdAt.push(clock.now());
    });
  return { clock, createdAt, start, admit: starts.admit };
}

it('no more runs are started in a time than the limit allows, also when they start at the same moment', async () => {
  const { createdAt, start } = scene({ max: 3, windowSeconds: 60 });
  const started = await Promise.allSettled(Array.from({ length: 10 }, () => start()));
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(createdAt).toHaveLength(3);
});

it('a refused start says when the next one is possible, and is', async () => {
  const { clock, start } = scene({ max: 2, windowSeconds: 60 });
  await start();
  await clock.advance(10_000);
  await start();
  await clock.advance(20_000);
  await expect(start()).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Rate limit exceeded: at most 2 run starts per 60 seconds',
    details: { retry_after_seconds: 30 },
  });
  await clock.advance(30_000);
  await start();
  await expect(start()).rejects.toMatchObject({ details: { retry_after_seconds: 10 } });
});

it('a start that fails does not count and holds up no other one', async () => {
  const { admit, createdAt, start } = scene({ max: 1, windowSeconds: 60 });
  await expect(admit('o_acme', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await start();
  expect(createdAt).toHaveLength(1);
});

it('without a limit all starts are admitted', async () => {
  const { createdAt, start } = scene(null);
  for (let count = 0; count < 20; count += 1) await start();
  expect(createdAt).toHaveLength(20);
});
