import { defineBlock, type Store, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';

const noop = defineBlock({
  type: 'noop',
  onWorkerLost: 'repeat',
  config: Type.Object({}),
  output: Type.Object({ ok: Type.Boolean() }),
  run: async () => ({ ok: true }),
});

/** A started engine that knows blocks which do nothing. */
export interface NoopEngine {
  /** Saves a workflow and answers its id. */
  save(blocks: readonly object[]): Promise<string>;
  /** Carries one run of a workflow out. Throws when it is not completed. */
  run(workflowId: string): Promise<void>;
  close(): Promise<void>;
}

/** Makes the engine; without a store everything is in memory. `concurrency`: runs at once. */
export async function noopEngine(options: {
  readonly concurrency: number;
  readonly store?: Store | undefined;
}): Promise<NoopEngine> {
  const { store, concurrency } = options;
  const engine = await createEngine({
    blocks: [noop],
    drivers: store ? { store } : {},
    settings: { concurrency },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  return {
    async save(blocks) {
      const workflow = await engine.workflows.create(organizationId, { workflow_definition: { blocks } });
      return workflow.workflowPermanentId;
    },
    async run(workflowId) {
      const { runId } = await engine.runs.start({ workflow_id: workflowId }, { organizationId });
      const run = await engine.runs.finished(organizationId, runId);
      if (run.status === 'completed') return;
      throw new Error(`a run of the benchmark ended as ${run.status}: ${run.failureReason}`);
    },
    close: () => engine.close(),
  };
}

/** A block that does nothing. */
export const noopBlock = (label: string) => ({ block_type: 'noop', label });
