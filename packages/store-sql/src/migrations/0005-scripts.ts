import type { Migration } from 'kysely/migration';

/** Scripts, a row for each version, and what they did in runs. */
export const scripts: Migration = {
  async up(db) {
    await db.schema.alterTable('runs').addColumn('script_run', 'text').execute();
    await db.schema
      .createTable('scripts')
      .addColumn('script_revision_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('script_id', 'text', (column) => column.notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('workflow_permanent_id', 'text')
      .addColumn('cache_key', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('files', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addUniqueConstraint('scripts_version', ['script_id', 'version'])
      .execute();
    await db.schema
      .createIndex('scripts_by_workflow_permanent_id_cache_key')
      .on('scripts')
      .columns(['workflow_permanent_id', 'cache_key', 'created_at'])
      .execute();
  },
};
