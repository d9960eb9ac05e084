import { type AnyBlock, defineBlock, type RunQueue, type Store, Type } from '@runwright/contract';
import { createEngine, type Engine, type EngineDrivers, type EngineSettings } from '@runwright/core';

const noop = defineBlock({
  type: 'noop',
  onWorkerLost: 'repeat',
  config: Type.Object({}),
  output: Type.Object({ ok: Type.Boolean() }),
  run: async () => ({ ok: true }),
});

/** A started engine that knows blocks which do nothing. */
export interface NoopEngine {
  readonly engine: Engine;
  readonly organizationId: string;
  /** Starts a run and answers its id. */
  start(workflowId: string): Promise<string>;
  /** Waits for the end of a run. Throws when it is neither completed nor canceled. */
  finished(runId: string): Promise<void>;
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
  readonly queue?: RunQueue | undefined;
  readonly limits?: NonNullable<EngineSettings['limits']>;
  readonly takeOver?: boolean;
  /** Default: that of the engine. */
  readonly leaseMs?: number;
  /** Further blocks. Default: none. */
  readonly blocks?: readonly AnyBlock[];
  /** Further drivers. Default: those of the engine. */
  readonly drivers?: EngineDrivers;
}): Promise<NoopEngine> {
  const {
    store,
    queue,
    concurrency,
    limits = {},
    takeOver = false,
    leaseMs,
    blocks = [],
    drivers = {},
  } = options;
  const engine = await createEngine({
    blocks: [noop, ...blocks],
    drivers: { ...drivers, ...(store ? { store } : {}), ...(queue ? { queue } : {}) },
    settings: { concurrency, limits, takeOver, ...(leaseMs === undefined ? {} : { leaseMs }) },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const start = async (workflowId: string) =>
    (await engine.runs.start({ workflow_id: workflowId }, { organizationId })).runId;
  const ended = async (runId: string, fine: readonly string[]) => {
    const run = await engine.runs.finished(organizationId, runId);
    if (fine.includes(run.status)) return;
    throw new Error(`a run of the benchmark ended as ${run.status}: ${run.failureReason}`);
  };
  return {
    engine,
    organizationId,
    start,
    finished: (runId) => ended(runId, ['completed', 'canceled']),
    async save(blocks) {
      const draft = engine.workflows.parse({ workflow_definition: { blocks } });
      const workflow = await engine.workflows.create(organizationId, draft);
      return workflow.workflowPermanentId;
    },
    async run(workflowId) {
      await ended(await start(workflowId), ['completed']);
    },
    close: () => engine.close(),
  };
}

/** A block that does nothing. */
export const noopBlock = (label: string) => ({ block_type: 'noop', label });
