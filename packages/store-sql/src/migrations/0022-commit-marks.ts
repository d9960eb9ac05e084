import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';

/** The last transaction of each client of PostgreSQL. SQLite has no connection that could be lost. */
export const commitMarks: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    await db.schema
      .createTable('commit_marks')
      .addColumn('client', 'text', (column) => column.primaryKey().notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('marked_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
