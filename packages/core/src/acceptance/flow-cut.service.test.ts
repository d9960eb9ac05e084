import type { Run, Store } from '@runwright/contract';
import { fakeMailer, manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { flowEngine, task } from './flow.test-helpers.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

/** A store that stops answering writes after some of them, as it does for a process that was killed there. */
function cutAfter(store: Store, writes: number): { readonly cut: Store; readonly died: Promise<'died'> } {
  const { promise: died, resolve } = Promise.withResolvers<'died'>();
  let count = 0;
  const counted =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      count += 1;
      if (count <= writes) return act(...args);
      resolve('died');
      throw new Error('killed');
    };
  const guarded =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      if (count <= writes) return act(...args);
      throw new Error('killed');
    };
  const { runs, outbox } = store;
  return {
    died,
    cut: {
      ...store,
      runs: {
        ...runs,
        create: counted(runs.create),
        commit: counted(runs.commit),
        claim: guarded(runs.claim),
        release: guarded(runs.release),
      },
      outbox: { ...outbox, settle: counted(outbox.settle) },
      close: async () => undefined,
    },
  };
}

it('a run with a child and a pause that is cut at any write ends well: one child, one mail at most, nothing finished twice', async () => {
  const clock = manualClock();
  for (let writes = 1; ; writes += 1) {
    if (writes > 100) throw new Error('the run was never carried out whole');
    const store = storeUnderTest();
    const mailer = fakeMailer();
    const { cut, died } = cutAfter(store, writes);
    const first = await flowEngine(clock, {}, { drivers: { store: cut, mailer } });
    const child = await first.save([task('c')]);
    const workflow = await first.save([
      { block_type: 'workflow_trigger', label: 't', workflow_permanent_id: child },
      { block_type: 'human_interaction', label: 'ask', recipients: ['a@b.test'] },
      task('z'),
    ]);
    const run = await first.start(workflow);
    const answered = answer(first, run).catch(() => undefined);
    const end = await Promise.race([
      died,
      answered.then(() => first.finished(run)).then(() => 'whole' as const),
    ]);
    await first.engine.close();
    const finished = (await attemptsOf(store)).filter(
      (row) => row.finishedAt !== null && row.status !== 'lost',
    );

    const kept = { ...store, close: async () => undefined };
    const second = await flowEngine(
      clock,
      {},
      { drivers: { store: kept, mailer }, settings: { takeOver: true } },
    );
    await answer(second, run).catch(() => undefined);
    const ended = await second.finished(run);
    expect(ended.status, `after ${writes} writes`).toBe('completed');
    for (const { label } of finished) expect(second.ran, `after ${writes} writes`).not.toContain(label);
    const { items } = await second.engine.runs.list(second.organizationId);
    expect(items, `after ${writes} writes`).toHaveLength(2);
    expect(items.every((one) => one.status === 'completed')).toBe(true);
    expect(mailer.mails.length, `after ${writes} writes`).toBeLessThanOrEqual(1);
    await second.engine.close();
    if (end === 'whole') return;
  }

  /** Approves as soon as the run waits for it; returns when it does not any more. */
  async function answer(scene: Awaited<ReturnType<typeof flowEngine>>, run: Run): Promise<void> {
    for await (const event of scene.engine.runs.events(scene.organizationId, run.runId)) {
      if (event.type === 'block-pause') break;
    }
    await scene.engine.runs.resume(scene.organizationId, run.runId);
  }

  async function attemptsOf(store: Store) {
    const organizations = await store.organizations.list();
    const lists = organizations.map(({ organizationId }) =>
      store.runs.list({ organizationId, page: 1, pageSize: 10 }),
    );
    const runs = (await Promise.all(lists)).flatMap((page) => page.items);
    return (await Promise.all(runs.map(({ runId }) => store.attempts.read(runId)))).flat();
  }
});
