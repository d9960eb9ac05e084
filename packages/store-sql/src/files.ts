import { RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { fileRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Rows of files; their bytes are elsewhere. */
export function sqlFiles(db: Kysely<Tables>): Store['files'] {
  return {
    async add(file) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('files')
        .values(fileRows.toRow(file))
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) return;
      throw new RunwrightError('conflict', `Cannot add file \`${file.fileId}\`: it exists. Make a new id.`);
    },
    async get(organizationId, fileId) {
      const row = await db
        .selectFrom('files')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('file_id', '=', fileId)
        .executeTakeFirst();
      return row ? fileRows.fromRow(row) : null;
    },
    async delete(organizationId, fileId) {
      const row = await db
        .deleteFrom('files')
        .where('organization_id', '=', organizationId)
        .where('file_id', '=', fileId)
        .returningAll()
        .executeTakeFirst();
      return row ? fileRows.fromRow(row) : null;
    },
    async list(organizationId, runId) {
      const rows = await db
        .selectFrom('files')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('run_id', '=', runId)
        .orderBy('created_at')
        .orderBy('file_id')
        .execute();
      return rows.map(fileRows.fromRow);
    },
  };
}
