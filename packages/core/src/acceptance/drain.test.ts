import { begunPriority, defineBlock, type RunQueue, type Store, Type } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { EngineOptions } from '../api/engine-options.ts';
import { memoryQueue } from '../local-drivers/memory-queue.ts';
import {
  type Asked,
  agentEngine,
  closeEngines,
  each,
  endedBlocks,
  type Told,
  task,
  whileHolds,
} from './agent-engine.test-helpers.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

afterEach(closeEngines);

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

/** Blocks that begin are told by `begun`, and end when they are released. */
function gate() {
  const begun = new Map<string, PromiseWithResolvers<void>>();
  const released = new Map<string, PromiseWithResolvers<void>>();
  const of = (of: Map<string, PromiseWithResolvers<void>>, label: string) => {
    const found = of.get(label) ?? Promise.withResolvers<void>();
    of.set(label, found);
    return found;
  };
  return {
    begun: (name: string) => of(begun, name).promise,
    release: (name: string) => of(released, name).resolve(),
    async script({ label, goal, signal }: Asked): Promise<Told | undefined> {
      const name = goal || label;
      of(begun, name).resolve();
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      await Promise.race([of(released, name).promise, promise]);
      return undefined;
    },
  };
}

async function next(store: Store, options: EngineOptions = {}) {
  return agentEngine(undefined, { ...options, drivers: { ...options.drivers, store } });
}

it('a drain lets the running block end, begins no other one, and hands the run over to the next process', async () => {
  const store = keptStore();
  const { script, begun, release } = gate();
  const first = await agentEngine(script, { drivers: { store } });
  const { runId } = await first.begin({ blocks: [task('a'), task('b')] });
  await begun('a');
  const drained = first.engine.drain();
  expect((await first.engine.health()).status).toBe('draining');
  release('a');
  await drained;
  expect(first.asked).toEqual(['a']);
  await first.engine.close();

  const second = await next(store);
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(second.asked).toEqual(['b']);
  expect(await endedBlocks(second, run)).toEqual(['a completed', 'b completed']);
});

it('a run that a drain hands over is delivered before all runs that have not begun, whatever their priorities', async () => {
  const clock = manualClock();
  const queue = memoryQueue({ clock });
  const given: unknown[] = [];
  const recorded: RunQueue = {
    ...queue,
    async claim(options) {
      const delivery = await queue.claim(options);
      return delivery && { ...delivery, release: async (release) => void given.push(release) };
    },
  };
  const { script, begun, release } = gate();
  const { engine, begin } = await agentEngine(script, { drivers: { clock, queue: recorded } });
  await begin({ blocks: [task('a'), task('b')] });
  await begun('a');
  const drained = engine.drain();
  release('a');
  await drained;
  expect(given).toEqual([{ delayMs: 0, priority: begunPriority }]);
});

it('a drain begins no run that comes meanwhile, and the next process does', async () => {
  const store = keptStore();
  const { script, begun, release } = gate();
  const first = await agentEngine(script, { drivers: { store } });
  await first.begin({ blocks: [task('a')] });
  await begun('a');
  const drained = first.engine.drain();
  const late = await first.begin({ blocks: [task('late')] });
  release('a');
  await drained;
  expect(first.asked).toEqual(['a']);
  await first.engine.close();
  const second = await next(store);
  expect((await second.engine.runs.finished(second.organizationId, late.runId)).status).toBe('completed');
});

it('a block that runs for longer than the drain time is stopped, and its run is not counted as a lost worker', async () => {
  const store = keptStore();
  const clock = manualClock();
  const { script, begun } = gate();
  const first = await agentEngine(script, { drivers: { store, clock }, settings: { drainMs: 5000 } });
  const { runId } = await first.begin({ blocks: [task('a')] });
  await begun('a');
  const drained = first.engine.drain();
  await clock.untilSleeping(1);
  await clock.advance(4999);
  expect((await store.attempts.read(runId)).map(({ status }) => status)).toEqual(['running']);
  await clock.advance(1);
  // A block has a second to stop by itself after its signal.
  await clock.advance(1000);
  await drained;
  await first.engine.close();
  const claimed = await store.runs.claim(runId, { owner: 'x', leaseMs: 1, now: clock.now() });
  expect(claimed?.lostWorkers ?? 0).toBe(0);
});

