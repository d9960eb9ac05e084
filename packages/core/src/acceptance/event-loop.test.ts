import { defineBlock, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** An engine whose blocks of type `busy` compute for 2 ms and wait for nothing. */
async function busyEngine(store = storeUnderTest()) {
  let ran = 0;
  const busy = defineBlock({
    type: 'busy',
    config: Type.Object({}),
    output: Type.Null(),
    async run() {
      ran += 1;
      const until = performance.now() + 2;
      while (performance.now() < until);
      return null;
    },
  });
  const engine = await createTestEngine({
    blocks: [busy],
    drivers: { store },
    settings: { concurrency: 20 },
  });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  return {
    ran: () => ran,
    engine,
    organizationId,
    async start(blocks: readonly object[]) {
      const { workflowPermanentId } = await engine.workflows.create(
        organizationId,
        engine.workflows.parse({
          workflow_definition: { blocks },
        }),
      );
      const begin = () => engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
      return { runId: (await begin()).runId, again: begin };
    },
  };
}

const busyBlocks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ block_type: 'busy', label: `b${index}` }));

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  let count = 0;
  let next = setImmediate(turn);
  function turn() {
    count += 1;
    next = setImmediate(turn);
  }
  return {
    stop() {
      clearImmediate(next);
      return count;
    },
  };
}

it.each([
  ['blocks in a row', busyBlocks(40)],
  [
    'iterations of a loop',
    [
      {
        block_type: 'for_loop',
        label: 'each',
        loop_variable_reference: 'range(40)',
        loop_blocks: busyBlocks(1),
      },
    ],
  ],
] as const)('%s that wait for nothing leave turns to the rest of the process', async (_name, blocks) => {
  const { engine, organizationId, start } = await busyEngine();
  const { runId } = await start(blocks);
  const turns = countTurns();
  const run = await engine.runs.finished(organizationId, runId);
  // 80 ms of work, with a turn after each 8 ms or so.
  expect(turns.stop()).toBeGreaterThanOrEqual(5);
  expect(run.status).toBe('completed');
});

it('many short runs do not starve the event loop', async () => {
  const { engine, organizationId, start } = await busyEngine();
  const { runId, again } = await start(busyBlocks(1));
  const others = await Promise.all(Array.from({ length: 40 }, again));
  const turns = countTurns();
  for (const id of [runId, ...others.map((run) => run.runId)]) await engine.runs.finished(organizationId, id);
  expect(turns.stop()).toBeGreaterThanOrEqual(3);
});

it('a cancel takes effect while a run never waits', async () => {
  const { engine, organizationId, start, ran } = await busyEngine();
  const { runId } = await start(busyBlocks(400));
  await new Promise((resolve) => setImmediate(resolve));
  await engine.runs.cancel(organizationId, runId);
  const run = await engine.runs.finished(organizationId, runId);
  expect(run.status).toBe('canceled');
  expect(ran()).toBeLessThan(400);
});

it('the start of a run is one commit with the beginning of its first block', async () => {
  const store = storeUnderTest();
  const commits: string[][] = [];
  const counted = {
    ...store,
    runs: {
      ...store.runs,
      commit: (...args: Parameters<typeof store.runs.commit>) => {
        const events = args[1].filter((write) => write.type === 'timeline');
        commits.push(events.map(({ event }) => event.type));
        return store.runs.commit(...args);
      },
    },
  };
  const { engine, organizationId, start } = await busyEngine(counted);
  const { runId } = await start(busyBlocks(1));
  await engine.runs.finished(organizationId, runId);
  expect(commits).toEqual([
    ['run-status', 'block-start'],
    ['block-end', 'run-end'],
  ]);
});

it('the outputs of a run are not read back for its log', async () => {
  const store = storeUnderTest();
  let reads = 0;
  const attempts = {
    async read(runId: string) {
      reads += 1;
      return store.attempts.read(runId);
    },
  };
  const { engine, organizationId, start } = await busyEngine({ ...store, attempts });
  const { runId } = await start(busyBlocks(2));
  await engine.runs.finished(organizationId, runId);
  await engine.close();
  // Once when the run is claimed.
  expect(reads).toBe(1);
  expect(await store.artifacts.list(organizationId, runId)).not.toEqual([]);
});
