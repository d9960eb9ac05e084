import type { Migration } from 'kysely/migration';

/** Runs keep what has no effect in their request, and the names in their templates that have no value. */
export const runWarnings: Migration = {
  async up(db) {
    await db.schema
      .alterTable('runs')
      .addColumn('warnings', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
