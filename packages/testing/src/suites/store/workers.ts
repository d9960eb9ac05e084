import type { Store, WorkerRow } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { acme, runDraft } from './rows.ts';

/** The workers of a store, and what there is for them to do. */
export function testWorkers(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('a worker that reports again replaces its row', async () => {
    await store().workers.report(worker('a/1'));
    const later = worker('a/1', { running: 2, browsersHeld: 1, browsers: null, address: null, seenAt: 2000 });
    await store().workers.report(later);
    expect(await store().workers.get('a/1')).toEqual(later);
    expect(await store().workers.list({ seenSince: 0 })).toEqual([later]);
    expect(await store().workers.get('a/2')).toBeNull();
  });

  it('workers are listed by name, without those that have not reported of late', async () => {
    await store().workers.report(worker('b/1', { name: 'b' }));
    await store().workers.report(worker('a/2'));
    await store().workers.report(worker('a/1'));
    await store().workers.report(worker('c/1', { name: 'c', seenAt: 999 }));
    const ids = (await store().workers.list({ seenSince: 1000 })).map(({ workerId }) => workerId);
    expect(ids).toEqual(['a/1', 'a/2', 'b/1']);
  });

  it('a worker is removed when it ends, and those that have not reported for long with it', async () => {
    await store().workers.report(worker('a/1'));
    await store().workers.report(worker('b/1', { seenAt: 999 }));
    await store().workers.report(worker('c/1'));
    await store().workers.remove('a/1');
    await store().workers.remove('a/1');
    await store().workers.deleteUnseen({ before: 1000 });
    expect(await store().workers.list({ seenSince: 0 })).toEqual([worker('c/1')]);
  });

  it('without runs there is nothing to do', async () => {
    expect(await store().workers.openRuns({ now: 1000 })).toEqual({
      byStatus: {},
      leases: [],
      waiting: 0,
      oldestWaiting: null,
    });
  });

  it('open runs are counted by status, and those that wait for a worker apart from those that have one', async () => {
    const { runs, workers } = store();
    for (const [runId, createdAt] of [
      ['wr_1', 1000],
      ['wr_2', 900],
      ['wr_3', 800],
      ['wr_4', 700],
      ['wr_5', 600],
    ] as const)
      await runs.create(runDraft(runId, { createdAt }), []);
    const change = (runId: string, patch: object) =>
      runs.commit(runId, [{ type: 'run', revision: 1, patch }], null, { now: 1000 });
    await change('wr_1', { status: 'queued', queuedAt: 1000 });
    // Its time has not come.
    await change('wr_3', { wakeAt: 3001 });
    await change('wr_5', { status: 'canceled', finishedAt: 1000 });
    await runs.claim('wr_4', { owner: 'a/1', leaseMs: 2000, now: 1000 });
    const { byStatus, ...counts } = await workers.openRuns({ now: 2000 });
    expect(byStatus).toEqual({ created: 3, queued: 1 });
    expect(counts).toEqual({
      leases: [{ owner: 'a/1', count: 1 }],
      waiting: 2,
      oldestWaiting: { runId: 'wr_2', organizationId: acme, since: 900 },
    });
    // The lease of one is over, and the time of another has come.
    expect(await workers.openRuns({ now: 3001 })).toMatchObject({
      leases: [],
      waiting: 4,
      oldestWaiting: { runId: 'wr_4', since: 700 },
    });
  });

  it('a run that was begun waits since its last change', async () => {
    const { runs, workers } = store();
    await runs.create(runDraft('wr_1', { createdAt: 500 }), []);
    const patch = { status: 'running', startedAt: 600 } as const;
    await runs.commit('wr_1', [{ type: 'run', revision: 1, patch }], null, { now: 700 });
    expect((await workers.openRuns({ now: 1000 })).oldestWaiting).toMatchObject({ since: 700 });
  });
}

function worker(workerId: string, members: Partial<WorkerRow> = {}): WorkerRow {
  return {
    workerId,
    name: 'a',
    hostName: 'machine',
    processId: 42,
    version: '1.2.3',
    places: 2,
    running: 1,
    browsers: 3,
    browsersHeld: 0,
    address: 'http://127.0.0.1:4000',
    startedAt: 500,
    seenAt: 1000,
    ...members,
  };
}
