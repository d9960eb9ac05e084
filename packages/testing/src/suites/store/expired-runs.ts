import type { Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import {
  acme,
  artifactRow,
  attemptRow,
  deliveryRow,
  outboxEntry,
  progressEvent,
  rival,
  runDraft,
  sentRequest,
  workflowVersion,
} from './rows.ts';

/** Runs whose time is over. */
export function testExpiredRuns(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const ended = async (runId: string, finishedAt: number, members = {}) => {
    const run = await store().runs.create(runDraft(runId, members), [outboxEntry(`ob_${runId}`, { runId })]);
    const patch = { status: 'completed', finishedAt } as const;
    await store().runs.commit(
      runId,
      [
        { type: 'run', revision: 1, patch },
        { type: 'timeline', event: progressEvent(runId, 'done') },
        { type: 'attempt', attempt: attemptRow(runId) },
      ],
      null,
      { now: finishedAt },
    );
    return run;
  };
  const expired = async (finishedBefore: number, limit = 10) => {
    const runs = await store().runs.expired({ organizationId: acme, finishedBefore, limit });
    return runs.map((run) => run.runId);
  };

  it('runs that ended before a time are found, oldest end first', async () => {
    await ended('wr_1', 3000);
    await ended('wr_2', 2000);
    await ended('wr_3', 5000);
    await store().runs.create(runDraft('wr_open'), []);
    expect(await expired(5000)).toEqual(['wr_2', 'wr_1']);
    expect(await expired(5000, 1)).toEqual(['wr_2']);
    expect(await store().runs.expired({ organizationId: rival, finishedBefore: 9000, limit: 9 })).toEqual([]);
  });

  it('expired runs are read in pages, by the last one of the page before', async () => {
    for (const [runId, finishedAt] of [
      ['wr_3', 2000],
      ['wr_1', 3000],
      ['wr_2', 2000],
      ['wr_4', 4000],
    ] as const)
      await ended(runId, finishedAt);
    const query = { organizationId: acme, finishedBefore: 4000, limit: 2 };
    const ids = async (after?: { readonly finishedAt: number; readonly runId: string }) => {
      const runs = await store().runs.expired({ ...query, ...(after ? { after } : {}) });
      return runs.map((run) => run.runId);
    };
    expect(await ids()).toEqual(['wr_2', 'wr_3']);
    expect(await ids({ finishedAt: 2000, runId: 'wr_2' })).toEqual(['wr_3', 'wr_1']);
    expect(await ids({ finishedAt: 2000, runId: 'wr_3' })).toEqual(['wr_1']);
    expect(await ids({ finishedAt: 3000, runId: 'wr_1' })).toEqual([]);
  });

  it('a run that an open run waits for is left out', async () => {
    await store().runs.create(runDraft('wr_parent'), []);
    const parent = { runId: 'wr_parent', waits: true, depth: 1, blockRunId: 'br_1' };
    await ended('wr_child', 2000, { parent });
    expect(await expired(5000)).toEqual([]);
  });

  it('a deleted run leaves nothing of it, and nothing of another one goes', async () => {
    for (const runId of ['wr_1', 'wr_2']) {
      await ended(runId, 2000);
      await store().artifacts.add(artifactRow(`a_${runId}`, { runId, size: 700 }));
      await store().deliveries.put(deliveryRow(`d_${runId}`, { runId }), sentRequest());
    }
    expect(await store().runs.delete(acme, ['wr_1', 'wr_unknown'])).toBe(1);
    expect(await store().runs.find('wr_1')).toBeNull();
    expect(await store().attempts.read('wr_1')).toEqual([]);
    expect(await store().timeline.read('wr_1', { limit: 9 })).toEqual([]);
    expect(await store().artifacts.list(acme, 'wr_1')).toEqual([]);
    expect(await store().organizations.storedBytes(acme)).toBe(700);
    expect(await store().deliveries.list(acme, 'wr_1')).toEqual([]);
    expect(await store().deliveries.find(acme, 'wr_1', 'd_wr_1')).toBeNull();
    expect(await store().runs.find('wr_2')).not.toBeNull();
    expect(await store().attempts.read('wr_2')).toHaveLength(1);
    expect(await store().timeline.read('wr_2', { limit: 9 })).toHaveLength(1);
    expect(await store().artifacts.list(acme, 'wr_2')).toHaveLength(1);
    expect(await store().deliveries.find(acme, 'wr_2', 'd_wr_2')).toMatchObject({ request: sentRequest() });
    const due = await store().outbox.due({ type: outboxEntry('x').type, now: 1e12, limit: 9 });
    expect(due.map((entry) => entry.runId)).toEqual(['wr_2']);
  });

  it('of several that delete the same runs at once each run is counted once, and none fails', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `wr_${index}`);
    for (const runId of ids) {
      await ended(runId, 2000);
      await store().artifacts.add(artifactRow(`a_${runId}`, { runId }));
    }
    const reversed = [...ids].reverse();
    const counts = await Promise.all(
      [ids, reversed, ids, reversed].map((all) => store().runs.delete(acme, all)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await expired(5000)).toEqual([]);
    for (const runId of ids) expect(await store().artifacts.list(acme, runId)).toEqual([]);
  });

  it('an open run, and one of another organization, is not deleted', async () => {
    await store().runs.create(runDraft('wr_open'), []);
    await ended('wr_1', 2000);
    expect(await store().runs.delete(acme, ['wr_open'])).toBe(0);
    expect(await store().runs.delete(rival, ['wr_1'])).toBe(0);
    expect(await store().runs.find('wr_1')).not.toBeNull();
  });

  it('a workflow that was made for a run goes with it, a saved one stays', async () => {
    for (const status of ['auto_generated', 'published'] as const) {
      const workflow = workflowVersion(1, { workflowPermanentId: `wpid_${status}`, status });
      await store().workflows.add(workflow);
      await ended(`wr_${status}`, 2000, { workflowPermanentId: `wpid_${status}` });
    }
    await store().runs.delete(acme, ['wr_auto_generated', 'wr_published']);
    expect(await store().workflows.get(acme, 'wpid_auto_generated')).toBeNull();
    expect(await store().workflows.get(acme, 'wpid_published')).not.toBeNull();
  });
}
