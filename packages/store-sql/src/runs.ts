import {
  finalRunStatuses,
  lostIdempotencyKey,
  newRun,
  type OutboxEntry,
  type Run,
  type RunDraft,
  type RunStatus,
  type RunType,
  RunwrightError,
  runSearchText,
  runTypeOf,
  type StartRecords,
  type Store,
  takenDueTime,
  type Workflow,
} from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { attemptReader } from './attempts.ts';
import { sessionOccupancy } from './browser-sessions.ts';
import { entryWriter, sqlCommit } from './commit.ts';
import type { Connection } from './connection.ts';
import { sqlExpiredRuns } from './expired-runs.ts';
import { idempotencyWriter } from './idempotency.ts';
import { listRuns } from './list-runs.ts';
import { isTakenKey } from './postgres/postgres-errors.ts';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import { runRows } from './rows.ts';
import { dueTimeWriter } from './schedules.ts';
import type { RunTable, Tables } from './tables.ts';
import { waitingRuns } from './waiting-runs.ts';
import { all, first, run, type Work } from './work.ts';
import { versionWriter } from './workflows.ts';

/** The run calls of the SQL store. */
export function sqlRuns(db: Kysely<Tables>, connection: Connection): Store['runs'] {
  const claimRun = claimStatement(db);
  const claimKeys = prepared(
    db.updateTable('run_lanes').set({ claimed: 1 }).where('run_id', '=', value<string>('run_id')),
  );
  const releaseRun = releaseStatement(db);
  const createRun = runWriter(db);
  const addRecords = recordsWriter(db);
  const commit = sqlCommit(db);
  const attemptsOf = attemptReader(db);
  const ofId = db.selectFrom('runs').selectAll().where('run_id', '=', value<string>('run_id'));
  const runOfId = prepared(ofId);
  const lockRun = prepared(ofId.$call(forUpdate(db)));
  const runOfWorkflowRunId = prepared(
    db.selectFrom('runs').selectAll().where('workflow_run_id', '=', value<string>('workflow_run_id')),
  );

  return {
    create: (draft, outbox, workflow, records) =>
      connection.write(function* () {
        const created = yield* createRun(draft, outbox, workflow);
        yield* addRecords(created, records);
        return created;
      }),
    get: (organizationId, runId) =>
      connection.read(function* () {
        const own = yield* first(runOfId, { run_id: runId });
        const rows = own ? [own] : yield* all(runOfWorkflowRunId, { workflow_run_id: runId });
        // With the organization in the query, SQLite would read all runs of the organization to find the one.
        const row = rows.find((found) => found.organization_id === organizationId);
        return row ? runRows.fromRow(row) : null;
      }),
    async find(runId) {
      const row = await connection.read(() => first(runOfId, { run_id: runId }));
      return row ? runRows.fromRow(row) : null;
    },
    list: (query) => listRuns(db, query),
    ...sqlExpiredRuns(db),
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
    async nextWithConcurrencyKey(key) {
      const row = await db
        .selectFrom('run_lanes')
        .innerJoin('runs', 'runs.run_id', 'run_lanes.run_id')
        .selectAll('runs')
        .where('run_lanes.lane', '=', key)
        .where('run_lanes.claimed', '=', 0)
        .orderBy('run_lanes.turn_at')
        .orderBy('run_lanes.run_id')
        .limit(1)
        .executeTakeFirst();
      return row ? runRows.fromRow(row) : null;
    },
    claim: (runId, { owner, leaseMs, now }) =>
      refusedWhenTaken(() =>
        connection.write(function* () {
          const row = yield* first(claimRun, { run_id: runId, owner, now, until: now + leaseMs });
          if (!row) return null;
          if (row.token === 1 && row.lanes !== '[]') yield* run(claimKeys, { run_id: runId });
          const claimed = { run: runRows.fromRow(row), fence: { owner, token: row.token } };
          return row.lost_workers > 0 ? { ...claimed, lostWorkers: row.lost_workers } : claimed;
        }),
      ),
    async release(runId, fence) {
      await connection.write(() => run(releaseRun, { run_id: runId, ...fence }));
    },
    commit: (runId, writes, fence, { now }) => connection.write(() => commit({ runId, writes, fence, now })),
    revise: (runId, decide, { now }) =>
      connection.write(function* () {
        const row = yield* first(lockRun, { run_id: runId });
        const writes = row ? decide(runRows.fromRow(row), yield* attemptsOf(runId)) : null;
        return writes && (yield* commit({ runId, writes, fence: null, now }));
      }),
    endLeases: () => endLeases(db),
    async endExpiredLeases({ now, limit }) {
      const rows = await db
        .updateTable('runs')
        .set(lostLease)
        .where('run_id', 'in', (run) =>
          run
            .selectFrom('runs')
            .select('run_id')
            .where('lease_until', '<=', now)
            .where('status', 'in', openRunStatuses)
            .orderBy('lease_until')
            .limit(limit)
            .$call(forUpdate(db, { skipLocked: true })),
        )
        .returning('run_id')
        .execute();
      return rows.map((row) => row.run_id);
    },
    async unowned({ now, limit, wakeBefore, after }) {
      let query = db
        .selectFrom('runs')
        .selectAll()
        .where('status', 'in', openRunStatuses)
        .where((run) => run.or([run('lease_until', 'is', null), run('lease_until', '<=', now)]));
      if (wakeBefore !== undefined)
        query = query.where((run) => run.or([run('wake_at', 'is', null), run('wake_at', '<', wakeBefore)]));
      if (after) {
        query = query.where((run) =>
          run(run.refTuple('created_at', 'run_id'), '>', run.tuple(after.createdAt, after.runId)),
        );
      }
      const rows = await query.orderBy('created_at').orderBy('run_id').limit(limit).execute();
      return rows.map(runRows.fromRow);
    },
    waiting: () => waitingRuns(db),
  };
}

