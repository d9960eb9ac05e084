import type { Store, Workflow } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, workflowVersion } from './rows.ts';

/** Imports of workflows, which a process takes up after a crash. */
export function testImports(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const importing = (id: string, members: Partial<Workflow> = {}) =>
    workflowVersion(1, { workflowPermanentId: id, status: 'importing', ...members });
  const openSources = async () =>
    (await store().workflows.openImports({ limit: 10 })).map(({ source }) => source);

  it('imports are open from the time they are added, those of all organizations, oldest first', async () => {
    await store().workflows.addImport(importing('wpid_1', { createdAt: 3 }), 'title: Größe');
    await store().workflows.addImport(importing('wpid_2', { createdAt: 2, organizationId: rival }), 'b');
    expect(await openSources()).toEqual(['b', 'title: Größe']);
    expect(await store().workflows.openImports({ limit: 1 })).toEqual([
      { workflow: importing('wpid_2', { createdAt: 2, organizationId: rival }), source: 'b' },
    ]);
    expect(await store().workflows.get(acme, 'wpid_1')).toMatchObject({ status: 'importing' });
  });

  it('an import ends once, with its content, and is found by it', async () => {
    await store().workflows.addImport(importing('wpid_1'), 'a');
    const ended = importing('wpid_1', {
      status: 'published',
      title: 'Orders',
      modifiedAt: 9000,
      folderId: 'fld_1',
    });
    expect(await store().workflows.endImport(ended)).toBe(true);
    expect(await store().workflows.get(acme, 'wpid_1')).toEqual(ended);
    expect(await store().workflows.endImport({ ...ended, title: 'Again' })).toBe(false);
    const found = await store().workflows.list({
      organizationId: acme,
      statuses: ['published'],
      searchKey: 'orders',
      page: 1,
      pageSize: 10,
    });
    expect(found.items).toEqual([ended]);
    expect(await openSources()).toEqual([]);
  });

  it('an import that fails keeps its reason', async () => {
    await store().workflows.addImport(importing('wpid_1'), 'a');
    const failed = importing('wpid_1', { status: 'import_failed', importError: 'No blocks' });
    await store().workflows.endImport(failed);
    expect(await store().workflows.get(acme, 'wpid_1')).toEqual(failed);
  });

  it('an import keeps its warnings, also when it has ended', async () => {
    const path = ['workflow_definition', 'blocks', 0, 'label'];
    const importWarnings = [{ path, type: 'renamed', message: 'The label was changed' }];
    await store().workflows.addImport(importing('wpid_1', { importWarnings }), 'a');
    expect(await store().workflows.get(acme, 'wpid_1')).toMatchObject({ importWarnings });
    await store().workflows.endImport(importing('wpid_1', { status: 'published', importWarnings }));
    expect(await store().workflows.get(acme, 'wpid_1')).toMatchObject({
      status: 'published',
      importWarnings,
    });
  });

  it('a workflow that was moved or deleted during its import stays so', async () => {
    await store().workflows.addImport(importing('wpid_1'), 'a');
    await store().workflows.move(acme, 'wpid_1', 'fld_2', { now: 5000 });
    await store().workflows.endImport(importing('wpid_1', { status: 'published', folderId: 'fld_1' }));
    expect(await store().workflows.get(acme, 'wpid_1')).toMatchObject({ folderId: 'fld_2' });
    await store().workflows.addImport(importing('wpid_2'), 'b');
    await store().workflows.delete(acme, ['wpid_2'], { now: 5000 });
    expect(await store().workflows.endImport(importing('wpid_2', { status: 'published' }))).toBe(true);
    expect(await store().workflows.get(acme, 'wpid_2')).toBeNull();
  });

  it('an import whose version exists adds nothing', async () => {
    await store().workflows.add(workflowVersion(1));
    await expectError(store().workflows.addImport(importing('wpid_1'), 'a'), 'conflict');
    expect(await openSources()).toEqual([]);
  });
}
