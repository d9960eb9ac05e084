import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';
import { addMonths } from '../timeline-months.ts';

/**
 * Organizations know how long their runs are kept, runs whose time is over are found by an index, and on PostgreSQL the timeline is
 * divided by month. What was there before is one partition. A version that does not know the column `at` writes and reads
 * the divided table as before.
 */
export const retention: Migration = {
  async up(db) {
    await db.schema.alterTable('organizations').addColumn('retention_days', 'bigint').execute();
    await db.schema
      .createIndex('runs_by_organization_id_finished_at')
      .on('runs')
      .columns(['organization_id', 'finished_at', 'run_id'])
      .where(sql.ref('finished_at'), 'is not', null)
      .execute();
    await db.schema.createIndex('outbox_by_run_id').on('outbox').column('run_id').execute();
    if (!isPostgres(db)) return;
    for (const statement of divideTimeline) await sql.raw(statement).execute(db);
    await addMonths(db, Date.now());
  },
};

/** Sequences stay unique for each run: they are counted in its row, which the transaction that writes an event locks. */
const divideTimeline = [
  'alter table timeline add column at bigint not null default 0',
  'alter table timeline drop constraint timeline_key',
  'alter table timeline rename to timeline_before',
  `create table timeline (run_id text not null, organization_id text not null, event text not null, sequence bigint not null,
    at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
    constraint timeline_key primary key (run_id, sequence, at)) partition by range (at)`,
  'alter table timeline attach partition timeline_before for values from (minvalue) to (1)',
  // For times that no month is there for.
  'create table timeline_other partition of timeline default',
];
