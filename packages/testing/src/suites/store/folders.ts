import type { FolderQuery, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, folderRow, rival, workflowVersion } from './rows.ts';

/** Folders and the workflows in them. */
export function testFolders(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const list = async (query: Partial<FolderQuery> = {}) => {
    const found = await store().folders.list({ organizationId: acme, page: 1, pageSize: 10, ...query });
    return found.items.map(({ folderId }) => folderId);
  };

  it('a folder is read by its organization alone, with the number of its workflows', async () => {
    const folder = folderRow('fld_1', { title: 'Zürich', description: 'Orders' });
    await store().folders.add(folder);
    await store().workflows.add(workflowVersion(1, { folderId: 'fld_1' }));
    await store().workflows.add(workflowVersion(2, { folderId: 'fld_1' }));
    await store().workflows.add(workflowVersion(1, { workflowPermanentId: 'wpid_2', folderId: 'fld_1' }));
    await store().workflows.add(workflowVersion(2, { workflowPermanentId: 'wpid_2' }));
    await store().workflows.add(workflowVersion(1, { workflowPermanentId: 'wpid_3', folderId: 'fld_1' }));
    await store().workflows.delete(acme, ['wpid_3'], { now: 1 });
    expect(await store().folders.get(acme, 'fld_1')).toEqual({ ...folder, workflowCount: 1 });
    expect(await store().folders.workflowsIn(acme, 'fld_1')).toEqual(['wpid_1']);
    expect(await store().folders.get(rival, 'fld_1')).toBeNull();
    expect(await store().folders.workflowsIn(rival, 'fld_1')).toEqual([]);
    expect(await store().folders.get(acme, 'fld_2')).toBeNull();
  });

  it('a title is used once in an organization', async () => {
    await store().folders.add(folderRow('fld_1', { title: 'Orders' }));
    await store().folders.add(folderRow('fld_2', { title: 'Orders', organizationId: rival }));
    await expectError(store().folders.add(folderRow('fld_3', { title: 'Orders' })), 'conflict');
    await expectError(store().folders.add(folderRow('fld_1', { title: 'Other' })), 'conflict');
    await store().folders.add(folderRow('fld_4', { title: 'Bills' }));
    await expectError(store().folders.change(acme, 'fld_4', { title: 'Orders' }), 'conflict');
    expect(await store().folders.get(acme, 'fld_4')).toMatchObject({ title: 'Bills' });
  });

  it('what a change names is replaced, and nothing else', async () => {
    await store().folders.add(folderRow('fld_1', { title: 'Old', description: 'Kept' }));
    const patch = { title: 'New', modifiedAt: 2000 };
    const changed = { ...folderRow('fld_1', { ...patch, description: 'Kept' }), workflowCount: 0 };
    expect(await store().folders.change(acme, 'fld_1', patch)).toEqual(changed);
    expect(await store().folders.get(acme, 'fld_1')).toEqual(changed);
    expect(await store().folders.change(rival, 'fld_1', patch)).toBeNull();
    expect(await list({ search: 'old' })).toEqual([]);
    expect(await list({ search: 'NEW' })).toEqual(['fld_1']);
  });

  it('folders are listed newest first, in pages, by a part of the title', async () => {
    await store().folders.add(folderRow('fld_1', { title: 'Ämter 100%', createdAt: 1 }));
    await store().folders.add(folderRow('fld_2', { title: 'Bills', createdAt: 2 }));
    await store().folders.add(folderRow('fld_3', { title: 'Calls', createdAt: 2 }));
    await store().folders.add(folderRow('fld_4', { organizationId: rival }));
    expect(await list()).toEqual(['fld_3', 'fld_2', 'fld_1']);
    expect(await list({ page: 2, pageSize: 2 })).toEqual(['fld_1']);
    expect(await list({ search: 'ä' })).toEqual(['fld_1']);
    expect(await list({ search: '0%' })).toEqual(['fld_1']);
    expect(await list({ search: '1%' })).toEqual([]);
  });

  it('a deleted folder leaves its workflows without one', async () => {
    await store().folders.add(folderRow('fld_1'));
    await store().workflows.add(workflowVersion(1, { folderId: 'fld_1' }));
    expect(await store().folders.delete(rival, 'fld_1')).toBe(false);
    expect(await store().folders.delete(acme, 'fld_1')).toBe(true);
    expect(await store().folders.delete(acme, 'fld_1')).toBe(false);
    expect(await store().folders.get(acme, 'fld_1')).toBeNull();
    expect(await store().workflows.get(acme, 'wpid_1')).toMatchObject({ folderId: null });
    await store().folders.add(folderRow('fld_2', { title: folderRow('fld_1').title }));
  });
}
