import type { CredentialRow, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival } from './rows.ts';

/** Credentials, and the turns among several of them. */
export function testCredentials(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('a credential is read as it was added, by its own organization alone', async () => {
    const row = credentialRow('cred_1');
    await store().credentials.add(row);
    expect(await store().credentials.get(acme, 'cred_1')).toEqual(row);
    expect(await store().credentials.get(rival, 'cred_1')).toBeNull();
    expect(await store().credentials.get(acme, 'cred_2')).toBeNull();
    await expectError(store().credentials.add(row), 'conflict');
  });

  it('a change is of the named members alone', async () => {
    await store().credentials.add(credentialRow('cred_1'));
    const changed = { ...credentialRow('cred_1'), name: 'New', ciphertext: 'other', modifiedAt: 2000 };
    const patch = { name: 'New', ciphertext: 'other', modifiedAt: 2000 };
    expect(await store().credentials.change(rival, 'cred_1', patch)).toBeNull();
    expect(await store().credentials.change(acme, 'cred_1', patch)).toEqual(changed);
    expect(await store().credentials.get(acme, 'cred_1')).toEqual(changed);
    expect(await store().credentials.change(acme, 'cred_2', patch)).toBeNull();
  });

  it('a deleted credential is neither found nor changed again, and its id stays taken', async () => {
    await store().credentials.add(credentialRow('cred_1'));
    await store().credentials.change(acme, 'cred_1', { ciphertext: '', modifiedAt: 2000, deletedAt: 2000 });
    expect(await store().credentials.get(acme, 'cred_1')).toBeNull();
    expect(await store().credentials.change(acme, 'cred_1', { modifiedAt: 3, deletedAt: null })).toBeNull();
    expect((await list()).items).toEqual([]);
    await expectError(store().credentials.add(credentialRow('cred_1')), 'conflict');
  });

  it('credentials are listed newest first, in pages, by type and by part of the name', async () => {
    await store().credentials.add(credentialRow('cred_1', { createdAt: 1, name: 'Shop 100%' }));
    await store().credentials.add(credentialRow('cred_2', { createdAt: 2, type: 'secret', name: 'Bank' }));
    await store().credentials.add(credentialRow('cred_3', { createdAt: 2, name: 'SHOP two' }));
    await store().credentials.add(credentialRow('cred_4', { organizationId: rival }));
    const ids = async (query: object) => (await list(query)).items.map((row) => row.credentialId);
    expect(await ids({})).toEqual(['cred_3', 'cred_2', 'cred_1']);
    expect(await ids({ pageSize: 2 })).toEqual(['cred_3', 'cred_2']);
    expect(await ids({ pageSize: 2, page: 2 })).toEqual(['cred_1']);
    expect((await list({ pageSize: 2 })).next).toBe('2');
    expect(await ids({ type: 'secret' })).toEqual(['cred_2']);
    expect(await ids({ search: 'shop' })).toEqual(['cred_3', 'cred_1']);
    expect(await ids({ search: '0%' })).toEqual(['cred_1']);
    expect(await ids({ search: '%' })).toEqual(['cred_1']);
  });

  it('turns of one name follow each other, also when they are taken at once', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, () => store().credentials.nextTurn(acme, 'a')));
    expect(taken.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(await store().credentials.nextTurn(acme, 'b')).toBe(0);
    expect(await store().credentials.nextTurn(rival, 'a')).toBe(0);
  });

  function list(query: object = {}) {
    return store().credentials.list({ organizationId: acme, page: 1, pageSize: 10, ...query });
  }
}

function credentialRow(credentialId: string, patch: Partial<CredentialRow> = {}): CredentialRow {
  return {
    credentialId,
    organizationId: acme,
    type: 'password',
    name: 'Shop',
    ciphertext: 'AAAA',
    createdAt: 1000,
    modifiedAt: 1000,
    deletedAt: null,
    ...patch,
  };
}
