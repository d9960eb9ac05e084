import type { Migration } from 'kysely/migration';

/** Schedules know how late a missed due time may start its run. */
export const startingDeadlines: Migration = {
  async up(db) {
    await db.schema.alterTable('schedules').addColumn('starting_deadline_seconds', 'bigint').execute();
  },
};
