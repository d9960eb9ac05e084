import { defineBlock, type RunQueue, type Store, Type } from '@runwright/contract';
import { manualClock, openOutboxEntries } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { memoryQueue } from '../local-drivers/memory-queue.ts';
import { flowEngine, task } from './flow.test-helpers.ts';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** A handle on a store that outlives the engine that closes it. */
const handleOn = (store: Store): Store => ({ ...store, close: async () => undefined });

/** As many queues as there are engines; whatever is enqueued in one is delivered by all, so that the store must decide. */
function echoingQueues(count: number): readonly RunQueue[] {
  const queues = Array.from({ length: count }, () => memoryQueue());
  return queues.map((queue) => ({
    ...queue,
    async enqueue(runId, options) {
      await Promise.all(queues.map((each) => each.enqueue(runId, options)));
    },
  }));
}

it('two workers race for 200 runs, and each run is executed once', async () => {
  const store = storeUnderTest();
  const executed = new Map<string, string[]>();
  const engines = await Promise.all(
    echoingQueues(2).map((queue, index) => {
      const block = defineBlock({
        type: 'count',
        config: Type.Object({}),
        output: Type.Object({}),
        async run(_config, { runId, attempt, label }) {
          executed.set(runId, [...(executed.get(runId) ?? []), `${label}${attempt}`]);
          await new Promise((resolve) => setImmediate(resolve));
          return {};
        },
      });
      return createTestEngine({
        blocks: [block],
        drivers: { store: handleOn(store), queue },
        settings: { concurrency: 8, workerId: `worker-${index}` },
      });
    }),
  );
  open.push(...engines);
  const [first, second] = engines;
  if (!first || !second) throw new Error('two engines were wanted');
  const { organizationId } = await first.organizations.first();
  const count = (label: string) => ({ block_type: 'count', label });
  const { workflowPermanentId } = await first.workflows.create(organizationId, {
    title: 'Count',
    workflow_definition: { parameters: [], blocks: [count('a'), count('b')] },
  });
  await Promise.all([first.start(), second.start()]);
  const runs = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (index % 2 === 0 ? first : second).runs.start({ workflow_id: workflowPermanentId }, { organizationId }),
    ),
  );
  for (const { runId } of runs) {
    expect((await first.runs.finished(organizationId, runId)).status).toBe('completed');
    expect(executed.get(runId)).toEqual(['a1', 'b1']);
    const events = await store.timeline.read(runId, { limit: 100 });
    expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1);
  }
  const owners = await Promise.all(
    runs.map(async ({ runId }) => (await store.attempts.read(runId))[0]?.owner),
  );
  expect(new Set(owners.map((owner) => owner?.split('/')[0]))).toEqual(new Set(['worker-0', 'worker-1']));
});

it('a worker that was stopped beyond its lease and then goes on writes nothing', async () => {
  const store = storeUnderTest();
  const [staleClock, clock] = [manualClock(), manualClock()];
  const stale = await flowEngine(staleClock, { A: ['gate'] }, { drivers: { store: handleOn(store) } });
  open.push(stale.engine);
  const run = await stale.begin([task('A'), task('B')]);
  await stale.began(run, 'A');

  const other = await flowEngine(clock, {}, { drivers: { store: handleOn(store) } });
  open.push(other.engine);
  await clock.advance(120_000);
  expect((await other.finished(run)).status).toBe('completed');
  expect(other.ran).toEqual(['A', 'B']);
  const rows = async () => ({
    run: await store.runs.find(run.runId),
    attempts: await store.attempts.read(run.runId),
    timeline: await store.timeline.read(run.runId, { limit: 100 }),
    artifacts: await store.artifacts.list(stale.organizationId, run.runId),
    outbox: await openOutboxEntries(store),
  });
  const before = await rows();

  stale.release();
  await staleClock.advance(120_000);
  await stale.engine.close();
  expect(await rows()).toEqual(before);
  expect(stale.ran).toEqual(['A']);
});
