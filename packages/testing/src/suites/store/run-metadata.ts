import type { JsonObject, RunQuery, Store } from '@runwright/contract';
import { beforeEach, expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, runDraft } from './rows.ts';

/** Lists of runs by their metadata. */
export function testRunMetadata(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const start = (runId: string, metadata: JsonObject, members = {}) => {
    const draft = runDraft(runId, { createdAt: Number(runId.slice(3)) * 1000, ...members });
    return store().runs.create({ ...draft, settings: { ...draft.settings, metadata } }, []);
  };
  const list = async (metadata: Record<string, string>, filter: Partial<RunQuery> = {}) => {
    const page = { organizationId: acme, page: 1, pageSize: 10 };
    const { items } = await store().runs.list({ ...page, metadata, ...filter });
    return items.map((run) => run.runId);
  };

  beforeEach(async () => {
    await start('wr_1', { job: 'j-1', customer: 'ann' });
    await start('wr_2', { job: 'j-2', customer: 'ann' }, { workflowPermanentId: 'wpid_2' });
    await start('wr_3', { job: 'j-2', customer: 'bob', Job: 'j-1' });
    await start('wr_4', { job: 'j-1', customer: 'ann' }, { organizationId: rival });
    await store().runs.create(runDraft('wr_5', { title: 'j-1' }), []);
  });

  it('runs are filtered by their metadata, newest first, by all entries that are named', async () => {
    expect(await list({ customer: 'ann' })).toEqual(['wr_2', 'wr_1']);
    expect(await list({ customer: 'ann', job: 'j-2' })).toEqual(['wr_2']);
    expect(await list({ customer: 'bob', job: 'j-1' })).toEqual([]);
    expect(await list({ customer: 'ann' }, { organizationId: rival })).toEqual(['wr_4']);
    expect(await list({})).toHaveLength(4);
  });

  it('a filter by metadata goes together with all others, and with pages', async () => {
    expect(await list({ customer: 'ann' }, { workflowPermanentId: 'wpid_1' })).toEqual(['wr_1']);
    expect(await list({ customer: 'ann' }, { statuses: ['created'] })).toEqual(['wr_2', 'wr_1']);
    expect(await list({ customer: 'ann' }, { statuses: ['queued'] })).toEqual([]);
    expect(await list({ customer: 'ann' }, { types: ['workflow_run'], createdAfter: 2000 })).toEqual([
      'wr_2',
    ]);
    expect(await list({ customer: 'ann' }, { createdBefore: 1999 })).toEqual(['wr_1']);
    expect(await list({ customer: 'ann' }, { searchKey: 'wr_1' })).toEqual(['wr_1']);
    expect(await list({ customer: 'ann' }, { page: 2, pageSize: 1 })).toEqual(['wr_1']);
  });

  it('a value has to be the same text: case, blanks, signs of patterns and types count', async () => {
    const odd = { 'a "b" \\ é': 'Zürich\n🙂 %_', count: 7, flag: true, nested: { job: 'j-9' }, empty: '' };
    await start('wr_6', odd);
    expect(await list({ 'a "b" \\ é': 'Zürich\n🙂 %_' })).toEqual(['wr_6']);
    expect(await list({ empty: '' })).toEqual(['wr_6']);
    expect(await list({ customer: 'Ann' })).toEqual([]);
    expect(await list({ customer: 'an' })).toEqual([]);
    expect(await list({ customer: '%' })).toEqual([]);
    expect(await list({ count: '7' })).toEqual([]);
    expect(await list({ flag: 'true' })).toEqual([]);
    expect(await list({ job: 'j-9' })).toEqual([]);
  });

  it('names and values of 255 characters are found', async () => {
    const long = '🙂'.repeat(255);
    await start('wr_6', { [long]: long, longer: 'x'.repeat(10_000) });
    expect(await list({ [long]: long })).toEqual(['wr_6']);
  });

  it('metadata that no database takes as text does not keep a run from being created', async () => {
    await start('wr_6', { job: 'a\0b', other: '\ud800' });
    expect(await store().runs.get(acme, 'wr_6')).toMatchObject({ runId: 'wr_6' });
  });

  it('a run that is deleted is found no more', async () => {
    const patch = { status: 'completed', finishedAt: 2000 } as const;
    await store().runs.commit('wr_1', [{ type: 'run', revision: 1, patch }], null, { now: 2000 });
    await store().runs.delete(acme, ['wr_1']);
    expect(await list({ customer: 'ann' })).toEqual(['wr_2']);
  });
}
