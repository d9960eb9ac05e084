import { finalRunStatuses, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { forUpdate } from './row-locks.ts';
import { runOutlineRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** The calls that find and delete runs whose time is over. */
export function sqlExpiredRuns(db: Kysely<Tables>): Pick<Store['runs'], 'expired' | 'delete'> {
  return {
    async expired({ organizationId, finishedBefore, limit, after }) {
      let query = db
        .selectFrom('runs')
        .select(runOutlineRows.columns)
        .where('organization_id', '=', organizationId)
        .where('finished_at', '<', finishedBefore)
        .where('status', 'in', finalRunStatuses)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('runs as parents')
                .select('parents.run_id')
                .whereRef('parents.run_id', '=', 'runs.awaited_by')
                .where('parents.status', 'not in', finalRunStatuses),
            ),
          ),
        )
        .orderBy('finished_at')
        .orderBy('run_id')
        .limit(limit);
      if (after) {
        const { finishedAt, runId } = after;
        query = query
          .where('finished_at', '>=', finishedAt)
          .where((run) => run.or([run('finished_at', '>', finishedAt), run('run_id', '>', runId)]));
      }
      const rows = await query.execute();
      return rows.map(runOutlineRows.fromRow);
    },
    delete: (organizationId, runIds) =>
      runIds.length === 0
        ? Promise.resolve(0)
        : db.transaction().execute(async (transaction) => {
            const deleted = await transaction
              .deleteFrom('runs')
              .where('run_id', 'in', (run) =>
                run
                  .selectFrom('runs')
                  .select('run_id')
                  .where('run_id', 'in', runIds)
                  .where('organization_id', '=', organizationId)
                  .where('status', 'in', finalRunStatuses)
                  // Two processes that delete the same runs in another order would wait for each other.
                  .$call(forUpdate(db, { skipLocked: true })),
              )
              .returning(['run_id', 'workflow_permanent_id'])
              .execute();
            const ids = deleted.map((row) => row.run_id);
            if (ids.length === 0) return 0;
            for (const table of ofRuns) {
              await transaction.deleteFrom(table).where('run_id', 'in', ids).execute();
            }
            await transaction
              .deleteFrom('browser_states')
              .where('organization_id', '=', organizationId)
              .where('owner_id', 'in', ids)
              .execute();
            const workflows = deleted.map((row) => row.workflow_permanent_id);
            await deleteUnusedWorkflows(transaction, organizationId, [...new Set(workflows)]);
            return ids.length;
          }),
  };
}

const ofRuns = [
  'attempts',
  'timeline',
  'outbox',
  'artifacts',
  'files',
  'deliveries',
  'run_lanes',
] as const satisfies readonly (keyof Tables)[];

/** Deletes workflows that were made for a single run, and have no other run and no script. */
async function deleteUnusedWorkflows(
  db: Kysely<Tables>,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('workflows')
    .where('organization_id', '=', organizationId)
    .where('workflow_permanent_id', 'in', ids)
    .where('status', '=', 'auto_generated')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('runs.run_id')
            .where('runs.organization_id', '=', organizationId)
            .whereRef('runs.workflow_permanent_id', '=', 'workflows.workflow_permanent_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scripts')
            .select('scripts.script_id')
            .where('scripts.organization_id', '=', organizationId)
            .whereRef('scripts.workflow_permanent_id', '=', 'workflows.workflow_permanent_id'),
        ),
      ),
    )
    .execute();
}
