import type { Migration } from 'kysely/migration';

/** Runs count the workers that lost them without releasing them. */
export const lostWorkers: Migration = {
  async up(db) {
    await db.schema
      .alterTable('runs')
      .addColumn('lost_workers', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
