import type { Migration } from 'kysely/migration';

/** Runs count the lost workers that released them later: these had stood still and not died. */
export const returnedWorkers: Migration = {
  async up(db) {
    await db.schema
      .alterTable('runs')
      .addColumn('returned_workers', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
