import type { Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openOutboxEntries } from '../../open-outbox-entries.ts';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { tagged } from '../tagged.ts';
import {
  acme,
  apiKeyRow,
  artifactRow,
  deliveryRow,
  outboxEntry,
  rival,
  runDraft,
  sentRequest,
} from './rows.ts';

/** Outbox, organizations, API keys, artifacts and deliveries. */
export function testRecords(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('due outbox entries of a type are pending ones whose time has come, oldest first', async () => {
    await store().runs.create(runDraft('wr_1'), [
      outboxEntry('ob_later', { dueAt: 3000, createdAt: 1 }),
      outboxEntry('ob_2', { createdAt: 20 }),
      outboxEntry('ob_1', { createdAt: 10 }),
      outboxEntry('ob_webhook', { createdAt: 5, type: 'webhook', payload: { url: 'https://example.com' } }),
      outboxEntry('ob_sending', { createdAt: 30, dueAt: 9999, status: 'sending' }),
      outboxEntry('ob_done', { createdAt: 1, status: 'done' }),
      outboxEntry('ob_failed', { createdAt: 1, status: 'failed' }),
    ]);
    const due = async (now: number, limit = 10) =>
      (await store().outbox.due({ type: 'enqueue', now, limit })).map((entry) => entry.entryId);
    expect(await due(999)).toEqual([]);
    expect(await due(1000)).toEqual(['ob_1', 'ob_2']);
    expect(await due(3000)).toEqual(['ob_later', 'ob_1', 'ob_2']);
    expect(await due(3000, 2)).toEqual(['ob_later', 'ob_1']);
    expect(await store().outbox.due({ type: 'webhook', now: 1000, limit: 10 })).toMatchObject([
      { entryId: 'ob_webhook' },
    ]);
    expect(await store().outbox.due({ type: 'mail', now: 1000, limit: 10 })).toEqual([]);
  });

  it('outbox entries that are being sent are read in pages, oldest first, ties by id', async () => {
    const sending = (entryId: string, createdAt: number, type: 'webhook' | 'mail') =>
      outboxEntry(entryId, { createdAt, type, status: 'sending', dueAt: 9999 });
    await store().runs.create(runDraft('wr_1'), [
      sending('ob_3', 20, 'webhook'),
      sending('ob_2', 10, 'mail'),
      sending('ob_1', 10, 'webhook'),
      outboxEntry('ob_pending', { type: 'mail' }),
      outboxEntry('ob_done', { status: 'done' }),
    ]);
    const first = await store().outbox.sending({ limit: 2 });
    expect(first.map(({ entryId }) => entryId)).toEqual(['ob_1', 'ob_2']);
    const [, after] = first;
    if (!after) throw new Error('a page of two was wanted');
    expect(await store().outbox.sending({ limit: 2, after })).toMatchObject([{ entryId: 'ob_3' }]);
  });

  it('many entries of one type do not hide those of another', async () => {
    const webhooks = Array.from({ length: 30 }, (_, index) =>
      outboxEntry(`ob_${index}`, {
        type: 'webhook',
        createdAt: 1,
        status: index < 15 ? 'sending' : 'pending',
      }),
    );
    await store().runs.create(runDraft('wr_1'), [...webhooks, outboxEntry('ob_last', { createdAt: 2 })]);
    expect(await store().outbox.due({ type: 'enqueue', now: 1000, limit: 1 })).toMatchObject([
      { entryId: 'ob_last' },
    ]);
    expect(await store().outbox.due({ type: 'webhook', now: 1000, limit: 20 })).toHaveLength(15);
  });

  it('of many who settle an outbox entry one succeeds', async () => {
    await store().runs.create(runDraft('wr_1'), [outboxEntry('ob_1')]);
    const settled = await Promise.all(
      Array.from({ length: 5 }, () => store().outbox.settle('ob_1', { from: 'pending', to: 'sending' })),
    );
    expect(settled.filter(Boolean)).toHaveLength(1);
    expect(await openOutboxEntries(store(), 1000)).toMatchObject([{ status: 'sending', dueAt: 1000 }]);
    expect(await store().outbox.settle('ob_1', { from: 'sending', to: 'done' })).toBe(true);
    expect(await openOutboxEntries(store(), 1000)).toEqual([]);
    expect(await store().outbox.settle('ob_unknown', { from: 'pending', to: 'done' })).toBe(false);
  });

  it('an outbox entry gets a new time with its status', async () => {
    await store().runs.create(runDraft('wr_1'), [outboxEntry('ob_1')]);
    await store().outbox.settle('ob_1', { from: 'pending', to: 'sending', dueAt: 5000 });
    expect(await openOutboxEntries(store())).toMatchObject([{ status: 'sending', dueAt: 5000 }]);
  });

  it('organizations are inserted, replaced and listed oldest first', async () => {
    const acmeRow = {
      organizationId: acme,
      name: 'Acme',
      retentionDays: 30,
      createdAt: 2,
      modifiedAt: 2,
      deletedAt: null,
    };
    await store().organizations.put({ ...acmeRow, name: 'Old name' });
    await store().organizations.put({ ...acmeRow, organizationId: rival, createdAt: 1 });
    await store().organizations.put(acmeRow);
    expect(await store().organizations.get(acme)).toEqual(acmeRow);
    expect(await store().organizations.get('o_unknown')).toBeNull();
    const ids = (await store().organizations.list()).map((row) => row.organizationId);
    expect(ids).toEqual([rival, acme]);
  });

  it('of several first organizations that are added at once one is stored, and all get it', async () => {
    const row = (organizationId: string) => ({
      ...{ organizationId, name: organizationId, retentionDays: null },
      ...{ createdAt: 1, modifiedAt: 1, deletedAt: null },
    });
    const rows = Array.from({ length: 6 }, (_, index) => row(`o_${index}`));
    const got = await Promise.all(rows.map((one) => store().organizations.addFirst(one)));
    const stored = await store().organizations.list();
    expect(stored).toHaveLength(1);
    expect(got).toEqual(Array(6).fill(stored[0]));
    await store().organizations.put({ ...row('o_oldest'), createdAt: 0, deletedAt: 5 });
    expect(await store().organizations.addFirst(row('o_late'))).toMatchObject({ organizationId: 'o_oldest' });
    expect(await store().organizations.get('o_late')).toBeNull();
  });

  it('of several first keys of an organization that are added at once one is stored, and all get it', async () => {
    await store().apiKeys.put(apiKeyRow('ak_revoked', { createdAt: 1, revokedAt: 2 }));
    await store().apiKeys.put(apiKeyRow('ak_rival', { organizationId: rival }));
    const rows = Array.from({ length: 6 }, (_, index) => apiKeyRow(`ak_${index}`, { createdAt: 5 }));
    const got = await Promise.all(rows.map((one) => store().apiKeys.addFirst(one)));
    const stored = (await store().apiKeys.list(acme)).filter((key) => key.revokedAt === null);
    expect(stored).toHaveLength(1);
    expect(got).toEqual(Array(6).fill(stored[0]));
  });

  it('an API key is found by its hash, revoked or not', async () => {
    const key = apiKeyRow('ak_1');
    await store().apiKeys.put(key);
    expect(await store().apiKeys.find(key.hash)).toEqual(key);
    await store().apiKeys.put({ ...key, revokedAt: 5000 });
    expect(await store().apiKeys.find(key.hash)).toEqual({ ...key, revokedAt: 5000 });
    expect(await store().apiKeys.find('another hash')).toBeNull();
  });

  it('two API keys cannot have one hash', async () => {
    await store().apiKeys.put(apiKeyRow('ak_1'));
    await expectError(store().apiKeys.put(apiKeyRow('ak_2', { hash: 'hash of ak_1' })), 'conflict');
    expect(await store().apiKeys.find('hash of ak_1')).toMatchObject({ apiKeyId: 'ak_1' });
  });

  it('API keys belong to an organization and are listed oldest first', async () => {
    await store().apiKeys.put(apiKeyRow('ak_2', { createdAt: 2 }));
    await store().apiKeys.put(apiKeyRow('ak_1', { createdAt: 1 }));
    await store().apiKeys.put(apiKeyRow('ak_3', { organizationId: rival }));
    expect((await store().apiKeys.list(acme)).map((key) => key.apiKeyId)).toEqual(['ak_1', 'ak_2']);
    expect(await store().apiKeys.get(acme, 'ak_1')).toMatchObject({ apiKeyId: 'ak_1' });
    expect(await store().apiKeys.get(rival, 'ak_1')).toBeNull();
  });

  it('the latest use of an API key is kept', async () => {
    await store().apiKeys.put(apiKeyRow('ak_1'));
    for (const at of [3000, 2000]) await store().apiKeys.markUsed('ak_1', at);
    await store().apiKeys.markUsed('ak_unknown', 1000);
    expect(await store().apiKeys.get(acme, 'ak_1')).toEqual(apiKeyRow('ak_1', { lastUsedAt: 3000 }));
  });

  it(
    'the text of an API key is erased when it opens and signs nothing any more',
    tagged('security'),
    async () => {
      await store().apiKeys.put(apiKeyRow('ak_active'));
      for (const id of ['ak_unused', 'ak_run', 'ak_webhook'])
        await store().apiKeys.put(apiKeyRow(id, { revokedAt: 2000 }));
      await store().apiKeys.put(apiKeyRow('ak_expired', { expiresAt: 4000, organizationId: rival }));
      await store().runs.create(runDraft('wr_1', { apiKeyId: 'ak_run' }), []);
      const webhook = outboxEntry('ob_1', { runId: 'wr_2', type: 'webhook' });
      const ended = await store().runs.create(runDraft('wr_2', { apiKeyId: 'ak_webhook' }), [webhook]);
      const end = { type: 'run', patch: { status: 'completed' }, revision: ended.revision } as const;
      await store().runs.commit('wr_2', [end], null, { now: 3000 });
      const textOf = async (id: string, organization = acme) =>
        (await store().apiKeys.get(organization, id))?.ciphertext !== '';

      expect(await store().apiKeys.eraseUnneeded({ now: 3999 })).toBe(1);
      expect(
        await Promise.all(['ak_active', 'ak_unused', 'ak_run', 'ak_webhook'].map((id) => textOf(id))),
      ).toEqual([true, false, true, true]);
      expect(await textOf('ak_expired', rival)).toBe(true);
      await store().outbox.settle('ob_1', { from: 'pending', to: 'done' });
      expect(await store().apiKeys.eraseUnneeded({ now: 4000 })).toBe(2);
      expect([await textOf('ak_webhook'), await textOf('ak_expired', rival)]).toEqual([false, false]);
      expect(await textOf('ak_run')).toBe(true);
    },
  );

  it('artifacts are listed oldest first and filtered by type', async () => {
    await store().artifacts.add(artifactRow('a_3', { createdAt: 3, type: 'html' }));
    await store().artifacts.add(artifactRow('a_1', { createdAt: 1 }));
    await store().artifacts.add(artifactRow('a_2', { createdAt: 2, type: 'har' }));
    await store().artifacts.add(artifactRow('a_4', { runId: 'wr_2' }));
    const list = async (...types: Parameters<Store['artifacts']['list']>[2][]) =>
      (await store().artifacts.list(acme, 'wr_1', ...types)).map((row) => row.artifactId);
    expect(await list()).toEqual(['a_1', 'a_2', 'a_3']);
    expect(await list({ types: ['html', 'screenshot'] })).toEqual(['a_1', 'a_3']);
    expect(await list({ types: [] })).toEqual([]);
  });

  it('an artifact is added once and seen by its organization alone', async () => {
    const row = artifactRow('a_1');
    await store().artifacts.add(row);
    await expectError(store().artifacts.add({ ...row, size: 9 }), 'conflict');
    expect(await store().artifacts.get(acme, 'a_1')).toEqual(row);
    expect(await store().artifacts.get(rival, 'a_1')).toBeNull();
    expect(await store().artifacts.list(rival, 'wr_1')).toEqual([]);
  });

  it('deliveries are inserted, replaced and listed newest first', async () => {
    await store().deliveries.put(deliveryRow('whd_1', { createdAt: 1 }));
    await store().deliveries.put(deliveryRow('whd_2', { createdAt: 2 }));
    const failed = deliveryRow('whd_1', {
      createdAt: 1,
      status: 'failed',
      httpStatus: 500,
      latencyMs: 12,
      responseExcerpt: 'oops',
      error: 'the server answered 500',
      finishedAt: 9,
    });
    await store().deliveries.put(failed);
    expect(await store().deliveries.list(acme, 'wr_1')).toEqual([
      deliveryRow('whd_2', { createdAt: 2 }),
      failed,
    ]);
    expect(await store().deliveries.list(rival, 'wr_1')).toEqual([]);
    expect(await store().deliveries.list(acme, 'wr_2')).toEqual([]);
  });

  it('a delivery keeps its request when it is replaced, and is read with it; lists leave requests out', async () => {
    const request = sentRequest({
      body: `{"text":"${'ü'.repeat(100_000)}`,
      bodyBytes: 500_000,
      bodyBytesCut: 299_991,
    });
    await store().deliveries.put(deliveryRow('whd_1', { status: 'sending' }), request);
    const delivered = deliveryRow('whd_1', { status: 'delivered', httpStatus: 200, finishedAt: 1010 });
    await store().deliveries.put(delivered);
    expect(await store().deliveries.find(acme, 'wr_1', 'whd_1')).toEqual({ ...delivered, request });
    expect(await store().deliveries.list(acme, 'wr_1')).toEqual([delivered]);
  });

  it('a delivery without a request has null, and one that is given later replaces it', async () => {
    const scheduled = deliveryRow('whd_1');
    await store().deliveries.put(scheduled);
    expect(await store().deliveries.find(acme, 'wr_1', 'whd_1')).toEqual({ ...scheduled, request: null });
    for (const body of ['{"a":1}', '{"a":2}']) {
      await store().deliveries.put(scheduled, sentRequest({ body }));
      expect(await store().deliveries.find(acme, 'wr_1', 'whd_1')).toMatchObject({ request: { body } });
    }
  });

  it('a delivery is found in its organization and run alone', async () => {
    await store().deliveries.put(deliveryRow('whd_1'), sentRequest());
    expect(await store().deliveries.find(rival, 'wr_1', 'whd_1')).toBeNull();
    expect(await store().deliveries.find(acme, 'wr_2', 'whd_1')).toBeNull();
    expect(await store().deliveries.find(acme, 'wr_1', 'whd_2')).toBeNull();
  });
}
