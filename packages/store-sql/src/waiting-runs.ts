import type { RunStatus, WaitingRuns } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

const waitingStatuses: readonly RunStatus[] = ['created', 'queued'];

/** Counts the runs that have not begun, with concurrency keys and without. An index finds them by their status. */
export async function waitingRuns(db: Kysely<Tables>): Promise<readonly WaitingRuns[]> {
  const rows = await db
    .selectFrom('runs')
    .select([
      sql<number>`case when lanes = '[]' then 0 else 1 end`.as('keyed'),
      (run) => run.fn.countAll<number>().as('count'),
      (run) => run.fn.min('created_at').as('oldest'),
    ])
    .where('status', 'in', waitingStatuses)
    .groupBy('keyed')
    .execute();
  return [false, true].map((haveConcurrencyKeys) => {
    const row = rows.find(({ keyed }) => Boolean(keyed) === haveConcurrencyKeys);
    return { haveConcurrencyKeys, count: Number(row?.count ?? 0), oldestCreatedAt: row?.oldest ?? null };
  });
}
