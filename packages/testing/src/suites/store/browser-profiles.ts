import type { BrowserProfileRow, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival } from './rows.ts';

/** Browser profiles, and the states that workflows, runs and sessions leave. */
export function testBrowserProfiles(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const add = (id: string, patch: Partial<BrowserProfileRow> = {}) =>
    store().browserProfiles.add(profileRow(id, patch));

  it('a profile is read as it was added, by its own organization alone', async () => {
    await add('bp_1');
    expect(await store().browserProfiles.get(acme, 'bp_1')).toEqual(profileRow('bp_1'));
    expect(await store().browserProfiles.get(rival, 'bp_1')).toBeNull();
    await expectError(add('bp_1', { name: 'Other' }), 'conflict');
  });

  it('a name is unique among the profiles of an organization that are not deleted', async () => {
    await add('bp_1');
    await expectError(add('bp_2'), 'conflict');
    await add('bp_3', { organizationId: rival });
    await add('bp_4', { name: 'Other' });
    const rename = { name: 'Shop', modifiedAt: 2 };
    await expectError(store().browserProfiles.change(acme, 'bp_4', rename), 'conflict');
    expect(await store().browserProfiles.change(acme, 'bp_1', rename)).toMatchObject(rename);
    await store().browserProfiles.change(acme, 'bp_1', { ciphertext: '', deletedAt: 3, modifiedAt: 3 });
    expect(await store().browserProfiles.change(acme, 'bp_4', rename)).toMatchObject(rename);
  });

  it('a deleted profile is only in a list that asks for it', async () => {
    await add('bp_1', { createdAt: 1 });
    await add('bp_2', { createdAt: 2, name: 'Other' });
    await add('bp_3', { organizationId: rival });
    const patch = { ciphertext: '', deletedAt: 3, modifiedAt: 3 };
    expect(await store().browserProfiles.change(rival, 'bp_1', patch)).toBeNull();
    const { ciphertext: _state, ...shown } = profileRow('bp_1', {
      createdAt: 1,
      deletedAt: 3,
      modifiedAt: 3,
    });
    expect(await store().browserProfiles.change(acme, 'bp_1', patch)).toEqual(shown);
    expect(await store().browserProfiles.get(acme, 'bp_1')).toBeNull();
    expect(await store().browserProfiles.change(acme, 'bp_1', patch)).toBeNull();
    const list = async (query: object) =>
      (
        await store().browserProfiles.list({
          organizationId: acme,
          includeDeleted: false,
          page: 1,
          pageSize: 10,
          ...query,
        })
      ).items.map((row) => row.browserProfileId);
    expect(await list({})).toEqual(['bp_2']);
    expect(await list({ includeDeleted: true })).toEqual(['bp_2', 'bp_1']);
    expect(await list({ includeDeleted: true, page: 2, pageSize: 1 })).toEqual(['bp_1']);
  });

  it('a state is the latest of its owner, for its own organization alone', async () => {
    await store().browserStates.put(acme, 'wpid_1', 'one');
    await store().browserStates.put(acme, 'wpid_1', 'two');
    expect(await store().browserStates.get(acme, 'wpid_1')).toBe('two');
    expect(await store().browserStates.get(rival, 'wpid_1')).toBeNull();
    expect(await store().browserStates.get(acme, 'wr_1')).toBeNull();
  });

  it('profiles and states are among the ciphertexts, deleted profiles are not', async () => {
    await add('bp_1');
    await add('bp_2', { name: 'Deleted', ciphertext: '' });
    await store().browserStates.put(acme, 'wr_1', 'state');
    const count = await store().ciphertexts.replace(
      ({ kind, id, ciphertext }) => `${kind} ${id} ${ciphertext}`,
      'new key',
    );
    expect(count).toBe(2);
    expect(await store().browserStates.get(acme, 'wr_1')).toBe('browser_state wr_1 state');
    expect((await store().browserProfiles.get(acme, 'bp_1'))?.ciphertext).toBe('browser_profile bp_1 AAAA');
  });
}

function profileRow(browserProfileId: string, patch: Partial<BrowserProfileRow> = {}): BrowserProfileRow {
  return {
    browserProfileId,
    organizationId: acme,
    name: 'Shop',
    description: null,
    ciphertext: 'AAAA',
    createdAt: 1000,
    modifiedAt: 1000,
    deletedAt: null,
    ...patch,
  };
}
