import { RunwrightError, type Store, type StoredFile } from '@runwright/contract';
import { byTime } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { owned } from './owned.ts';

/** Rows of files in memory. */
export function memoryFiles(rows: Map<string, StoredFile>): Store['files'] {
  return {
    async add(file) {
      if (rows.has(file.fileId)) {
        throw new RunwrightError('conflict', `Cannot add file \`${file.fileId}\`: it exists. Make a new id.`);
      }
      rows.set(file.fileId, copyFrozen(file));
    },
    async delete(organizationId, fileId) {
      const row = owned(rows.get(fileId), organizationId);
      if (row) rows.delete(fileId);
      return row;
    },
    async get(organizationId, fileId) {
      return owned(rows.get(fileId), organizationId);
    },
    async list(organizationId, runId) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .sort(
          byTime(
            (row) => row.createdAt,
            (row) => row.fileId,
          ),
        );
    },
  };
}
