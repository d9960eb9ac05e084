import type { Store, Workflow, WorkflowQuery } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, folderRow, rival, workflowVersion } from './rows.ts';

/** Versions and search. */
export function testWorkflows(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const add = async (...versions: readonly Workflow[]) => {
    for (const version of versions) await store().workflows.add(version);
  };
  const list = async (query: Partial<WorkflowQuery> = {}) => {
    const page = await store().workflows.list({
      organizationId: acme,
      statuses: ['published', 'draft'],
      page: 1,
      pageSize: 10,
      ...query,
    });
    return page.items.map((row) => row.title);
  };

  it('the latest version is got, or the one that is asked for', async () => {
    const versions = [workflowVersion(2), workflowVersion(1), workflowVersion(10)];
    await add(...versions);
    expect(await store().workflows.get(acme, 'wpid_1')).toEqual(versions[2]);
    expect(await store().workflows.get(acme, 'wpid_1', 1)).toEqual(versions[1]);
    expect(await store().workflows.get(acme, 'wpid_1', 3)).toBeNull();
    expect(await store().workflows.get(acme, 'wpid_2')).toBeNull();
  });

  it('a version is added once', async () => {
    await add(workflowVersion(1, { title: 'first' }));
    await expectError(add(workflowVersion(1, { workflowId: 'w_other', title: 'second' })), 'conflict');
    await expectError(add(workflowVersion(2, { workflowId: 'w_wpid_1_1' })), 'conflict');
    expect(await store().workflows.get(acme, 'wpid_1')).toMatchObject({ version: 1, title: 'first' });
  });

  it('a workflow whose latest version is deleted is gone, and its versions stay for running work', async () => {
    await add(workflowVersion(1), workflowVersion(2, { deletedAt: 5000 }));
    expect(await store().workflows.get(acme, 'wpid_1')).toBeNull();
    expect(await store().workflows.get(acme, 'wpid_1', 1)).toBeNull();
    expect(await store().workflows.getVersion(acme, 'w_wpid_1_1')).toEqual(workflowVersion(1));
    expect(await store().workflows.getVersion(acme, 'w_wpid_1_2')).toMatchObject({ deletedAt: 5000 });
    expect(await list()).toEqual([]);
  });

  it('another organization sees nothing of a workflow', async () => {
    await add(workflowVersion(1));
    expect(await store().workflows.get(rival, 'wpid_1')).toBeNull();
    expect(await store().workflows.getVersion(rival, 'w_wpid_1_1')).toBeNull();
    expect(await list({ organizationId: rival })).toEqual([]);
  });

  it('the latest version of each workflow is listed, newest first', async () => {
    await add(
      workflowVersion(1, { title: 'old', createdAt: 1 }),
      workflowVersion(1, { workflowPermanentId: 'wpid_2', title: 'middle', createdAt: 2 }),
      workflowVersion(2, { title: 'new', createdAt: 3 }),
      workflowVersion(1, { workflowPermanentId: 'wpid_3', title: 'tie', createdAt: 2 }),
    );
    expect(await list()).toEqual(['new', 'tie', 'middle']);
    expect(await list({ page: 2, pageSize: 2 })).toEqual(['middle']);
    const first = await store().workflows.list({
      organizationId: acme,
      statuses: ['published'],
      page: 1,
      pageSize: 2,
    });
    expect(first.next).not.toBeNull();
  });

  it('status and folder of the latest version filter the list', async () => {
    await add(
      workflowVersion(1, { title: 'was a draft', status: 'draft' }),
      workflowVersion(2, { title: 'published', folderId: 'fld_1' }),
      workflowVersion(1, { workflowPermanentId: 'wpid_2', title: 'made', status: 'auto_generated' }),
    );
    expect(await list()).toEqual(['published']);
    expect(await list({ statuses: ['draft'] })).toEqual([]);
    expect(await list({ statuses: [] })).toEqual([]);
    expect(await list({ statuses: ['auto_generated'] })).toEqual(['made']);
    expect(await list({ folderId: 'fld_1' })).toEqual(['published']);
    expect(await list({ folderId: 'fld_2' })).toEqual([]);
  });

  it('a search key is part of title, description, or a parameter, in any case', async () => {
    const draft = {
      description: 'Collects MONTHLY papers',
      workflow_definition: {
        blocks: [],
        parameters: [
          {
            parameter_type: 'workflow',
            key: 'vendor_name',
            description: 'Whom to ask',
            workflow_parameter_type: 'json',
            default_value: { site: 'Acme 100%_sure' },
          },
        ],
      },
    } as unknown as Workflow['draft'];
    await add(
      workflowVersion(1, { title: 'Invoices für Zürich', draft }),
      workflowVersion(1, { workflowPermanentId: 'wpid_2', title: 'Other' }),
    );
    for (const searchKey of ['INVOICES', 'monthly', 'Vendor_', 'whom', 'acme', '100%_', 'FÜR']) {
      expect(await list({ searchKey }), searchKey).toEqual(['Invoices für Zürich']);
    }
    for (const searchKey of ['nothing', '1%0', 'vendor-name', '_nvoices', '\\']) {
      expect(await list({ searchKey }), searchKey).toEqual([]);
    }
  });

  it('a search key is part of the title of the folder', async () => {
    await store().folders.add(folderRow('fld_1', { title: 'Éxports 2026' }));
    await store().folders.add(folderRow('fld_2', { title: 'Éxports of a rival', organizationId: rival }));
    await add(
      workflowVersion(1, { title: 'Inside', folderId: 'fld_1' }),
      workflowVersion(1, { workflowPermanentId: 'wpid_2', title: 'Outside' }),
    );
    expect(await list({ searchKey: 'éXPORTS' })).toEqual(['Inside']);
    expect(await list({ searchKey: 'rival' })).toEqual([]);
    expect(await list({ title: 'exports' })).toEqual([]);
  });

  it('versions are listed in pages, the highest first, of the organization alone', async () => {
    await add(workflowVersion(2), workflowVersion(1), workflowVersion(10));
    const numbers = async (organization: string, page: number, pageSize = 2) => {
      const { items, next } = await store().workflows.versions(organization, 'wpid_1', { page, pageSize });
      return [items.map(({ version }) => version), next !== null];
    };
    expect(await numbers(acme, 1)).toEqual([[10, 2], true]);
    expect(await numbers(acme, 2)).toEqual([[1], false]);
    expect(await numbers(rival, 1)).toEqual([[], false]);
    await store().workflows.delete(acme, ['wpid_1'], { now: 9000 });
    expect(await numbers(acme, 1)).toEqual([[], false]);
  });

  it('a workflow is moved with all its versions', async () => {
    await add(workflowVersion(1), workflowVersion(2));
    expect(await store().workflows.move(rival, 'wpid_1', 'fld_1', { now: 9000 })).toBeNull();
    expect(await store().workflows.move(acme, 'wpid_1', 'fld_1', { now: 9000 })).toEqual(
      workflowVersion(2, { folderId: 'fld_1', modifiedAt: 9000 }),
    );
    expect(await store().workflows.get(acme, 'wpid_1', 1)).toMatchObject({ folderId: 'fld_1' });
    expect(await store().workflows.move(acme, 'wpid_1', null, { now: 9500 })).toMatchObject({
      folderId: null,
    });
    await store().workflows.delete(acme, ['wpid_1'], { now: 9900 });
    expect(await store().workflows.move(acme, 'wpid_1', 'fld_1', { now: 9990 })).toBeNull();
  });

  it('workflows are deleted once, with all versions, and get no further version', async () => {
    await add(workflowVersion(1), workflowVersion(2), workflowVersion(1, { workflowPermanentId: 'wpid_2' }));
    const remove = (organization: string, ...ids: string[]) =>
      store().workflows.delete(organization, ids, { now: 9000 });
    expect(await remove(rival, 'wpid_1')).toBe(0);
    expect(await remove(acme, 'wpid_1', 'wpid_2', 'wpid_3')).toBe(2);
    expect(await remove(acme, 'wpid_1')).toBe(0);
    expect(await store().workflows.get(acme, 'wpid_1')).toBeNull();
    expect(await store().workflows.getVersion(acme, 'w_wpid_1_1')).toMatchObject({ deletedAt: 9000 });
    await expectError(add(workflowVersion(3)), 'conflict');
  });

  it('a title is searched for only without a search key', async () => {
    await add(
      workflowVersion(1, { title: 'Alpha' }),
      workflowVersion(1, { workflowPermanentId: 'wpid_2', title: 'Beta', createdAt: 1 }),
    );
    expect(await list({ title: 'ALPH' })).toEqual(['Alpha']);
    expect(await list({ title: 'alpha', searchKey: 'beta' })).toEqual(['Beta']);
    expect(await list({ title: 'a' })).toEqual(['Alpha', 'Beta']);
  });
}
