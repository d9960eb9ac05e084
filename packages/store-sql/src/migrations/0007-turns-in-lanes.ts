import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lanes know the turns of their runs, so that whose turn is next is found without reading every run that waits. */
export const turnsInLanes: Migration = {
  async up(db) {
    for (const name of ['turn_at', 'claimed']) {
      await db.schema
        .alterTable('run_lanes')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await sql`update run_lanes set
      turn_at = coalesce((select coalesce(queued_at, created_at) from runs where runs.run_id = run_lanes.run_id), 0),
      claimed = coalesce((select case when token > 0 then 1 else 0 end from runs where runs.run_id = run_lanes.run_id), 0)`.execute(
      db,
    );
    await db.schema.dropIndex('run_lanes_by_lane').execute();
    await db.schema
      .createIndex('run_lanes_by_turn')
      .on('run_lanes')
      .columns(['lane', 'claimed', 'turn_at', 'run_id'])
      .execute();
  },
};
