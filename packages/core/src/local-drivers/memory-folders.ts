import { type Folder, type FolderRow, RunwrightError, type Store } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';
import { latestVersions, type WorkflowRows } from './memory-workflows.ts';

/** The folder calls of the memory store. */
export function memoryFolders(rows: Map<string, FolderRow>, workflows: WorkflowRows): Store['folders'] {
  const find = (organizationId: string, folderId: string): FolderRow | null => {
    const row = rows.get(folderId);
    return row?.organizationId === organizationId ? row : null;
  };
  const workflowsIn = ({ organizationId, folderId }: Pick<FolderRow, 'organizationId' | 'folderId'>) =>
    latestVersions(workflows)
      .filter((row) => row.organizationId === organizationId && row.folderId === folderId)
      .filter((row) => row.deletedAt === null);
  const folderOf = (row: FolderRow): Folder => ({ ...row, workflowCount: workflowsIn(row).length });
  const assertFree = ({ organizationId, folderId, title }: FolderRow): void => {
    const isTaken = [...rows.values()].some(
      (row) => row.organizationId === organizationId && row.title === title && row.folderId !== folderId,
    );
    if (!isTaken) return;
    throw new RunwrightError(
      'conflict',
      `A folder with the title \`${title}\` exists. Choose another title.`,
    );
  };

  return {
    async add(folder) {
      assertFree(folder);
      if (rows.has(folder.folderId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add folder \`${folder.folderId}\`: it exists. Make a new id.`,
        );
      }
      rows.set(folder.folderId, copyFrozen(folder));
    },
    async get(organizationId, folderId) {
      const row = find(organizationId, folderId);
      return row && folderOf(row);
    },
    async change(organizationId, folderId, patch) {
      const row = find(organizationId, folderId);
      if (row === null) return null;
      const changed = copyFrozen({ ...row, ...patch });
      assertFree(changed);
      rows.set(folderId, changed);
      return folderOf(changed);
    },
    async list({ organizationId, search = '', ...page }) {
      const found = [...rows.values()]
        .filter((row) => row.organizationId === organizationId)
        .filter((row) => row.title.toLowerCase().includes(search.toLowerCase()));
      const order = newestFirst<FolderRow>(
        (row) => row.createdAt,
        (row) => row.folderId,
      );
      return cutPage(found.sort(order).map(folderOf), page);
    },
    async workflowsIn(organizationId, folderId) {
      return workflowsIn({ organizationId, folderId }).map((row) => row.workflowPermanentId);
    },
    async delete(organizationId, folderId) {
      if (find(organizationId, folderId) === null) return false;
      rows.delete(folderId);
      for (const row of workflows.values()) {
        if (row.organizationId !== organizationId || row.folderId !== folderId) continue;
        workflows.set(row.workflowId, copyFrozen({ ...row, folderId: null }));
      }
      return true;
    },
  };
}
