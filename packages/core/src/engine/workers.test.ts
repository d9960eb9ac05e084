import { defineBlock, type Store, Type } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { memoryQueue } from '../local-drivers/memory-queue.ts';
import { memoryStore } from '../local-drivers/memory-store.ts';
import { createEngine } from './create-engine.ts';

const engines: Engine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

const hang = defineBlock({
  type: 'hang',
  config: Type.Object({}),
  output: Type.Null(),
  run: (_config, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});

async function startEngine(store: Store, clock: ReturnType<typeof manualClock>, settings: object = {}) {
  const queue = memoryQueue({ clock });
  const engine = await createEngine({ blocks: [hang], drivers: { store, clock, queue }, settings });
  engines.push(engine);
  await engine.workers.announce('http://127.0.0.1:4000');
  await engine.start();
  return engine;
}

async function startRun(engine: Engine) {
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'hang', label: 'h' }] },
  });
  return engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
}

/** A store that several processes share, and which a closed engine leaves open. */
function sharedStore(clock: ReturnType<typeof manualClock>): Store {
  return { ...memoryStore(), now: () => clock.now(), close: async () => undefined };
}

it('each process of a shared store shows all workers, with the runs that they execute', async () => {
  const clock = manualClock();
  const store = sharedStore(clock);
  const worker = await startEngine(store, clock, { workerId: 'a', concurrency: 3, maxBrowsers: 2 });
  const api = await startEngine(store, clock, { concurrency: 0 });
  const { organizationId, runId } = await startRun(worker);
  await expect
    .poll(async () => (await api.runs.get(organizationId, runId)).status, { interval: 1 })
    .toBe('running');
  await clock.advance(10_000);
  expect((await api.workers.status()).workers).toEqual([
    {
      workerId: expect.stringMatching(/^a\/[\da-f-]{36}$/),
      name: 'a',
      hostName: expect.any(String),
      processId: process.pid,
      version: expect.any(String),
      places: 3,
      running: 1,
      leases: 1,
      browsers: 2,
      browsersHeld: 0,
      address: 'http://127.0.0.1:4000',
      startedAt: expect.any(Number),
      seenAt: clock.now(),
    },
  ]);
});

it('a worker that ends is not listed any more, and one that died not after 30 s', async () => {
  const clock = manualClock();
  const store = sharedStore(clock);
  const worker = await startEngine(store, clock, { workerId: 'a' });
  const api = await startEngine(store, clock, { concurrency: 0 });
  const [row] = await store.workers.list({ seenSince: 0 });
  await worker.close();
  expect((await api.workers.status()).workers).toEqual([]);
  if (row) await store.workers.report(row);
  expect((await api.workers.status()).workers).toHaveLength(1);
  await clock.advance(30_001);
  expect((await api.workers.status()).workers).toEqual([]);
});

it('a run that no worker takes is the oldest that waits', async () => {
  const clock = manualClock();
  const api = await startEngine(sharedStore(clock), clock, { concurrency: 0 });
  const { runId, organizationId } = await startRun(api);
  const since = clock.now();
  await clock.advance(5000);
  const { now, runs } = await api.workers.status();
  expect(now).toBe(since + 5000);
  expect(runs).toMatchObject({ waiting: 1, lostLeases: 0, oldestWaiting: { runId, organizationId, since } });
});

it('a lease whose worker is not listed is counted as lost', async () => {
  const clock = manualClock();
  const store = sharedStore(clock);
  const api = await startEngine(store, clock, { concurrency: 0 });
  const { runId } = await startRun(api);
  await store.runs.claim(runId, { owner: 'dead/1', leaseMs: 60_000, now: clock.now() });
  expect((await api.workers.status()).runs).toMatchObject({ waiting: 0, lostLeases: 1 });
});

it('the only process of a store shows itself and writes no reports', async () => {
  const clock = manualClock();
  const store: Store = { ...memoryStore(), close: async () => undefined };
  const engine = await startEngine(store, clock, { takeOver: true, workerId: 'only' });
  await clock.advance(20_000);
  expect((await engine.workers.status()).workers).toMatchObject([{ name: 'only', leases: 0 }]);
  expect(await store.workers.list({ seenSince: 0 })).toEqual([]);
});
