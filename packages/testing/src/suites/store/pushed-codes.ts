import type { PushedCodeRow, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival } from './rows.ts';

/** One-time codes that were pushed. */
export function testPushedCodes(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const query = { organizationId: acme, identifierKey: 'ann@shop.test', since: 1000, now: 2000 };
  const idsOf = (rows: readonly PushedCodeRow[]) => rows.map(({ totpCodeId }) => totpCodeId);

  it('a pushed code is found as it was added, by its own organization and identifier alone', async () => {
    const row = codeRow('totp_1', { expiredAt: 9000, source: 'mail', taskId: 'tsk_1', workflowId: 'wpid_1' });
    await store().pushedCodes.add(row);
    expect(await store().pushedCodes.find(query)).toEqual([row]);
    expect(await store().pushedCodes.find({ ...query, organizationId: rival })).toEqual([]);
    expect(await store().pushedCodes.find({ ...query, identifierKey: 'bob@shop.test' })).toEqual([]);
    await expectError(store().pushedCodes.add(row), 'conflict');
  });

  it('codes from before a time, and those that are over, are not found', async () => {
    await store().pushedCodes.add(codeRow('totp_1', { createdAt: 999 }));
    await store().pushedCodes.add(codeRow('totp_2', { createdAt: 1000 }));
    await store().pushedCodes.add(codeRow('totp_3', { createdAt: 1500, deleteAt: 2000 }));
    await store().pushedCodes.add(codeRow('totp_4', { createdAt: 1500, deleteAt: 2001 }));
    expect(idsOf(await store().pushedCodes.find(query))).toEqual(['totp_4', 'totp_2']);
  });

  it('codes are listed newest first, in pages, by identifier and by run', async () => {
    await store().pushedCodes.add(codeRow('totp_1', { createdAt: 1, workflowRunId: 'wr_1' }));
    await store().pushedCodes.add(codeRow('totp_2', { createdAt: 2, identifierKey: '+1' }));
    await store().pushedCodes.add(codeRow('totp_3', { createdAt: 2 }));
    await store().pushedCodes.add(codeRow('totp_4', { organizationId: rival }));
    const list = (filter: object) =>
      store().pushedCodes.list({ organizationId: acme, page: 1, pageSize: 10, ...filter });
    expect(idsOf((await list({})).items)).toEqual(['totp_3', 'totp_2', 'totp_1']);
    expect(idsOf((await list({ identifierKey: '+1' })).items)).toEqual(['totp_2']);
    expect(idsOf((await list({ workflowRunId: 'wr_1' })).items)).toEqual(['totp_1']);
    const first = await list({ pageSize: 2 });
    expect([idsOf(first.items), first.next]).toEqual([['totp_3', 'totp_2'], '2']);
    expect(idsOf((await list({ page: 2, pageSize: 2 })).items)).toEqual(['totp_1']);
  });

  it('codes that are over are deleted in all organizations, and no others', async () => {
    await store().pushedCodes.add(codeRow('totp_1', { deleteAt: 2000 }));
    await store().pushedCodes.add(codeRow('totp_2', { deleteAt: 2000, organizationId: rival }));
    await store().pushedCodes.add(codeRow('totp_3', { deleteAt: 2001 }));
    expect(await store().pushedCodes.deleteExpired({ now: 2000 })).toBe(2);
    expect(await store().pushedCodes.deleteExpired({ now: 2000 })).toBe(0);
    const left = await store().pushedCodes.list({ organizationId: acme, page: 1, pageSize: 10 });
    expect(idsOf(left.items)).toEqual(['totp_3']);
  });

  it('the ciphertext of a pushed code is replaced with all others', async () => {
    await store().pushedCodes.add(codeRow('totp_1'));
    await store().ciphertexts.replace(({ kind, id }) => `${kind} ${id}`, 'new key');
    expect(await store().pushedCodes.find(query)).toMatchObject([{ ciphertext: 'pushed_code totp_1' }]);
  });
}

function codeRow(totpCodeId: string, patch: Partial<PushedCodeRow> = {}): PushedCodeRow {
  return {
    totpCodeId,
    organizationId: acme,
    totpIdentifier: 'Ann@shop.test',
    identifierKey: 'ann@shop.test',
    taskId: null,
    workflowId: null,
    workflowRunId: null,
    source: null,
    type: 'totp',
    ciphertext: 'sealed',
    expiredAt: null,
    deleteAt: 601_000,
    createdAt: 1000,
    modifiedAt: 1000,
    ...patch,
  };
}
