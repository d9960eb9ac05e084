import { join } from 'node:path';
import type { EgressPolicy, Run, Store } from '@runwright/contract';
import { createEngine, type Engine, egressPolicy, folderArtifacts } from '@runwright/core';
import { sqliteStore } from '@runwright/store-sql';

/** Where a process ends: just before it makes its n-th write to the store, or just after it. */
export interface CrashPoint {
  readonly moment: 'before' | 'after';
  readonly write: number;
}

/** Ids in the data folder that every case begins with a copy of. */
export interface Prepared {
  readonly organizationId: string;
  readonly workflowPermanentId: string;
}

/** One case: a data folder of its own, and a place of its own on the server that is called. */
export interface CrashCase extends Prepared {
  readonly folder: string;
  readonly base: string;
}

const call = (label: string, method: string, members: object = {}, address = label) => ({
  block_type: 'http_request',
  label,
  method,
  url: `{{ base }}/${address}`,
  parameter_keys: ['base'],
  ...members,
});
const repeated = { on_worker_lost: 'repeat' };
const base = [{ parameter_type: 'workflow', key: 'base', workflow_parameter_type: 'string' }];

/** The workflow that the other one starts, and waits for. */
const inner = {
  title: 'Inner',
  workflow_definition: {
    parameters: base,
    blocks: [call('inner_read', 'GET'), call('inner_write', 'POST', repeated)],
  },
};

/** Twelve blocks: a branch, a loop, another workflow, an effect that is never repeated, a failure, and a last block. */
const outer = (innerId: string) => ({
  title: 'Outer',
  workflow_definition: {
    parameters: base,
    finally_block_label: 'cleanup',
    blocks: [
      call('first', 'GET', { next_block_label: 'decide' }),
      {
        block_type: 'conditional',
        label: 'decide',
        next_block_label: 'each',
        branch_conditions: [
          {
            criteria: { expression: '{{ first_output.status_code == 200 }}' },
            next_block_label: 'chosen',
          },
          { is_default: true, next_block_label: 'avoided' },
        ],
      },
      call('chosen', 'POST', repeated),
      call('avoided', 'POST', repeated),
      {
        block_type: 'for_loop',
        label: 'each',
        loop_variable_reference: 'range(2)',
        next_block_label: 'trigger',
        loop_blocks: [
          call('read', 'GET', {}, 'read-{{ current_index }}'),
          call('write', 'POST', repeated, 'write-{{ current_index }}'),
        ],
      },
      {
        block_type: 'workflow_trigger',
        label: 'trigger',
        workflow_permanent_id: innerId,
        payload: { base: '{{ base }}' },
        parameter_keys: ['base'],
        next_block_label: 'buy',
      },
      call('buy', 'POST', { continue_on_failure: true, next_block_label: 'missing' }),
      call('missing', 'GET', { continue_on_failure: true, next_block_label: 'last' }),
      call('last', 'GET'),
      call('cleanup', 'POST', repeated),
    ],
  },
});

/** Fills a data folder with the workflows and the key that signs webhooks. */
export async function prepare(folder: string): Promise<Prepared> {
  const store = await sqliteStore({ folder });
  const engine = await engineOn(store, folder);
  try {
    const { organizationId } = await engine.organizations.first();
    await engine.keys.create(organizationId, { name: 'test' });
    const { workflowPermanentId: innerId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse(inner),
    );
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse(outer(innerId)),
    );
    return { organizationId, workflowPermanentId };
  } finally {
    await engine.close();
  }
}

/** Opens a store whose writes are counted from 1; `at` is called, and waited for, before and after each one. */
export async function countedStore(
  folder: string,
  at: (point: CrashPoint) => Promise<never> | undefined,
): Promise<Store> {
  const store = await sqliteStore({ folder });
  let writes = 0;
  const counted =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      writes += 1;
      const mine = writes;
      await at({ moment: 'before', write: mine });
      try {
        return await write(...args);
      } finally {
        // A write that was refused is a point like any other.
        await at({ moment: 'after', write: mine });
      }
    };
  const { runs, outbox, deliveries, artifacts } = store;
  return {
    ...store,
    runs: {
      ...runs,
      create: counted(runs.create),
      claim: counted(runs.claim),
      commit: counted(runs.commit),
      revise: counted(runs.revise),
      release: counted(runs.release),
    },
    outbox: { ...outbox, settle: counted(outbox.settle) },
    deliveries: { ...deliveries, put: counted(deliveries.put) },
    artifacts: { ...artifacts, add: counted(artifacts.add) },
  };
}

/** Continues the run of a case until its webhook has been decided; starts it when there is none. */
export async function executeCase(
  store: Store,
  { folder, ...given }: CrashCase,
  egress?: EgressPolicy,
): Promise<void> {
  const engine = await engineOn(store, folder, egress);
  try {
    await engine.start();
    const { items } = await engine.runs.list(given.organizationId);
    const run = items.find(({ parent }) => parent === null) ?? (await startRun(engine, given));
    // The events end when the webhook has been decided.
    for await (const _event of engine.runs.events(given.organizationId, run.runId));
  } finally {
    await engine.close();
  }
}

function startRun(engine: Engine, given: Omit<CrashCase, 'folder'>): Promise<Run> {
  return engine.runs.start(
    {
      workflow_id: given.workflowPermanentId,
      parameters: { base: given.base },
      webhook_url: `${given.base}/webhook`,
    },
    { organizationId: given.organizationId },
  );
}

/** Lets requests go to this machine. */
export const loopback: EgressPolicy = egressPolicy({ allowedHosts: ['127.0.0.1'] });

function engineOn(store: Store, folder: string, egress: EgressPolicy = loopback): Promise<Engine> {
  return createEngine({
    drivers: { store, artifacts: folderArtifacts(join(folder, 'artifacts')), egress },
    settings: { takeOver: true, masterKey: new Uint8Array(32).fill(7) },
  });
}
