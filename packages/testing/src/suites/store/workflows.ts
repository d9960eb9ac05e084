import type { Store, Workflow, WorkflowQuery } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, workflowVersion } from './rows.ts';

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
