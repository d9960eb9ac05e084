import type { Migration } from 'kysely/migration';

/** The processes that execute runs, as they report themselves. */
export const workers: Migration = {
  async up(db) {
    await db.schema
      .createTable('workers')
      .addColumn('worker_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('host_name', 'text', (column) => column.notNull())
      .addColumn('process_id', 'integer', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('places', 'integer', (column) => column.notNull())
      .addColumn('running', 'integer', (column) => column.notNull())
      .addColumn('browsers', 'integer')
      .addColumn('browsers_held', 'integer', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
