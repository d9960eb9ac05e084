import {
  finalRunStatuses,
  newRun,
  type Run,
  type RunQuery,
  RunwrightError,
  runSearchText,
  runTypeOf,
  type Store,
} from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { knownEntry, sqlCommit } from './commit.ts';
import { contains } from './contains.ts';
import { cutPage } from './page.ts';
import { prepared, value } from './prepared.ts';
import { outboxRows, runRows } from './rows.ts';
import type { RunTable, Tables } from './tables.ts';
import { addVersion } from './workflows.ts';

/** The run calls of the SQL store. */
export function sqlRuns(db: Kysely<Tables>): Store['runs'] {
  const claimRun = claimStatement(db);
  const runOfId = prepared(db.selectFrom('runs').selectAll().where('run_id', '=', value<string>('run_id')));
  const runsOfId = prepared(
    db
      .selectFrom('runs')
      .selectAll()
      .where((run) =>
        run.or([run('run_id', '=', value<string>('id')), run('workflow_run_id', '=', value<string>('id'))]),
      ),
  );

  return {
    create: (draft, outbox, workflow) =>
      db.transaction().execute(async (transaction) => {
        const run = newRun(draft);
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('runs')
          .values(newRow(run))
          .onConflict((key) => key.doNothing())
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) throw knownRun(run.runId);
        const lanes = run.lanes.map((lane) => ({ run_id: run.runId, lane }));
        if (lanes.length > 0) await transaction.insertInto('run_lanes').values(lanes).execute();
        if (workflow) await addVersion(transaction, workflow);
        for (const entry of outbox) {
          const added = await transaction
            .insertInto('outbox')
            .values(outboxRows.toRow(entry))
            .onConflict((key) => key.doNothing())
            .executeTakeFirstOrThrow();
          if (!added.numInsertedOrUpdatedRows) throw knownEntry(entry.entryId);
        }
        return runRows.fromRow(runRows.toRow(run));
      }),
    async get(organizationId, runId) {
      const { rows } = await runsOfId(db, { id: runId });
      // With the organization in the query, SQLite would read all runs of the organization to find the one.
      const row = rows.find((found) => found.organization_id === organizationId);
      return row ? runRows.fromRow(row) : null;
    },
    async find(runId) {
      const { rows } = await runOfId(db, { run_id: runId });
      return rows[0] ? runRows.fromRow(rows[0]) : null;
    },
    async list({ page, pageSize, ...filter }) {
      if (filter.statuses?.length === 0 || filter.types?.length === 0) return cutPage([], { page, pageSize });
      const rows = await filtered(db, filter)
        .orderBy('created_at', 'desc')
        .orderBy('run_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(runRows.fromRow), { page, pageSize });
    },
    async children(runId) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('awaited_by', '=', runId)
        .where('status', 'not in', finalRunStatuses)
        .orderBy('created_at')
        .orderBy('run_id')
        .execute();
      return rows.map(runRows.fromRow);
    },
    async nextInLane(lane) {
      const row = await db
        .selectFrom('run_lanes')
        .innerJoin('runs', 'runs.run_id', 'run_lanes.run_id')
        .selectAll('runs')
        .where('run_lanes.lane', '=', lane)
        .where('runs.status', 'not in', finalRunStatuses)
        .where('runs.token', '=', 0)
        .orderBy((run) => run.fn.coalesce('runs.queued_at', 'runs.created_at'))
        .orderBy('runs.run_id')
        .limit(1)
        .executeTakeFirst();
      return row ? runRows.fromRow(row) : null;
    },
    async claim(runId, { owner, leaseMs, now }) {
      const { rows } = await claimRun(db, { run_id: runId, owner, now, until: now + leaseMs });
      const [row] = rows;
      if (!row) return null;
      const claimed = { run: runRows.fromRow(row), fence: { owner, token: row.token } };
      return row.lost_workers > 0 ? { ...claimed, lostWorkers: row.lost_workers } : claimed;
    },
    async release(runId, fence) {
      await db
        .updateTable('runs')
        .set({ owner: null, lease_until: null })
        .where('run_id', '=', runId)
        .where('owner', '=', fence.owner)
        .where('token', '=', fence.token)
        .execute();
    },
    commit: sqlCommit(db),
    async unowned({ now, limit }) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('status', 'in', ['created', 'queued', 'running', 'paused', 'finalizing'])
        .where((run) => run.or([run('lease_until', 'is', null), run('lease_until', '<=', now)]))
        .orderBy('created_at')
        .orderBy('run_id')
        .limit(limit)
        .execute();
      return rows.map(runRows.fromRow);
    },
  };
}

