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
  type WaitingTurn,
  type Workflow,
} from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { attemptReader } from './attempts.ts';
import { sessionOccupancy } from './browser-sessions.ts';
import { entryWriter, sqlCommit, storedValues } from './commit.ts';
import type { Connection } from './connection.ts';
import { findDeadOwners, formatOwner, withoutOwner, withRowOwner } from './dead-owners.ts';
import { sqlExpiredRuns } from './expired-runs.ts';
import { idempotencyWriter } from './idempotency.ts';
import { storeWithTexts } from './json-texts.ts';
import { listRuns } from './list-runs.ts';
import { isTakenKey } from './postgres/postgres-errors.ts';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import { runOutlineRows, runRows } from './rows.ts';
import { mayBegin, mayTakeSlots, type RunKeys, runKeys, TakenSlot } from './run-keys.ts';
import { limitOrder, type RunTurns, runTurns } from './run-turns.ts';
import { dueTimeWriter } from './schedules.ts';
import type { RunTable, Tables } from './tables.ts';
import { waitingRuns } from './waiting-runs.ts';
import { all, first, run, type Together, type Work } from './work.ts';
import { versionWriter } from './workflows.ts';

/** The run calls of the SQL store. */
export function sqlRuns(db: Kysely<Tables>, connection: Connection): Store['runs'] {
  const claimRun = claimStatement(db);
  const turns = runTurns(db);
  const keys = runKeys(db);
  const releaseRun = releaseStatement(db);
  const returnRun = returnStatement(db);
  const createRun = runWriter(db, { turns, keys });
  const addRecords = recordsWriter(db);
  const commit = sqlCommit(db);
  const attemptsOf = attemptReader(db);
  const ofId = db.selectFrom('runs').selectAll().where('run_id', '=', value<string>('run_id'));
  const runOfId = prepared(ofId);
  const statusOfId = prepared(
    db.selectFrom('runs').select('status').where('run_id', '=', value<string>('run_id')),
  );
  const lockRun = prepared(ofId.$call(forUpdate(db)));
  const runOfWorkflowRunId = prepared(
    db.selectFrom('runs').selectAll().where('workflow_run_id', '=', value<string>('workflow_run_id')),
  );

  return {
    create: (draft, outbox, workflow, records) =>
      connection.write(
        function* (together) {
          const created = yield* createRun(together, draft, outbox, workflow);
          yield* addRecords(created, records);
          return created;
        },
        // Each locks its organization until the commit: one by one, a commit to the disk would separate the runs of an organization.
        { shared: { kind: 'run', order: draft.organizationId } },
      ),
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
    async findStatus(runId) {
      const row = await connection.read(() => first(statusOfId, { run_id: runId }));
      return row?.status ?? null;
    },
    list: (query) => listRuns(db, query),
    ...sqlExpiredRuns(db),
    async children(runId) {
      const rows = await db
        .selectFrom('runs')
        .select(runOutlineRows.columns)
        .where('awaited_by', '=', runId)
        .where('status', 'not in', finalRunStatuses)
        .orderBy('created_at')
        .orderBy('run_id')
        .execute();
      return rows.map(runOutlineRows.fromRow);
    },
    async nextWithConcurrencyKey(key) {
      const row = await db
        .selectFrom('run_lanes')
        .innerJoin('runs', 'runs.run_id', 'run_lanes.run_id')
        .select(outlineColumns)
        .where('run_lanes.lane', '=', key)
        .where('run_lanes.claimed', '=', 0)
        .orderBy('run_lanes.turn_at')
        .orderBy('run_lanes.run_id')
        .limit(1)
        .executeTakeFirst();
      return row ? runOutlineRows.fromRow(row) : null;
    },
    async nextWithinLimit({ key, capacity }) {
      const { taken } = await db
        .selectFrom('run_lanes')
        .select(({ fn }) => fn.countAll().as('taken'))
        .where('lane', '=', key)
        .where('claimed', '=', 1)
        .executeTakeFirstOrThrow();
      const free = capacity - Number(taken);
      if (free <= 0) return [];
      const rows = await db
        .selectFrom('run_lanes')
        .innerJoin('runs', 'runs.run_id', 'run_lanes.run_id')
        .select(outlineColumns)
        .where('run_lanes.lane', '=', key)
        .where('run_lanes.claimed', '=', 0)
        .where((lane) => mayTakeSlots(lane, sql.ref('run_lanes.run_id')))
        .orderBy('run_lanes.turn_at')
        .orderBy('run_lanes.run_id')
        .limit(free)
        .execute();
      return rows.map(runOutlineRows.fromRow);
    },
    findTurns: (runIds) => turns.find(runIds),
    claim: (runId, { owner, leaseMs, now }) =>
      againWhenTaken(() =>
        connection.write(function* () {
          const row = yield* first(claimRun, { run_id: runId, owner, now, until: now + leaseMs });
          if (!row) {
            yield* turns.pass(runId);
            return null;
          }
          yield* keys.claim(row);
          return {
            ...{ run: runRows.fromRow(row), fence: { owner, token: row.token } },
            ...(row.lost_workers > 0 ? { lostWorkers: row.lost_workers } : {}),
            ...(row.returned_workers > 0 ? { returnedWorkers: row.returned_workers } : {}),
          };
        }),
      ),
    async ownerOf(runId, now) {
      const row = await db
        .selectFrom('runs')
        .select('owner')
        .where('run_id', '=', runId)
        .where('lease_until', '>', now)
        .executeTakeFirst();
      return row?.owner ?? null;
    },
    async release(runId, fence) {
      await connection.write(function* () {
        if ((yield* run(releaseRun, { run_id: runId, ...fence })) === 0)
          yield* run(returnRun, { run_id: runId, dead_owner: formatOwner(fence.owner) });
      });
    },
    findDeadOwners: (runId) => findDeadOwners(db, runId),
    commit: (runId, writes, fence, { now }) =>
      storeWithTexts(storedValues(writes), (texts) =>
        connection.write(() => commit({ runId, writes, fence, now, texts })),
      ),
    revise: (runId, decide, { now }) =>
      connection.write(
        function* () {
          const row = yield* first(lockRun, { run_id: runId });
          const writes = row ? decide(runRows.fromRow(row), yield* attemptsOf(runId)) : null;
          return writes && (yield* commit({ runId, writes, fence: null, now }));
        },
        { shared: { kind: 'revision', order: runId } },
      ),
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
        .select(runOutlineRows.columns)
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
      return rows.map(runOutlineRows.fromRow);
    },
    waiting: () => waitingRuns(db),
  };
}

