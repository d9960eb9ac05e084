import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs wait for turns, and concurrency keys may let more than one run pass. */
export const fairTurns: Migration = {
  async up(db) {
    const addColumn = (table: string, name: string, initial?: number) =>
      db.schema
        .alterTable(table)
        .addColumn(name, 'bigint', (column) =>
          initial === undefined ? column : column.notNull().defaultTo(initial),
        )
        .execute();
    await addColumn('runs', 'priority', 0);
    await addColumn('runs', 'waiting_turn');
    await addColumn('runs', 'begun_turn');
    await addColumn('runs', 'turn_passed', 0);
    await db.schema
      .alterTable('runs')
      .addColumn('concurrency_limits', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await addColumn('run_lanes', 'capacity');
    await addColumn('run_lanes', 'slot', 0);
    await sql`update runs set waiting_turn = 0
      where token = 0 and awaited_by is null and status in ('created', 'queued')`.execute(db);
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('runs').columns(columns);
    const ofWaiting = (name: string, columns: string[]) =>
      index(name, [...columns, 'waiting_turn'])
        .where(sql.ref('waiting_turn'), 'is not', null)
        .where(sql.ref('token'), '=', 0)
        .where(sql.ref('finished_at'), 'is', null)
        .execute();
    await ofWaiting('runs_by_waiting_turn', ['priority', 'turn_passed']);
    await ofWaiting('runs_of_organization_by_waiting_turn', ['organization_id', 'priority']);
    await index('runs_of_organization_by_begun_turn', ['organization_id', 'priority', 'begun_turn'])
      .where(sql.ref('begun_turn'), 'is not', null)
      .execute();
    await db.schema.dropIndex('run_lanes_claimed_once').execute();
    await db.schema
      .createIndex('run_lanes_claimed_slot')
      .unique()
      .on('run_lanes')
      .columns(['lane', 'slot'])
      .where(sql.ref('claimed'), '=', 1)
      .execute();
  },
};
