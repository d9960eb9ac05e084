import type { Migration } from 'kysely/migration';

/** Runs count the dead workers that their completed blocks made up for, so that these are not without limit. */
export const excusedWorkers: Migration = {
  async up(db) {
    await db.schema
      .alterTable('runs')
      .addColumn('excused_workers', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
