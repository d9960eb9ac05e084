import type { Migration } from 'kysely/migration';

/** Versions of workflows keep what their import has changed. */
export const importWarnings: Migration = {
  async up(db) {
    await db.schema
      .alterTable('workflows')
      .addColumn('import_warnings', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
