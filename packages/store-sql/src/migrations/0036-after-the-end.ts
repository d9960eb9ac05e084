import type { Migration } from 'kysely/migration';

/** Runs say what is still to come after their end: the outcome of their webhook, and the recording of their browser. */
export const afterTheEnd: Migration = {
  async up(db) {
    await db.schema.alterTable('runs').addColumn('webhook_status', 'text').execute();
    await db.schema
      .alterTable('runs')
      .addColumn('has_open_recording', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
