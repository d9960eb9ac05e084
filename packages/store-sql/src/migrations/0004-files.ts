import type { Migration } from 'kysely/migration';

/** Files that runs bring. */
export const files: Migration = {
  async up(db) {
    await db.schema
      .createTable('files')
      .addColumn('file_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('block_run_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('checksum', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('source_url', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('files_by_run_id_created_at')
      .on('files')
      .columns(['run_id', 'created_at'])
      .execute();
  },
};
