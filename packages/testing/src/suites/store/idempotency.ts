import type { IdempotencyKey, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, outboxEntry, rival, runDraft } from './rows.ts';

const answer = { status: 200, body: { run_id: 'wr_1', list: [null, 1] } };

function keyRow(members: Partial<IdempotencyKey> = {}): IdempotencyKey {
  return {
    organizationId: acme,
    method: 'POST',
    route: '/v1/folders',
    key: 'k',
    owner: 'first',
    requestHash: 'hash',
    answer: null,
    leaseUntil: 100,
    expiresAt: 1000,
    ...members,
  };
}
const finalRow = (members: Partial<IdempotencyKey> = {}) => keyRow({ answer, leaseUntil: null, ...members });

/** Idempotency keys, by themselves and with the run that they belong to. */
export function testIdempotency(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const reserve = (members: Partial<IdempotencyKey> = {}, now = 1) =>
    store().idempotencyKeys.reserve(keyRow(members), { now });
  const complete = (members: Partial<IdempotencyKey> = {}) =>
    store().idempotencyKeys.complete(finalRow(members));

  it('of many requests at once, one reserves a key', async () => {
    const owners = Array.from({ length: 50 }, (_, index) => `owner ${index}`);
    const found = await Promise.all(owners.map((owner) => reserve({ owner })));
    const winners = owners.filter((_, index) => found[index] === null);
    expect(winners).toHaveLength(1);
    for (const row of found) if (row !== null) expect(row).toEqual(keyRow({ owner: winners[0] ?? '' }));
  });

  it('a key of another organization, method, route or text is another key', async () => {
    expect(await reserve()).toBeNull();
    expect(await reserve({ organizationId: rival })).toBeNull();
    expect(await reserve({ method: 'PUT' })).toBeNull();
    expect(await reserve({ route: '/v1/scripts' })).toBeNull();
    expect(await reserve({ key: 'K' })).toBeNull();
    expect(await reserve()).toEqual(keyRow());
  });

  it('an answer is kept until its time is over', async () => {
    await reserve({ requestHash: null });
    expect(await complete({ requestHash: 'known now', expiresAt: 2000 })).toBe(true);
    const row = finalRow({ requestHash: 'known now', expiresAt: 2000 });
    expect(await reserve({ owner: 'second' }, 1999)).toEqual(row);
    expect(await reserve({ owner: 'second', leaseUntil: 3000, expiresAt: 4000 }, 2000)).toBeNull();
  });

  it('a key in progress is free when its lease is over, and its first request writes nothing any more', async () => {
    await reserve();
    expect(await reserve({ owner: 'second', leaseUntil: 300 }, 99)).toEqual(keyRow());
    expect(await reserve({ owner: 'second', leaseUntil: 300 }, 100)).toBeNull();
    expect(await store().idempotencyKeys.renew(keyRow(), { leaseUntil: 500 })).toBe(false);
    expect(await complete()).toBe(false);
    await store().idempotencyKeys.release(keyRow());
    expect(await reserve({ owner: 'third' }, 200)).toEqual(keyRow({ owner: 'second', leaseUntil: 300 }));
  });

  it('a renewed lease holds longer', async () => {
    await reserve();
    expect(await store().idempotencyKeys.renew(keyRow(), { leaseUntil: 200 })).toBe(true);
    expect(await reserve({ owner: 'second' }, 199)).toEqual(keyRow({ leaseUntil: 200 }));
  });

  it('a released key is free, an answered one is not released', async () => {
    await reserve();
    await store().idempotencyKeys.release(keyRow());
    expect(await reserve()).toBeNull();
    await complete();
    await store().idempotencyKeys.release(keyRow());
    expect(await store().idempotencyKeys.renew(keyRow(), { leaseUntil: 200 })).toBe(false);
    expect(await reserve({ owner: 'second' })).toEqual(finalRow());
  });

  it('the only process of a store frees what an earlier one left in progress, and keeps the answers', async () => {
    await reserve();
    await complete();
    await reserve({ key: 'lost' });
    await store().idempotencyKeys.endLeases();
    expect(await reserve({ key: 'lost', owner: 'second' })).toBeNull();
    expect(await reserve({ owner: 'second' })).toEqual(finalRow());
  });

  it('what is over is removed', async () => {
    await reserve();
    await complete({ expiresAt: 50 });
    await reserve({ key: 'lost' });
    await reserve({ key: 'kept', leaseUntil: 500 });
    expect(await store().idempotencyKeys.deleteExpired({ now: 49 })).toBe(0);
    expect(await store().idempotencyKeys.deleteExpired({ now: 100 })).toBe(2);
    expect(await store().idempotencyKeys.deleteExpired({ now: 100 })).toBe(0);
    expect(await reserve({ key: 'kept' })).not.toBeNull();
  });

  it('a run and the answer to its start are stored together', async () => {
    await reserve();
    const idempotencyKey = finalRow();
    await store().runs.create(runDraft('wr_1'), [outboxEntry('obx_1')], undefined, { idempotencyKey });
    expect(await reserve({ owner: 'second' })).toEqual(finalRow());
    expect(await store().runs.find('wr_1')).not.toBeNull();
  });

  it('a run whose key another request has is not stored', async () => {
    await reserve({ owner: 'second' });
    const create = store().runs.create(runDraft('wr_1'), [outboxEntry('obx_1')], undefined, {
      idempotencyKey: finalRow(),
    });
    await expectError(create, 'conflict');
    expect(await store().runs.find('wr_1')).toBeNull();
    expect(await store().outbox.due({ type: 'enqueue', now: 9999, limit: 10 })).toEqual([]);
    expect(await reserve({ owner: 'third' })).toEqual(keyRow({ owner: 'second' }));
  });

  it('the answer to a start is not stored when its run is not', async () => {
    await reserve();
    await store().runs.create(runDraft('wr_1'), []);
    const create = store().runs.create(runDraft('wr_1'), [], undefined, { idempotencyKey: finalRow() });
    await expectError(create, 'conflict');
    expect(await reserve({ owner: 'second' })).toEqual(keyRow());
  });
}