/** One update judges and takes, so that of two workers one succeeds. Heartbeats come through here too. */
function claimStatement(db: Kysely<Tables>) {
  return prepared(
    db
      .updateTable('runs')
      .set({
        owner: value<string>('owner'),
        token: sql<number>`case when owner = ${value('owner')} then token else token + 1 end`,
        lease_until: value<number>('until'),
        lost_workers: sql<number>`case when owner is null or owner = ${value('owner')} then lost_workers else lost_workers + 1 end`,
      })
      .where('run_id', '=', value<string>('run_id'))
      .where('status', 'not in', finalRunStatuses)
      .where((run) =>
        run.or([
          run('owner', '=', value<string>('owner')),
          run('lease_until', 'is', null),
          run('lease_until', '<=', value<number>('now')),
        ]),
      )
      .where((run) => run.or([run('token', '>', 0), run.not(run.exists(earlierInLane(run)))]))
      .returningAll(),
  );
}

/** Another run of one of its lanes that is under way, or whose turn comes first. */
function earlierInLane({ selectFrom }: ExpressionBuilder<Tables, 'runs'>) {
  return selectFrom('run_lanes as own')
    .innerJoin('run_lanes as shared', 'shared.lane', 'own.lane')
    .innerJoin('runs as other', 'other.run_id', 'shared.run_id')
    .select('other.run_id')
    .where('own.run_id', '=', value<string>('run_id'))
    .whereRef('other.run_id', '<>', 'own.run_id')
    .where('other.status', 'not in', finalRunStatuses)
    .where(({ eb, or, and, fn, ref }) => {
      const theirs = fn.coalesce('other.queued_at', 'other.created_at');
      const ours = fn.coalesce('runs.queued_at', 'runs.created_at');
      return or([
        eb('other.token', '>', 0),
        eb(theirs, '<', ours),
        and([eb(theirs, '=', ours), eb('other.run_id', '<', ref('runs.run_id'))]),
      ]);
    });
}

function newRow(run: Run): RunTable {
  return {
    ...runRows.toRow(run),
    owner: null,
    token: 0,
    lease_until: null,
    lost_workers: 0,
    last_sequence: 0,
    awaited_by: run.parent?.waits ? run.parent.runId : null,
    run_type: runTypeOf(run),
    search_text: runSearchText(run),
  };
}

function filtered(db: Kysely<Tables>, filter: Omit<RunQuery, 'page' | 'pageSize'>) {
  const { statuses, types, workflowPermanentId, searchKey, createdAfter, createdBefore } = filter;
  let query = db.selectFrom('runs').selectAll().where('organization_id', '=', filter.organizationId);
  if (statuses) query = query.where('status', 'in', statuses);
  if (types) query = query.where('run_type', 'in', types);
  if (workflowPermanentId !== undefined) {
    query = query.where('workflow_permanent_id', '=', workflowPermanentId);
  }
  if (searchKey !== undefined) query = query.where(contains('search_text', searchKey));
  if (createdAfter !== undefined) query = query.where('created_at', '>=', createdAfter);
  if (createdBefore !== undefined) query = query.where('created_at', '<=', createdBefore);
  return query;
}

function knownRun(runId: string): RunwrightError {
  return new RunwrightError('conflict', `Run \`${runId}\` was to be created, but it exists; make a new id.`);
}
