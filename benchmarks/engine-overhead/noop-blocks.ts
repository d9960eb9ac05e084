import { defineBlock, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import { sqliteStore } from '@runwright/store-sql';

const blocksPerRun = 100;
const runs = 10;

const noop = defineBlock({
  type: 'noop',
  onWorkerLost: 'repeat',
  config: Type.Object({}),
  output: Type.Object({ ok: Type.Boolean() }),
  run: async () => ({ ok: true }),
});

/** Blocks per second through the whole engine, one run after the other; in memory, or with SQLite in a folder. */
export async function noopBlocks(folder?: string): Promise<number> {
  const engine = await createEngine({
    blocks: [noop],
    ...(folder === undefined ? {} : { drivers: { store: await sqliteStore({ folder }) } }),
    settings: { concurrency: 1 },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const blocks = Array.from({ length: blocksPerRun }, (_, n) => ({ block_type: 'noop', label: `b${n}` }));
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks },
  });
  const startedAt = performance.now();
  for (let n = 0; n < runs; n++) {
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    const run = await engine.runs.finished(organizationId, runId);
    if (run.status !== 'completed')
      throw new Error(`the benchmark's run ended as ${run.status}: ${run.failureReason}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await engine.close();
  return (runs * blocksPerRun) / seconds;
}
