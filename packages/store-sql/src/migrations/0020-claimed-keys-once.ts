import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A concurrency key is claimed by one run at a time, also when two workers claim at the same instant. */
export const claimedKeysOnce: Migration = {
  async up(db) {
    await db.schema
      .createIndex('run_lanes_claimed_once')
      .unique()
      .on('run_lanes')
      .column('lane')
      .where(sql.ref('claimed'), '=', 1)
      .execute();
  },
};
