import type { Migration } from 'kysely/migration';

/** Schedules of workflows. */
export const schedules: Migration = {
  async up(db) {
    await db.schema
      .createTable('schedules')
      .addColumn('schedule_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('workflow_permanent_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('cron', 'text', (column) => column.notNull())
      .addColumn('timezone', 'text', (column) => column.notNull())
      .addColumn('parameters', 'text', (column) => column.notNull())
      .addColumn('run_options', 'text', (column) => column.notNull())
      .addColumn('enabled', 'bigint', (column) => column.notNull())
      .addColumn('api_key_id', 'text')
      .addColumn('next_run_at', 'bigint')
      .addColumn('last_run_id', 'text')
      .addColumn('last_run_at', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('schedules_by_organization_id_created_at')
      .on('schedules')
      .columns(['organization_id', 'created_at', 'schedule_id'])
      .execute();
    await db.schema
      .createIndex('schedules_by_organization_id_workflow_permanent_id')
      .on('schedules')
      .columns(['organization_id', 'workflow_permanent_id', 'created_at', 'schedule_id'])
      .execute();
    await db.schema
      .createIndex('schedules_by_next_run_at')
      .on('schedules')
      .columns(['next_run_at', 'schedule_id'])
      .execute();
  },
};
