import { RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { fileRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { all } from './work.ts';

/** Rows of files; their bytes are elsewhere. */
export function sqlFiles(db: Kysely<Tables>, connection: Connection): Store['files'] {
  const ofRun = prepared(
    db
      .selectFrom('files')
      .selectAll()
      .where('organization_id', '=', value<string>('organization_id'))
      .where('run_id', '=', value<string>('run_id'))
      .orderBy('created_at')
      .orderBy('file_id'),
  );

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
      const values = { organization_id: organizationId, run_id: runId };
      return (await connection.read(() => all(ofRun, values))).map(fileRows.fromRow);
    },
  };
}
