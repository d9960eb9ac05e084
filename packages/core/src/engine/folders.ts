import { defaults, type Folder, FolderInput, FolderPatch } from '@runwright/contract';
import { type Checked, compileSchema, invalidInput, valueError } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { unknownFolder } from '../run-requests/check-folder.ts';
import { deleteWorkflows } from './delete-workflows.ts';

const checkInput = compileSchema(FolderInput);
const checkPatch = compileSchema(FolderPatch);

/** The folder calls of an engine. */
export function createFolders(deps: Pick<EngineDeps, 'store' | 'clock' | 'makeId'>): Engine['folders'] {
  const { store, clock, makeId } = deps;
  const get = async (organizationId: string, folderId: string): Promise<Folder> => {
    const folder = await store.folders.get(organizationId, folderId);
    if (folder === null) throw unknownFolder(folderId);
    return folder;
  };

  return {
    get,

    async create(organizationId, input) {
      const { title, description = null } = accepted(checkInput(input), 'The folder cannot be created');
      const now = clock.now();
      const folder = {
        folderId: makeId('fld'),
        organizationId,
        title: titleFrom(title),
        description,
        createdAt: now,
        modifiedAt: now,
      };
      await store.folders.add(folder);
      return { ...folder, workflowCount: 0 };
    },

    async update(organizationId, folderId, input) {
      const { title, description } = accepted(checkPatch(input), 'The folder cannot be changed');
      const folder = await store.folders.change(organizationId, folderId, {
        ...(title === undefined || title === null ? {} : { title: titleFrom(title) }),
        ...(description === undefined ? {} : { description }),
        modifiedAt: clock.now(),
      });
      if (folder === null) throw unknownFolder(folderId);
      return folder;
    },

    list: (organizationId, { page = 1, pageSize = defaults.pageSize, ...filter } = {}) =>
      store.folders.list({ organizationId, page, pageSize, ...filter }),

    async delete(organizationId, folderId, { deleteWorkflows: withWorkflows = false } = {}) {
      await get(organizationId, folderId);
      const ids = withWorkflows ? await store.folders.workflowsIn(organizationId, folderId) : [];
      const deleted = await deleteWorkflows(deps, organizationId, ids);
      if (!(await store.folders.delete(organizationId, folderId))) throw unknownFolder(folderId);
      return deleted;
    },
  };
}

function accepted<T>(checked: Checked<T>, what: string): T {
  if (!checked.ok) throw invalidInput(what, checked.problems);
  return checked.value;
}

function titleFrom(title: string): string {
  const trimmed = title.trim();
  if (trimmed !== '') return trimmed;
  throw invalidInput('The folder cannot be stored', [valueError(['title'], 'the title is blank')]);
}