it('a block that three drains in a row have stopped is begun once more', async () => {
  const store = keptStore();
  const clock = manualClock();
  let runId = '';
  for (const round of [1, 2, 3]) {
    const { script, begun } = gate();
    const { engine, begin } = await agentEngine(script, {
      drivers: { store, clock },
      settings: { drainMs: 5000 },
    });
    if (round === 1) ({ runId } = await begin({ blocks: [task('a')] }));
    await begun('a');
    const drained = engine.drain();
    await clock.untilSleeping(1);
    await clock.advance(5000);
    await clock.advance(1000);
    await drained;
    await engine.close();
  }
  const last = await next(store, { drivers: { clock } });
  const run = await last.engine.runs.finished(last.organizationId, runId);
  expect(run).toMatchObject({ status: 'completed', errors: [] });
  expect((await store.attempts.read(runId)).map(({ status }) => status)).toEqual([
    'lost',
    'lost',
    'lost',
    'completed',
  ]);
});

it('a loop whose condition would be asked next is handed over in the middle, and goes on', async () => {
  const store = keptStore();
  const { script, begun, release } = gate();
  const first = await agentEngine(script, { drivers: { store } });
  const loop = whileHolds('L', '{{ current_index < 2 }}', [task('x')]);
  const { runId } = await first.begin({ blocks: [loop] });
  await begun('x');
  const drained = first.engine.drain();
  release('x');
  await drained;
  await first.engine.close();
  expect(first.asked).toEqual(['x']);
  const second = await next(store);
  expect((await second.engine.runs.finished(second.organizationId, runId)).status).toBe('completed');
  expect(second.asked).toEqual(['x']);
});

it('an iteration that is at work is not stopped when another one of its loop is handed over', async () => {
  const store = keptStore();
  const clock = manualClock();
  const { script, begun, release } = gate();
  const first = await agentEngine(script, { drivers: { store, clock } });
  const body = [task('x', { navigation_goal: 'x{{ current_index }}' }), task('y')];
  const { runId } = await first.begin({ blocks: [each('L', [1, 2], body, { concurrency: 2 })] });
  await Promise.all([begun('x0'), begun('x1')]);
  const drained = first.engine.drain();
  release('x0');
  // Lets the first iteration come to its next block, which it does not begin.
  await clock.advance(0);
  release('x1');
  await drained;
  await first.engine.close();
  expect(first.asked.toSorted()).toEqual(['x: x0', 'x: x1']);
  const second = await next(store, { drivers: { clock } });
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(second.asked).toEqual(['y', 'y']);
});

it('a retry that a drain holds back is executed by the next process', async () => {
  const store = keptStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const first = await agentEngine(
    async () => {
      began.resolve();
      await promise;
      return { fails: 'not yet' };
    },
    { drivers: { store } },
  );
  const { runId } = await first.begin({
    blocks: [task('a', { retry: { max_retries: 1, backoff_seconds: 0 } })],
  });
  await began.promise;
  const drained = first.engine.drain();
  resolve();
  await drained;
  await first.engine.close();
  const second = await next(store);
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(second.asked).toEqual(['a']);
});

it('a run that keeps its worker while it waits is handed over at once', async () => {
  const store = keptStore();
  const clock = manualClock();
  const open = defineBlock({
    type: 'open',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, { browser }) {
      await browser();
      return {};
    },
  });
  const drivers = { store, clock, browser: fakeBrowser({ pages: [] }) };
  const first = await agentEngine(undefined, { blocks: [open], drivers });
  const blocks = [
    { block_type: 'open', label: 'o' },
    { block_type: 'wait', label: 'w', wait_sec: 60 },
    task('a'),
  ];
  const { runId } = await first.begin({ blocks });
  for await (const event of first.engine.runs.events(first.organizationId, runId)) {
    if (event.type === 'block-start' && event.label === 'w') break;
  }
  await first.engine.drain();
  await first.engine.close();
  expect((await store.attempts.read(runId)).map(({ status }) => status)).toEqual(['completed', 'waiting']);
  const second = await next(store, {
    blocks: [open],
    drivers: { ...drivers, browser: fakeBrowser({ pages: [] }) },
  });
  await clock.untilSleeping(1);
  await clock.advance(60_000);
  expect((await second.engine.runs.finished(second.organizationId, runId)).status).toBe('completed');
});
