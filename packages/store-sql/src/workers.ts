import { finalRunStatuses, type RunStatus, type Store } from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { workerRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** The workers of a store, and what there is for them to do. */
export function sqlWorkers(db: Kysely<Tables>): Store['workers'] {
  return {
    async report(worker) {
      const row = workerRows.toRow(worker);
      await db
        .insertInto('workers')
        .values(row)
        .onConflict((key) => key.column('worker_id').doUpdateSet(row))
        .execute();
    },
    async get(workerId) {
      const row = await db
        .selectFrom('workers')
        .selectAll()
        .where('worker_id', '=', workerId)
        .executeTakeFirst();
      return row ? workerRows.fromRow(row) : null;
    },
    async list({ seenSince }) {
      const rows = await db
        .selectFrom('workers')
        .selectAll()
        .where('seen_at', '>=', seenSince)
        .orderBy('name')
        .orderBy('worker_id')
        .execute();
      return rows.map(workerRows.fromRow);
    },
    async remove(workerId) {
      await db.deleteFrom('workers').where('worker_id', '=', workerId).execute();
    },
    async deleteUnseen({ before }) {
      await db.deleteFrom('workers').where('seen_at', '<', before).execute();
    },
    async openRuns({ now }) {
      const counted = await db
        .selectFrom('runs')
        .select((run) => ['status', run.fn.countAll<number>().as('count')])
        .where('status', 'not in', finalRunStatuses)
        .groupBy('status')
        .execute();
      const leases = await db
        .selectFrom('runs')
        .select((run) => ['owner', run.fn.countAll<number>().as('count')])
        .where('lease_until', '>', now)
        .where('owner', 'is not', null)
        .groupBy('owner')
        .orderBy('owner')
        .execute();
      const waiting = db
        .selectFrom('runs')
        .where('status', 'not in', finalRunStatuses)
        .where((run) => run.or([run('lease_until', 'is', null), run('lease_until', '<=', now)]))
        .where((run) => run.or([run('wake_at', 'is', null), run('wake_at', '<=', now)]));
      const { count } = await waiting
        .select((run) => run.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const oldest = await waiting
        .select((run) => ['run_id', 'organization_id', waitsSince(run).as('since')])
        .orderBy('since')
        .orderBy('run_id')
        .limit(1)
        .executeTakeFirst();
      return {
        byStatus: Object.fromEntries(counted.map((row) => [row.status, row.count])) as Partial<
          Record<RunStatus, number>
        >,
        leases: leases.map((row) => ({ owner: String(row.owner), count: row.count })),
        waiting: count,
        oldestWaiting: oldest
          ? { runId: oldest.run_id, organizationId: oldest.organization_id, since: oldest.since }
          : null,
      };
    },
  };
}

function waitsSince(run: ExpressionBuilder<Tables, 'runs'>) {
  return run
    .case()
    .when('started_at', 'is', null)
    .then(sql<number>`coalesce(queued_at, created_at)`)
    .else(run.ref('modified_at'))
    .end();
}