/** Two transactions may both see a concurrency key as free; the unique index of claimed keys lets one of them commit. */
async function refusedWhenTaken<T>(claim: () => Promise<T | null>): Promise<T | null> {
  try {
    return await claim();
  } catch (error) {
    if (isTakenKey(error)) return null;
    throw error;
  }
}

/** Adds a run and what comes with it, within a transaction. */
function runWriter(db: Kysely<Tables>) {
  const addRun = prepared(
    db
      .insertInto('runs')
      .values({ ...runRows.values, ...ownValues })
      .onConflict((key) => key.doNothing()),
  );
  const addKey = prepared(
    db.insertInto('run_lanes').values({
      run_id: value('run_id'),
      lane: value('lane'),
      turn_at: value('turn_at'),
      claimed: 0,
    }),
  );
  const addVersion = versionWriter(db);
  const addEntry = entryWriter(db);
  const occupancy = sessionOccupancy(db);

  return function* (draft: RunDraft, outbox: readonly OutboxEntry[], workflow?: Workflow): Work<Run> {
    const created = newRun(draft);
    const { runId, createdAt } = created;
    if ((yield* run(addRun, { ...newRow(created) })) === 0) throw knownRun(runId);
    yield* occupancy.occupy(created);
    for (const lane of created.concurrencyKeys)
      yield* run(addKey, { run_id: runId, lane, turn_at: createdAt });
    if (workflow) yield* addVersion(workflow);
    for (const entry of outbox) yield* addEntry(entry);
    return runRows.fromRow(runRows.toRow(created));
  };
}

/** Adds what is recorded of the start of a run, within its transaction. */
function recordsWriter(db: Kysely<Tables>) {
  const completeKey = idempotencyWriter(db);
  const takeDueTime = dueTimeWriter(db);
  return function* (started: Run, { idempotencyKey, dueTime }: StartRecords = {}): Work<void> {
    if (dueTime && !(yield* takeDueTime(dueTime, started))) throw takenDueTime(dueTime);
    if (idempotencyKey && !(yield* completeKey(idempotencyKey))) throw lostIdempotencyKey();
  };
}

/** Statuses of runs that have not ended. */
export const openRunStatuses: readonly RunStatus[] = ['created', 'queued', 'running', 'paused', 'finalizing'];

const lostLease = (run: ExpressionBuilder<Tables, 'runs'>) => ({
  owner: null,
  lease_until: null,
  lost_workers: run('lost_workers', '+', 1),
});

/** Ends every lease, as if its owner had been lost. */
export async function endLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('runs')
    .set(lostLease)
    .where('status', 'in', openRunStatuses)
    .where('owner', 'is not', null)
    .execute();
}

function releaseStatement(db: Kysely<Tables>) {
  return prepared(
    db
      .updateTable('runs')
      .set({ owner: null, lease_until: null })
      .where('run_id', '=', value<string>('run_id'))
      .where('owner', '=', value<string>('owner'))
      .where('token', '=', value<number>('token')),
  );
}

/** Builds the update that claims a run: a single statement, so that one of two workers succeeds. Heartbeats use it too. */
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
      .where((run) =>
        run.or([
          run('token', '>', 0),
          run.and([
            run.not(run.exists(underWayWithSameKey(run))),
            run.not(run.exists(earlierWithSameKey(run))),
          ]),
        ]),
      )
      .returningAll(),
  );
}

/** Selects another run with one of its concurrency keys that is under way; a run that has ended has no keys any more. */
function underWayWithSameKey({ selectFrom }: ExpressionBuilder<Tables, 'runs'>) {
  return selectFrom('run_lanes as own')
    .innerJoin('run_lanes as shared', 'shared.lane', 'own.lane')
    .select('shared.run_id')
    .where('own.run_id', '=', value<string>('run_id'))
    .whereRef('shared.run_id', '<>', 'own.run_id')
    .where('shared.claimed', '=', 1);
}

/** Selects another run with one of its concurrency keys whose turn comes first. */
function earlierWithSameKey({ selectFrom }: ExpressionBuilder<Tables, 'runs'>) {
  return selectFrom('run_lanes as own')
    .innerJoin('run_lanes as shared', 'shared.lane', 'own.lane')
    .select('shared.run_id')
    .where('own.run_id', '=', value<string>('run_id'))
    .where('shared.claimed', '=', 0)
    .where(sql<SqlBool>`(shared.turn_at, shared.run_id) < (own.turn_at, own.run_id)`);
}

/** Values of the columns that the store alone knows. */
const ownValues = {
  owner: value<string | null>('owner'),
  token: value<number>('token'),
  lease_until: value<number | null>('lease_until'),
  lost_workers: value<number>('lost_workers'),
  last_sequence: value<number>('last_sequence'),
  awaited_by: value<string | null>('awaited_by'),
  run_type: value<RunType>('run_type'),
  search_text: value<string>('search_text'),
};

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

function knownRun(runId: string): RunwrightError {
  return new RunwrightError('conflict', `Cannot create run \`${runId}\`: it exists. Make a new id.`);
}
