import type { RunPatch, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { rival, runDraft } from './rows.ts';

/** Tests the count of the runs that have not begun. A store without it passes. */
export function testWaitingRuns(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const change = async (runId: string, patch: RunPatch) => {
    const run = await store().runs.find(runId);
    const write = { type: 'run', patch, revision: run?.revision ?? 0 } as const;
    await store().runs.commit(runId, [write], null, { now: 6000 });
  };
  const row = (haveConcurrencyKeys: boolean, count: number, oldestCreatedAt: number | null) => ({
    haveConcurrencyKeys,
    count,
    oldestCreatedAt,
  });

  it('runs of all organizations wait until they have begun or ended', async ({ skip }) => {
    if (!store().runs.waiting) skip();
    await store().runs.create(runDraft('wr_1', { createdAt: 1000 }), []);
    await store().runs.create(runDraft('wr_2', { createdAt: 2000, organizationId: rival }), []);
    await store().runs.create(runDraft('wr_3', { createdAt: 3000 }), []);
    await store().runs.create(runDraft('wr_4', { createdAt: 500 }), []);
    await change('wr_2', { status: 'queued' });
    await change('wr_4', { status: 'running' });
    expect(await store().runs.waiting?.()).toEqual([row(false, 3, 1000), row(true, 0, null)]);
    await change('wr_1', { status: 'canceled' });
    expect(await store().runs.waiting?.()).toEqual([row(false, 2, 2000), row(true, 0, null)]);
  });

  it('runs with concurrency keys are counted for themselves', async ({ skip }) => {
    if (!store().runs.waiting) skip();
    expect(await store().runs.waiting?.()).toEqual([row(false, 0, null), row(true, 0, null)]);
    await store().runs.create(runDraft('wr_1', { createdAt: 1000, concurrencyKeys: ['a'] }), []);
    await store().runs.create(runDraft('wr_2', { createdAt: 2000, concurrencyKeys: ['a'] }), []);
    await store().runs.create(runDraft('wr_3', { createdAt: 3000 }), []);
    expect(await store().runs.waiting?.()).toEqual([row(false, 1, 3000), row(true, 2, 1000)]);
  });
}
