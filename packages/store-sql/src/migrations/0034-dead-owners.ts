import type { Migration } from 'kysely/migration';

/**
 * Runs name the workers that lost them and have not returned: deaths count for a whole tree of runs, of which one process ends several.
 * `excused_workers` is not used any more.
 */
export const deadOwners: Migration = {
  async up(db) {
    await db.schema
      .alterTable('runs')
      .addColumn('dead_owners', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
