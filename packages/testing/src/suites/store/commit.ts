import type { Run, RunPatch, RunStatus, Store, Write } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openOutboxEntries } from '../../open-outbox-entries.ts';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, attemptRow, outboxEntry, progressEvent, rival, runDraft } from './rows.ts';

/** Batches of writes. */
export function testCommit(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const commit = (writes: readonly Write[], now = 2000): Promise<Run> =>
    store().runs.commit('wr_1', writes, null, { now });
  const change = (revision: number, patch: RunPatch): Write => ({ type: 'run', revision, patch });
  const say = (message: string): Write => ({ type: 'timeline', event: progressEvent('wr_1', message) });
  const create = () => store().runs.create(runDraft('wr_1'), []);

  it('a patch changes its members alone, raises the revision and sets the time', async () => {
    const before = await create();
    const patch: RunPatch = {
      status: 'running',
      output: { table: [[1, 'a', null, true]] },
      summary: 'went well',
      failureReason: 'none',
      failureCategory: 'browser',
      errors: [{ error_code: 'X', reasoning: 'why', confidence_float: 0.5, block_label: null }],
      stepCount: 7,
      queuedAt: 1100,
      startedAt: 1200,
      finishedAt: 1300,
    };
    const after = await commit([change(1, patch)], 2000);
    expect(after).toEqual({ ...before, ...patch, modifiedAt: 2000, revision: 2 });
    expect(await store().runs.get(acme, 'wr_1')).toEqual(after);
  });

  it('falsy outputs are kept as they are', async () => {
    await create();
    for (const [index, output] of [0, '', false, [], {}, null, 'text'].entries()) {
      expect((await commit([change(index + 1, { output })])).output).toEqual(output);
    }
  });

  it('a commit without a patch leaves the revision alone', async () => {
    await create();
    expect(await commit([say('hello')], 2000)).toMatchObject({ revision: 1, modifiedAt: 2000 });
  });

  it('a commit without a patch is written after one with an empty patch', async () => {
    await create();
    expect(await commit([change(1, {})])).toMatchObject({ revision: 2 });
    expect(await commit([say('hello')])).toMatchObject({ revision: 2 });
    const events = await store().timeline.read('wr_1', { limit: 10 });
    expect(events.map((event) => event.type)).toEqual(['progress']);
  });

  it('two patches of one batch count as one change', async () => {
    await create();
    const run = await commit([change(1, { status: 'running' }), change(1, { stepCount: 1 })]);
    expect(run).toMatchObject({ status: 'running', stepCount: 1, revision: 2 });
  });

  it('a writer with an old revision changes nothing', async () => {
    await create();
    await commit([change(1, { stepCount: 1 })]);
    await expectError(commit([change(1, { stepCount: 9 })]), 'conflict');
    expect(await store().runs.find('wr_1')).toMatchObject({ stepCount: 1, revision: 2 });
  });

  it('of many writers with one revision one succeeds', async () => {
    await create();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => commit([change(1, { stepCount: index })])),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await store().runs.find('wr_1')).toMatchObject({ revision: 2 });
  });

  it('an unknown run is not found', async () => {
    await expectError(commit([say('hello')]), 'not_found');
  });

  it('a batch is written whole or not at all', async () => {
    await create();
    await commit([{ type: 'outbox', entry: outboxEntry('ob_1') }]);
    const attempt: Write = { type: 'attempt', attempt: attemptRow('wr_1') };
    const refusals: readonly (readonly Write[])[] = [
      [attempt, say('one'), change(9, { stepCount: 1 })],
      [attempt, say('one'), change(1, { stepCount: 1 }), { type: 'outbox', entry: outboxEntry('ob_1') }],
    ];
    for (const writes of refusals) await expectError(commit(writes), 'conflict');
    expect(await store().attempts.read('wr_1')).toEqual([]);
    expect(await store().timeline.read('wr_1', { limit: 10 })).toEqual([]);
    expect(await store().runs.find('wr_1')).toMatchObject({ revision: 1, stepCount: 0 });
    await commit([say('two')]);
    expect(await store().timeline.read('wr_1', { limit: 10 })).toMatchObject([{ sequence: 1 }]);
  });

  it('a batch writes to its own run alone', async () => {
    await create();
    await store().runs.create(runDraft('wr_2'), []);
    const strangers: readonly Write[] = [
      { type: 'attempt', attempt: attemptRow('wr_2') },
      { type: 'timeline', event: progressEvent('wr_2', 'hello') },
      { type: 'outbox', entry: outboxEntry('ob_1', { runId: 'wr_2' }) },
      { type: 'attempt', attempt: attemptRow('wr_1', { organizationId: rival }) },
    ];
    for (const write of strangers) await expectError(commit([say('hello'), write]), 'invalid_input');
    expect(await store().timeline.read('wr_1', { limit: 10 })).toEqual([]);
    expect(await store().attempts.read('wr_2')).toEqual([]);
  });

  it('the first final status wins', async () => {
    const finals: readonly RunStatus[] = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'];
    for (const first of finals) {
      const runId = `wr_${first}`;
      const end = (revision: number, patch: RunPatch) =>
        store().runs.commit(runId, [change(revision, patch)], null, { now: 3000 });
      await store().runs.create(runDraft(runId), []);
      await end(1, { status: first });
      for (const later of [...finals, 'running' as const].filter((status) => status !== first)) {
        await expectError(end(2, { status: later }), 'conflict');
      }
      expect(await store().runs.find(runId)).toMatchObject({ status: first, revision: 2 });
    }
  });

  it('the outcome of its webhook makes a run that has ended `failed`, and can restore its status', async () => {
    await create();
    await commit([change(1, { status: 'completed', output: { kept: true }, webhookStatus: 'pending' })]);
    const failed = await commit([
      change(2, { status: 'failed', webhookStatus: 'failed', failureReason: 'the webhook answered 500' }),
    ]);
    expect(failed).toMatchObject({ status: 'failed', webhookStatus: 'failed', output: { kept: true } });
    for (const patch of [{}, { webhookStatus: 'pending' }, { webhookStatus: null }] as const)
      await expectError(commit([change(3, { status: 'completed', ...patch })]), 'conflict');
    await expectError(commit([change(3, { status: 'running', webhookStatus: 'delivered' })]), 'conflict');
    const restored = await commit([
      change(3, { status: 'completed', webhookStatus: 'delivered', failureReason: null }),
    ]);
    expect(restored).toMatchObject({ status: 'completed', webhookStatus: 'delivered', revision: 4 });
    expect(await store().runs.find('wr_1')).toEqual(restored);
  });

  it('warnings of a run and the state of its recording are kept', async () => {
    const warning = { code: 'undefined_name', message: 'a', path: ['b', 'url'], suggestion: null } as const;
    const created = await store().runs.create(runDraft('wr_1', { warnings: [warning] }), []);
    expect(created).toMatchObject({ warnings: [warning], hasOpenRecording: false, webhookStatus: null });
    await commit([
      change(1, { hasOpenRecording: true, warnings: [warning, { ...warning, suggestion: 'c' }] }),
    ]);
    expect(await store().runs.find('wr_1')).toMatchObject({
      hasOpenRecording: true,
      warnings: [warning, { ...warning, suggestion: 'c' }],
    });
  });

  it('members beside the status may still change after the end', async () => {
    await create();
    await commit([change(1, { status: 'completed' })]);
    const run = await commit([change(2, { summary: 'late', status: 'completed' }), say('note')]);
    expect(run).toMatchObject({ status: 'completed', summary: 'late', revision: 3 });
  });

  it('an attempt is replaced by its path and number', async () => {
    await create();
    const begun = attemptRow('wr_1', { path: ['each', 3, 'a'] });
    await commit([{ type: 'attempt', attempt: begun }]);
    expect(await store().attempts.read('wr_1')).toEqual([begun]);

    const finished = attemptRow('wr_1', {
      ...begun,
      status: 'completed',
      output: { a: [1] },
      effect: true,
      finishedAt: 2500,
      dueAt: 2600,
      chosenLabel: 'b',
      errors: [{ error_code: 'X', reasoning: 'why', confidence_float: null, block_label: 'a' }],
    });
    await commit([{ type: 'attempt', attempt: finished }]);
    expect(await store().attempts.read('wr_1')).toEqual([finished]);
  });

  it('attempts are told apart by path, number and run, and read in order of their start', async () => {
    await create();
    await store().runs.create(runDraft('wr_2'), []);
    const rows = [
      attemptRow('wr_1', { path: ['b'], startedAt: 30 }),
      attemptRow('wr_1', { path: ['a'], startedAt: 10, attempt: 2 }),
      attemptRow('wr_1', { path: ['a'], startedAt: 10, attempt: 1 }),
      attemptRow('wr_1', { path: ['a', 1], startedAt: 20 }),
      attemptRow('wr_1', { path: ['a', '1'], startedAt: 25 }),
    ];
    await commit(rows.map((attempt): Write => ({ type: 'attempt', attempt })));
    const read = await store().attempts.read('wr_1');
    expect(read.map((row) => [row.path, row.attempt])).toEqual([
      [['a'], 1],
      [['a'], 2],
      [['a', 1], 1],
      [['a', '1'], 1],
      [['b'], 1],
    ]);
    expect(await store().attempts.read('wr_2')).toEqual([]);
  });

  it('timeline sequences grow by one in each run', async () => {
    await create();
    await store().runs.create(runDraft('wr_2'), []);
    await commit([say('one'), change(1, { stepCount: 1 }), say('two')]);
    await store().runs.commit('wr_2', [{ type: 'timeline', event: progressEvent('wr_2', 'other') }], null, {
      now: 2000,
    });
    await Promise.all(Array.from({ length: 8 }, () => commit([say('more')])));

    const events = await store().timeline.read('wr_1', { limit: 100 });
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(events[1]).toEqual({ ...progressEvent('wr_1', 'two'), sequence: 2 });
    expect(await store().timeline.read('wr_2', { limit: 100 })).toMatchObject([{ sequence: 1 }]);
  });

  it('the timeline is read after a sequence number, up to a limit', async () => {
    await create();
    await commit(['one', 'two', 'three', 'four'].map(say));
    const read = async (options: { after?: number; limit: number }) =>
      (await store().timeline.read('wr_1', options)).map((event) => event.sequence);
    expect(await read({ limit: 2 })).toEqual([1, 2]);
    expect(await read({ after: 1, limit: 2 })).toEqual([2, 3]);
    expect(await read({ after: 4, limit: 2 })).toEqual([]);
  });

  it('large events are all read, page by page, until one is empty', async () => {
    await create();
    const large = 'x'.repeat(700_000);
    await commit([say(large), say(`${large}${large}`), say('three'), say('four')]);
    const sequences: number[] = [];
    for (;;) {
      const page = await store().timeline.read('wr_1', { after: sequences.at(-1) ?? 0, limit: 100 });
      if (page.length === 0) break;
      sequences.push(...page.map((event) => event.sequence));
    }
    expect(sequences).toEqual([1, 2, 3, 4]);
  });

  it('an outbox entry is added once, also within one batch', async () => {
    await create();
    const entry: Write = { type: 'outbox', entry: outboxEntry('ob_1') };
    await expectError(commit([entry, entry]), 'conflict');
    await commit([entry]);
    await expectError(commit([entry]), 'conflict');
    expect(await openOutboxEntries(store(), 1000)).toHaveLength(1);
  });

  it('a revision is decided from the run and its attempts, however much was written meanwhile', async () => {
    await create();
    await commit([change(1, { status: 'running' }), { type: 'attempt', attempt: attemptRow('wr_1') }]);
    const seen: unknown[] = [];
    const revised = store().runs.revise(
      'wr_1',
      (run, attempts) => {
        seen.push(run.revision, attempts.length);
        return [change(run.revision, { status: 'canceled' }), say('canceled')];
      },
      { now: 3000 },
    );
    expect(await revised).toMatchObject({ status: 'canceled', revision: 3, modifiedAt: 3000 });
    expect(seen).toEqual([2, 1]);
    expect(await store().timeline.read('wr_1', { limit: 10 })).toHaveLength(1);
  });

  it('a revision that decides for nothing, of a run that is unknown, or that throws writes nothing', async () => {
    await create();
    const revise = (runId: string, decide: () => readonly Write[] | null) =>
      store().runs.revise(runId, decide, { now: 3000 });
    expect(await revise('wr_1', () => null)).toBeNull();
    expect(await revise('wr_9', () => [say('hello')])).toBeNull();
    const broken = revise('wr_1', () => {
      throw new Error('undecided');
    });
    await expect(broken).rejects.toThrow('undecided');
    await expectError(
      revise('wr_1', () => [say('hello'), change(7, {})]),
      'conflict',
    );
    expect(await store().runs.find('wr_1')).toMatchObject({ revision: 1, modifiedAt: 1000 });
    expect(await store().timeline.read('wr_1', { limit: 10 })).toEqual([]);
  });

  it('a commit that conflicts fails alone among those that are given at the same time', async () => {
    await create();
    await store().runs.create(runDraft('wr_2'), []);
    const other = store().runs.commit('wr_2', [{ type: 'run', revision: 1, patch: { stepCount: 2 } }], null, {
      now: 2000,
    });
    // A store behind a network may take either of the first two first.
    const results = await Promise.allSettled([
      commit([say('one'), change(1, { stepCount: 1 })]),
      commit([say('other'), change(1, { stepCount: 9 })]),
      other,
      commit([say('fine')]),
    ]);
    const [one, another, ...rest] = results.map(({ status }) => status);
    expect([one, another].sort()).toEqual(['fulfilled', 'rejected']);
    expect(rest).toEqual(['fulfilled', 'fulfilled']);
    expect(await store().runs.find('wr_1')).toMatchObject({ stepCount: one === 'fulfilled' ? 1 : 9 });
    expect(await store().runs.find('wr_2')).toMatchObject({ stepCount: 2 });
    expect(await store().timeline.read('wr_1', { limit: 10 })).toHaveLength(2);
  });
}
