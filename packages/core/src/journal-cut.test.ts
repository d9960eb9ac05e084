import { defineBlock, isFinal, RunwrightError, type Store, Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import type { Engine } from './api.ts';
import { createEngine } from './engine.ts';
import { memoryStore } from './memory/store.ts';

/** A block that notes each time that it runs; `flaky` fails the first time in each process. */
function noter() {
  const ran: string[] = [];
  const block = defineBlock({
    type: 'note',
    onWorkerLost: 'repeat',
    config: Type.Object({ fails: Type.Integer({ default: 0 }) }),
    output: Type.Object({ ran: Type.Boolean() }),
    async run({ fails }, { label, attempt }) {
      ran.push(label);
      if (attempt <= fails) throw new RunwrightError('block_failed', 'not this time');
      return { ran: true };
    },
  });
  return { ran, block };
}

const note = (label: string, members: object = {}) => ({ block_type: 'note', label, ...members });
const otherwise = (next: string) => ({ is_default: true, next_block_label: next });

const references: Record<
  string,
  { readonly blocks: object[]; readonly status: string; readonly finally_block_label?: string }
> = {
  straight: { blocks: [note('a'), note('b'), note('c')], status: 'completed' },
  branch: {
    blocks: [
      { block_type: 'conditional', label: 'if', next_block_label: 'm', branch_conditions: [otherwise('x')] },
      note('x'),
      note('m'),
    ],
    status: 'completed',
  },
  retry: {
    blocks: [note('a'), note('r', { fails: 1, retry: { max_retries: 1 } }), note('b')],
    status: 'completed',
  },
  failing: {
    blocks: [note('a'), note('f', { fails: 99 }), note('b')],
    status: 'failed',
    finally_block_label: 'z',
  },
};
references.failing?.blocks.push(note('z'));

/** A store that stops answering writes after some commits, as it does for a process that was killed there. */
function cutAfter(store: Store, commits: number): { readonly cut: Store; readonly died: Promise<void> } {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const dead = () => {
    resolve();
    throw new Error('killed');
  };
  const guarded =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A) =>
      count > commits ? dead() : act(...args);
  const { runs, outbox } = store;
  const commit: Store['runs']['commit'] = async (...args) => {
    count += 1;
    return count > commits ? dead() : runs.commit(...args);
  };
  return {
    died,
    cut: {
      ...store,
      runs: { ...runs, commit, claim: guarded(runs.claim), release: guarded(runs.release) },
      outbox: { ...outbox, settle: guarded(outbox.settle) },
      close: async () => undefined,
    },
  };
}

for (const [name, reference] of Object.entries(references)) {
  it(`a ${name} run that is cut after any commit ends well, and nothing finished runs again`, async () => {
    for (let commits = 0; commits < 40; commits += 1) {
      const store = memoryStore();
      const { cut, died } = cutAfter(store, commits);
      const first = noter();
      const engine = await createEngine({ blocks: [first.block], drivers: { store: cut } });
      const { organizationId } = await engine.organizations.first();
      await engine.start().catch(() => undefined);
      const { blocks, finally_block_label } = reference;
      const { workflowPermanentId } = await engine.workflows.create(organizationId, {
        title: name,
        workflow_definition: {
          parameters: [],
          blocks,
          ...(finally_block_label ? { finally_block_label } : {}),
        },
      });
      const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
      await Promise.race([died, engine.runs.finished(organizationId, runId)]);
      const whole = isFinal((await store.runs.find(runId))?.status ?? 'created');
      await engine.close();
      const finished = (await store.attempts.read(runId)).filter(
        (row) => row.finishedAt !== null && row.status !== 'lost',
      );

      const second = noter();
      const run = await finishWith(
        { ...store, close: async () => undefined },
        second.block,
        organizationId,
        runId,
      );
      expect(run.status, `after ${commits} commits`).toBe(reference.status);
      for (const row of finished) {
        const again = second.ran.filter((label) => label === row.label).length;
        const retried = (await store.attempts.read(runId)).filter(
          (later) => later.label === row.label && later.attempt > row.attempt,
        );
        expect(again, `${row.label} after ${commits} commits`).toBeLessThanOrEqual(retried.length);
      }
      const events = await store.timeline.read(runId, { limit: 1000 });
      expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1);
      if (whole) return;
    }
    throw new Error('the reference run was never carried out whole');
  });
}

async function finishWith(
  store: Store,
  block: ReturnType<typeof noter>['block'],
  organizationId: string,
  runId: string,
) {
  const engine: Engine = await createEngine({
    blocks: [block],
    drivers: { store },
    settings: { takeOver: true },
  });
  await engine.start();
  const run = await engine.runs.finished(organizationId, runId);
  await engine.close();
  return run;
}