/**
 * Two transactions may both see the same slot of a key or limit as free; the unique index lets one of them commit. The other looks
 * again: a limit may have another one. Each time another run has begun, so that it ends.
 */
async function againWhenTaken<T>(claim: () => Promise<T | null>): Promise<T | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      return await claim();
    } catch (error) {
      if (!(error instanceof TakenSlot) && !isTakenKey(error)) throw error;
    }
  }
  return null;
}

const mostTries = 100;

/** Adds a run and what comes with it, within a transaction. */
function runWriter(
  db: Kysely<Tables>,
  { turns, keys }: { readonly turns: RunTurns; readonly keys: RunKeys },
) {
  const addRun = prepared(
    db
      .insertInto('runs')
      .values({ ...runRows.values, ...ownValues })
      .onConflict((key) => key.doNothing()),
  );
  const addVersion = versionWriter(db);
  const addEntry = entryWriter(db);
  const occupancy = sessionOccupancy(db);

  return function* (
    together: Together,
    draft: RunDraft,
    outbox: readonly OutboxEntry[],
    workflow?: Workflow,
  ): Work<Run> {
    const created = newRun(draft);
    const turn = yield* turns.next(created, together);
    if ((yield* run(addRun, { ...newRow(created, turn) })) === 0) throw knownRun(created.runId);
    yield* occupancy.occupy(created);
    yield* keys.add(created, limitOrder(turn));
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

const outlineColumns = runOutlineRows.columns.map((column) => `runs.${column}` as const);

/** Statuses of runs that have not ended. */
export const openRunStatuses: readonly RunStatus[] = ['created', 'queued', 'running', 'paused', 'finalizing'];

const lostLease = (run: ExpressionBuilder<Tables, 'runs'>) => ({
  owner: null,
  lease_until: null,
  lost_workers: run('lost_workers', '+', 1),
  dead_owners: withRowOwner,
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

/** Builds the update that counts a lost owner which is alive. */
function returnStatement(db: Kysely<Tables>) {
  return prepared(
    db
      .updateTable('runs')
      .set({
        returned_workers: sql<number>`case when returned_workers < lost_workers then returned_workers + 1 else returned_workers end`,
        dead_owners: withoutOwner,
      })
      .where('run_id', '=', value<string>('run_id')),
  );
}

const losesOwner = sql<boolean>`owner is not null and owner <> ${value('owner')}`;

/** Builds the update that claims a run: a single statement, so that one of two workers succeeds. Heartbeats use it too. */
function claimStatement(db: Kysely<Tables>) {
  return prepared(
    db
      .updateTable('runs')
      .set({
        owner: value<string>('owner'),
        token: sql<number>`case when owner = ${value('owner')} then token else token + 1 end`,
        lease_until: value<number>('until'),
        waiting_turn: null,
        begun_turn: sql<number>`coalesce(waiting_turn, begun_turn)`,
        lost_workers: sql<number>`case when ${losesOwner} then lost_workers + 1 else lost_workers end`,
        dead_owners: sql<string>`case when ${losesOwner} then ${withRowOwner} else dead_owners end`,
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
      .where((run) => run.or([run('token', '>', 0), mayBegin(run, value<string>('run_id'))]))
      .returningAll(),
  );
}

/** Values of the columns that the store alone knows. */
const ownValues = {
  owner: value<string | null>('owner'),
  token: value<number>('token'),
  lease_until: value<number | null>('lease_until'),
  lost_workers: value<number>('lost_workers'),
  returned_workers: value<number>('returned_workers'),
  dead_owners: value<string>('dead_owners'),
  last_sequence: value<number>('last_sequence'),
  awaited_by: value<string | null>('awaited_by'),
  run_type: value<RunType>('run_type'),
  search_text: value<string>('search_text'),
  priority: value<number>('priority'),
  waiting_turn: value<number | null>('waiting_turn'),
  begun_turn: value<number | null>('begun_turn'),
  turn_passed: value<number>('turn_passed'),
};

function newRow(run: Run, turn: WaitingTurn | null): RunTable {
  return {
    ...runRows.toRow(run),
    owner: null,
    token: 0,
    lease_until: null,
    lost_workers: 0,
    returned_workers: 0,
    dead_owners: '',
    last_sequence: 0,
    awaited_by: run.parent?.waits ? run.parent.runId : null,
    run_type: runTypeOf(run),
    search_text: runSearchText(run),
    priority: run.settings.priority ?? 0,
    waiting_turn: turn?.turn ?? null,
    begun_turn: null,
    turn_passed: 0,
  };
}

function knownRun(runId: string): RunwrightError {
  return new RunwrightError('conflict', `Cannot create run \`${runId}\`: it exists. Make a new id.`);
}
