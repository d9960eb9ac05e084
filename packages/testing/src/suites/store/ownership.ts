import type { AttemptStatus, Fence, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openOutboxEntries } from '../../open-outbox-entries.ts';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { tagged } from '../tagged.ts';
import { attemptRow, outboxEntry, progressEvent, rival, runDraft } from './rows.ts';

/** Claims, leases and fences. */
export function testOwnership(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const claim = (owner: string, now: number) => store().runs.claim('wr_1', { owner, leaseMs: 100, now });
  const fenceOf = async (owner: string, now: number): Promise<Fence> => {
    const claimed = await claim(owner, now);
    if (!claimed) throw new Error(`\`${owner}\` was to own the run at ${now}.`);
    return claimed.fence;
  };
  const end = (status: 'completed' | 'canceled', revision: number) =>
    store().runs.commit('wr_1', [{ type: 'run', revision, patch: { status } }], null, { now: 2000 });

  it('a claim answers the run and a fence, and leaves the revision alone', async () => {
    const run = await store().runs.create(runDraft('wr_1'), []);
    expect(await claim('worker-1', 1000)).toEqual({ run, fence: { owner: 'worker-1', token: 1 } });
  });

  it('an unknown run cannot be claimed', async () => {
    expect(await claim('worker-1', 1000)).toBeNull();
  });

  it('another owner waits until the lease is over, and its token is higher', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await claim('worker-1', 1000);
    expect(await claim('worker-2', 1099)).toBeNull();
    expect(await fenceOf('worker-2', 1100)).toEqual({ owner: 'worker-2', token: 2 });
    expect(await claim('worker-1', 1150)).toBeNull();
  });

  it('the holder renews its lease with the same token', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await claim('worker-1', 1000);
    expect(await fenceOf('worker-1', 1090)).toEqual({ owner: 'worker-1', token: 1 });
    expect(await claim('worker-2', 1189)).toBeNull();
    expect(await claim('worker-2', 1190)).not.toBeNull();
  });

  it('the owner of a run is known while its lease is alive', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const ownerAt = (now: number) => store().runs.ownerOf('wr_1', now);
    expect(await ownerAt(1000)).toBeNull();
    const fence = await fenceOf('worker-1', 1000);
    expect(await ownerAt(1099)).toBe('worker-1');
    expect(await ownerAt(1100)).toBeNull();
    await store().runs.release('wr_1', fence);
    expect(await ownerAt(1050)).toBeNull();
    expect(await store().runs.ownerOf('wr_2', 1000)).toBeNull();
  });

  it('a claim counts the owners that lost the run, and not those that released it', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const lost = async (owner: string, now: number) => (await claim(owner, now))?.lostWorkers ?? 0;
    expect(await lost('worker-1', 1000)).toBe(0);
    expect(await lost('worker-1', 1050)).toBe(0);
    await store().runs.release('wr_1', await fenceOf('worker-1', 1060));
    expect(await lost('worker-2', 1070)).toBe(0);
    expect(await lost('worker-3', 2000)).toBe(1);
    expect(await lost('worker-3', 2010)).toBe(1);
    expect(await lost('worker-4', 3000)).toBe(2);
    await store().runs.release('wr_1', await fenceOf('worker-4', 3010));
    expect(await lost('worker-5', 3020)).toBe(2);
  });

  it('a block that completes makes the count of lost owners begin anew', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const lost = async (owner: string, now: number) => (await claim(owner, now))?.lostWorkers ?? 0;
    await lost('worker-1', 1000);
    expect(await lost('worker-2', 2000)).toBe(1);
    const end = (status: AttemptStatus, now: number) => {
      const attempt = attemptRow('wr_1', { status });
      return store().runs.commit('wr_1', [{ type: 'attempt', attempt }], null, { now });
    };
    await end('lost', 2010);
    expect(await lost('worker-3', 3000)).toBe(2);
    await end('completed', 3010);
    expect(await lost('worker-3', 3020)).toBe(0);
    expect(await lost('worker-4', 4000)).toBe(1);
  });

  it(
    'owners that lost a run are named until they release it, whatever it completes',
    tagged('security'),
    async () => {
      await store().runs.create(runDraft('wr_1'), []);
      const dead = async () => (await store().runs.findDeadOwners('wr_1')).toSorted();
      const complete = (label: string, now: number) => {
        const attempt = attemptRow('wr_1', { status: 'completed', path: [label] });
        return store().runs.commit('wr_1', [{ type: 'attempt', attempt }], null, { now });
      };
      const first = await fenceOf('worker-1', 1000);
      expect(await dead()).toEqual([]);
      await store().runs.endLeases();
      const second = await fenceOf('worker-11', 1010);
      await complete('a', 1020);
      await store().runs.endExpiredLeases({ now: 2000, limit: 1 });
      await claim('worker-3', 2010);
      await claim('worker-4', 3000);
      await claim('worker-4', 3010);
      expect(await dead()).toEqual(['worker-1', 'worker-11', 'worker-3']);
      await complete('b', 3020);
      await store().runs.release('wr_1', first);
      await store().runs.release('wr_1', first);
      expect(await dead()).toEqual(['worker-11', 'worker-3']);
      expect(await claim('worker-4', 3030)).toEqual({
        run: await store().runs.find('wr_1'),
        fence: { owner: 'worker-4', token: 4 },
      });
      await store().runs.release('wr_1', second);
      expect(await dead()).toEqual(['worker-3']);
    },
  );

  it(
    'owners that lost a run are named for every run of its tree, and for no other one',
    tagged('security'),
    async () => {
      const parent = (runId: string, waits = true) => ({
        parent: { runId, depth: 1, waits, systemPrompt: null },
      });
      await store().runs.create(runDraft('wr_top'), []);
      await store().runs.create(runDraft('wr_middle', parent('wr_top')), []);
      await store().runs.create(runDraft('wr_leaf', parent('wr_middle')), []);
      await store().runs.create(runDraft('wr_ended', parent('wr_top')), []);
      await store().runs.create(runDraft('wr_apart', parent('wr_top', false)), []);
      await store().runs.create(runDraft('wr_other'), []);
      for (const runId of ['wr_top', 'wr_leaf', 'wr_ended', 'wr_apart'])
        await store().runs.claim(runId, { owner: `owner of ${runId}`, leaseMs: 100, now: 1000 });
      await store().runs.endLeases();
      await store().runs.commit(
        'wr_ended',
        [{ type: 'run', revision: 1, patch: { status: 'failed' } }],
        null,
        { now: 2000 },
      );
      const dead = async (runId: string) => (await store().runs.findDeadOwners(runId)).toSorted();
      const owners = ['owner of wr_ended', 'owner of wr_leaf', 'owner of wr_top'];
      for (const runId of ['wr_top', 'wr_middle', 'wr_leaf', 'wr_ended'])
        expect(await dead(runId)).toEqual(owners);
      expect(await dead('wr_apart')).toEqual(['owner of wr_apart']);
      expect(await dead('wr_other')).toEqual([]);
      expect(await dead('wr_unknown')).toEqual([]);
    },
  );

  it('an owner that lost the run and releases it later is counted as returned, one that released it in time is not', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const counts = async (owner: string, now: number) => {
      const claimed = await claim(owner, now);
      return [claimed?.lostWorkers ?? 0, claimed?.returnedWorkers ?? 0];
    };
    const slow = await fenceOf('worker-1', 1000);
    await store().runs.release('wr_1', await fenceOf('worker-2', 2000));
    expect(await counts('worker-3', 2010)).toEqual([1, 0]);
    await store().runs.release('wr_1', slow);
    expect(await store().runs.ownerOf('wr_1', 2020)).toBe('worker-3');
    expect(await counts('worker-4', 3000)).toEqual([2, 1]);
    const attempt = attemptRow('wr_1', { status: 'completed' });
    await store().runs.commit('wr_1', [{ type: 'attempt', attempt }], null, { now: 3010 });
    expect(await counts('worker-4', 3020)).toEqual([0, 0]);
    await store().runs.release('wr_1', { owner: 'worker-3', token: 3 });
    expect(await counts('worker-5', 4000)).toEqual([1, 0]);
  });

  it('an owner whose lease was ended and that releases the run later is counted as returned', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const slow = await fenceOf('worker-1', 1000);
    expect(await store().runs.endExpiredLeases({ now: 2000, limit: 1 })).toEqual(['wr_1']);
    await store().runs.release('wr_1', slow);
    expect(await claim('worker-2', 2010)).toMatchObject({ lostWorkers: 1, returnedWorkers: 1 });
  });

  it('leases that are over are ended once, the longest over first, and count as lost', async () => {
    for (const runId of ['wr_1', 'wr_2', 'wr_3']) await store().runs.create(runDraft(runId), []);
    const hold = (runId: string, now: number) =>
      store().runs.claim(runId, { owner: 'worker-1', leaseMs: 100, now });
    await hold('wr_2', 1000);
    await hold('wr_1', 1010);
    await hold('wr_3', 1050);
    const end = (now: number) => store().runs.endExpiredLeases({ now, limit: 1 });
    expect(await end(1099)).toEqual([]);
    expect([await end(1110), await end(1110), await end(1110)]).toEqual([['wr_2'], ['wr_1'], []]);
    const renewed = await hold('wr_1', 1120);
    expect(renewed).toMatchObject({ fence: { token: 2 }, lostWorkers: 1 });
    expect(await hold('wr_3', 1120)).toMatchObject({ fence: { token: 1 } });
  });

  it('of several that end the same leases each run is answered to one', async () => {
    const ids = ['wr_1', 'wr_2', 'wr_3', 'wr_4'];
    for (const runId of ids) {
      await store().runs.create(runDraft(runId), []);
      await store().runs.claim(runId, { owner: 'worker-1', leaseMs: 100, now: 1000 });
    }
    const ended = await Promise.all(
      [1, 2, 3].map(() => store().runs.endExpiredLeases({ now: 2000, limit: 10 })),
    );
    expect(ended.flat().sort()).toEqual(ids);
  });

  it('of many claims at once one succeeds', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const owners = Array.from({ length: 10 }, (_, index) => `worker-${index}`);
    const claims = await Promise.all(owners.map((owner) => claim(owner, 1000)));
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1);
  });

  it('a run that has ended cannot be claimed', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await end('canceled', 1);
    expect(await claim('worker-1', 1000)).toBeNull();
  });

  it('a released run can be claimed at once, with a higher token', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await store().runs.release('wr_1', await fenceOf('worker-1', 1000));
    expect(await fenceOf('worker-1', 1001)).toEqual({ owner: 'worker-1', token: 2 });
  });

  it('a worker that has released its run writes nothing any more', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const fence = await fenceOf('worker-1', 1000);
    await store().runs.release('wr_1', fence);
    const write = { type: 'timeline', event: progressEvent('wr_1', 'late') } as const;
    await expectError(store().runs.commit('wr_1', [write], fence, { now: 1001 }), 'lease_lost');
  });

  it('a fence of an earlier ownership of the same worker writes nothing', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const old = await fenceOf('worker-1', 1000);
    await store().runs.release('wr_1', old);
    const fence = await fenceOf('worker-1', 1001);
    await expectError(store().runs.commit('wr_1', [], old, { now: 1002 }), 'lease_lost');
    await store().runs.release('wr_1', old);
    expect(await store().runs.commit('wr_1', [], fence, { now: 1003 })).toMatchObject({ modifiedAt: 1003 });
  });

  it('an older fence releases nothing', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const old = await fenceOf('worker-1', 1000);
    await claim('worker-2', 1100);
    await store().runs.release('wr_1', old);
    expect(await claim('worker-3', 1150)).toBeNull();
  });

  it('a stale worker writes nothing', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const old = await fenceOf('worker-1', 1000);
    await claim('worker-2', 1100);
    const late = store().runs.commit(
      'wr_1',
      [
        { type: 'run', revision: 1, patch: { status: 'completed' } },
        { type: 'attempt', attempt: attemptRow('wr_1') },
        { type: 'timeline', event: progressEvent('wr_1', 'late') },
        { type: 'outbox', entry: outboxEntry('ob_1') },
      ],
      old,
      { now: 1150 },
    );
    await expectError(late, 'lease_lost');
    expect(await store().runs.find('wr_1')).toMatchObject({
      status: 'created',
      revision: 1,
      modifiedAt: 1000,
    });
    expect(await store().attempts.read('wr_1')).toEqual([]);
    expect(await store().timeline.read('wr_1', { limit: 10 })).toEqual([]);
    expect(await openOutboxEntries(store(), 9999)).toEqual([]);
  });

  it('a fence with the right token and another owner writes nothing', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await claim('worker-1', 1000);
    const forged = store().runs.commit('wr_1', [], { owner: 'worker-2', token: 1 }, { now: 1001 });
    await expectError(forged, 'lease_lost');
  });

  it('a worker whose lease ran out still writes while nobody has taken over', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const fence = await fenceOf('worker-1', 1000);
    const write = { type: 'timeline', event: progressEvent('wr_1', 'slow') } as const;
    await store().runs.commit('wr_1', [write], fence, { now: 5000 });
    expect(await store().timeline.read('wr_1', { limit: 10 })).toHaveLength(1);
  });

  it('unowned runs are those without a living lease that have not ended, oldest first, of all organizations', async () => {
    await store().runs.create(runDraft('wr_3', { createdAt: 3000 }), []);
    await store().runs.create(runDraft('wr_2', { createdAt: 1000, organizationId: rival }), []);
    await store().runs.create(runDraft('wr_1', { createdAt: 2000 }), []);
    const unowned = async (now: number, limit = 10) =>
      (await store().runs.unowned({ now, limit })).map((run) => run.runId);

    expect(await unowned(5000)).toEqual(['wr_2', 'wr_1', 'wr_3']);
    expect(await unowned(5000, 2)).toEqual(['wr_2', 'wr_1']);
    const fence = await fenceOf('worker-1', 5000);
    expect(await unowned(5099)).toEqual(['wr_2', 'wr_3']);
    expect(await unowned(5100)).toEqual(['wr_2', 'wr_1', 'wr_3']);
    await store().runs.release('wr_1', fence);
    expect(await unowned(5050)).toEqual(['wr_2', 'wr_1', 'wr_3']);
    await end('completed', 1);
    expect(await unowned(9000)).toEqual(['wr_2', 'wr_3']);
  });

  it('unowned runs that wait for a later time can be left out', async () => {
    for (const runId of ['wr_1', 'wr_2', 'wr_3']) await store().runs.create(runDraft(runId), []);
    const wakeAt = (runId: string, at: number) =>
      store().runs.commit(runId, [{ type: 'run', revision: 1, patch: { wakeAt: at } }], null, { now: 2000 });
    await wakeAt('wr_1', 8000);
    await wakeAt('wr_2', 7999);
    const found = await store().runs.unowned({ now: 5000, limit: 10, wakeBefore: 8000 });
    expect(found.map((run) => run.runId)).toEqual(['wr_2', 'wr_3']);
  });

  it('unowned runs can be read in pages, also those of one time', async () => {
    const times = { wr_1: 2000, wr_2: 1000, wr_3: 2000, wr_4: 2000, wr_5: 3000 };
    for (const [runId, createdAt] of Object.entries(times)) {
      await store().runs.create(runDraft(runId, { createdAt }), []);
    }
    const page = async (createdAt: number, runId: string) =>
      (await store().runs.unowned({ now: 5000, limit: 2, after: { createdAt, runId } })).map(
        (run) => run.runId,
      );
    expect(await page(1000, 'wr_2')).toEqual(['wr_1', 'wr_3']);
    expect(await page(2000, 'wr_3')).toEqual(['wr_4', 'wr_5']);
    expect(await page(3000, 'wr_5')).toEqual([]);
  });

  it('when all leases end, runs can be claimed at once, older fences are old, and each owner counts as lost', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await store().runs.create(runDraft('wr_2'), []);
    const fence = await fenceOf('worker-1', 1000);
    await store().runs.endLeases();
    await store().runs.endLeases();
    await expectError(store().runs.commit('wr_1', [], fence, { now: 1001 }), 'lease_lost');
    expect(await claim('worker-2', 1001)).toMatchObject({ fence: { token: 2 }, lostWorkers: 1 });
    const options = { owner: 'worker-2', leaseMs: 100, now: 1001 };
    expect((await store().runs.claim('wr_2', options))?.lostWorkers).toBeUndefined();
  });
}
