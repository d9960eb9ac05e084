import {
  type Attempt,
  defineBlock,
  isFinal,
  RunwrightError,
  type Store,
  Type,
  template,
} from '@runwright/contract';
import { expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

/** A block that notes each time that it runs; `flaky` fails the first time in each process. */
function noter() {
  const ran: string[] = [];
  const block = defineBlock({
    type: 'note',
    onWorkerLost: 'repeat',
    config: Type.Object({ fails: Type.Integer({ default: 0, ...template('native') }) }),
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

const each = (label: string, items: number, body: object[], members: object = {}) => ({
  block_type: 'for_loop',
  label,
  loop_variable_reference: `range(${items})`,
  loop_blocks: body,
  ...members,
});

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
references.nested = {
  blocks: [
    each('outer', 2, [
      { block_type: 'conditional', label: 'if', branch_conditions: [otherwise('inner')] },
      each('inner', 2, [note('a'), note('b', { fails: 99, next_loop_on_failure: true }), note('never')]),
    ]),
    {
      block_type: 'while_loop',
      label: 'w',
      condition: { expression: '{{ current_index < 2 }}' },
      loop_blocks: [note('c')],
    },
    note('z'),
  ],
  status: 'completed',
  finally_block_label: 'z',
};
const onlyAt = (condition: string) => ({ fails: `{{ 99 if ${condition} else 0 }}` });
references['retried loop'] = {
  blocks: [
    each('r', 2, [note('a'), note('b', onlyAt('r_output is not defined and current_index == 1'))], {
      retry: { max_retries: 1 },
    }),
    note('z'),
  ],
  status: 'completed',
};
references['several at once'] = {
  blocks: [each('p', 5, [note('a'), note('b')], { concurrency: 3 }), note('z')],
  status: 'completed',
};
references['stopped among several at once'] = {
  blocks: [each('p', 4, [note('a'), note('b', onlyAt('current_index == 1'))], { concurrency: 2 })],
  status: 'failed',
};

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
    for (let commits = 0; commits < 80; commits += 1) {
      const store = storeUnderTest();
      const { cut, died } = cutAfter(store, commits);
      const first = noter();
      const engine = await createTestEngine({ blocks: [first.block], drivers: { store: cut } });
      const { organizationId } = await engine.organizations.first();
      await engine.start().catch(() => undefined);
      const { blocks, finally_block_label } = reference;
      const { workflowPermanentId } = await engine.workflows.create(
        organizationId,
        engine.workflows.parse({
          title: name,
          workflow_definition: {
            parameters: [],
            blocks,
            ...(finally_block_label ? { finally_block_label } : {}),
          },
        }),
      );
      const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
      await Promise.race([died, engine.runs.finished(organizationId, runId)]);
      const whole = isFinal((await store.runs.find(runId))?.status ?? 'created');
      await engine.close();
      const before = await store.attempts.read(runId);

      const second = noter();
      const run = await finishWith(
        { ...store, close: async () => undefined },
        second.block,
        organizationId,
        runId,
      );
      expect(run.status, `after ${commits} commits`).toBe(reference.status);
      const after = await store.attempts.read(runId);
      expectNothingTwice(before, after, { ran: second.ran, commits });
      const events = await store.timeline.read(runId, { limit: 1000 });
      expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1);
      if (whole) return;
    }
    throw new Error('the reference run was never carried out whole');
  });
}

/** What had ended stands as it did, and whatever ran afterwards has a row of its own that says why. */
function expectNothingTwice(
  before: readonly Attempt[],
  after: readonly Attempt[],
  { ran, commits }: { readonly ran: readonly string[]; readonly commits: number },
): void {
  const known = new Map(before.map((row) => [JSON.stringify([row.path, row.attempt]), row]));
  const begun = after.filter((row) => !known.has(JSON.stringify([row.path, row.attempt])));
  const notes = begun.filter((row) => row.blockType === 'note').map((row) => row.label);
  expect([...ran].sort(), `after ${commits} commits`).toEqual(notes.sort());
  // A loop is under way when its worker is lost; it is not one of what is lost.
  expect(after.filter((row) => row.status === 'lost' && row.blockType.endsWith('_loop'))).toEqual([]);
  for (const row of before) {
    const isEnded = row.finishedAt !== null && row.status !== 'lost';
    if (isEnded) expect(after, `${row.path} after ${commits} commits`).toContainEqual(row);
    const again = begun.filter((later) => `${later.path}` === `${row.path}`);
    if (isEnded && row.status !== 'failed') expect(again, `${row.path} after ${commits} commits`).toEqual([]);
  }
}

async function finishWith(
  store: Store,
  block: ReturnType<typeof noter>['block'],
  organizationId: string,
  runId: string,
) {
  const engine: Engine = await createTestEngine({
    blocks: [block],
    drivers: { store },
    settings: { takeOver: true },
  });
  await engine.start();
  const run = await engine.runs.finished(organizationId, runId);
  await engine.close();
  return run;
}
