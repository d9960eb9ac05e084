import { PostgresAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The last transaction of each client of PostgreSQL. SQLite has no connection that could be lost. */
export const commitMarks: Migration = {
  async up(db) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    await db.schema
      .createTable('commit_marks')
      .addColumn('client', 'text', (column) => column.primaryKey().notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('marked_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
