import {
  assertWritesBelong,
  type Fence,
  finalRunStatuses,
  isFinal,
  type Run,
  type RunPatch,
  RunwrightError,
  type Store,
  type Write,
} from '@runwright/contract';
import type { Kysely, UpdateObject } from 'kysely';
import { type Prepared, prepared, value } from './prepared.ts';
import { attemptRows, outboxRows, runRows } from './rows.ts';
import type { RunTable, Tables } from './tables.ts';

interface Batch {
  readonly runId: string;
  readonly writes: readonly Write[];
  readonly fence: Fence | null;
  readonly now: number;
  /** All patches of the batch as one; null when it has none. */
  readonly change: { readonly patch: RunPatch; readonly revision: number } | null;
}

/**
 * One transaction: a single update of the run's row checks fence, revision and status, and reserves the sequence
 * numbers; then the rows are added. An update that finds no row is explained, and everything is taken back.
 */
export function sqlCommit(db: Kysely<Tables>): Store['runs']['commit'] {
  const changeRun = runChanges(db);
  const addRow = rowWriters(db);
  const leaveLanes = laneLeaving(db);

  return (runId, writes, fence, { now }) => {
    const batch: Batch = { runId, writes, fence, now, change: changeOf(runId, writes) };
    return db.transaction().execute(async (transaction) => {
      const row = await changeRun(transaction, batch);
      if (!row) throw await refusal(transaction, batch);
      const run = runRows.fromRow(row);
      assertWritesBelong(run, writes);
      if (run.lanes.length > 0 && isFinal(run.status)) await leaveLanes(transaction, runId);
      let sequence = row.last_sequence - eventCount(writes);
      for (const write of writes) {
        if (write.type === 'timeline') sequence += 1;
        await addRow(transaction, write, sequence);
      }
      return run;
    });
  };
}

function changeOf(runId: string, writes: readonly Write[]): Batch['change'] {
  const changes = writes.filter((write) => write.type === 'run');
  const [first] = changes;
  if (!first) return null;
  if (changes.some((change) => change.revision !== first.revision)) {
    throw conflict(runId, 'the patches of one batch name different revisions');
  }
  return { patch: Object.assign({}, ...changes.map((change) => change.patch)), revision: first.revision };
}

function eventCount(writes: readonly Write[]): number {
  return writes.filter((write) => write.type === 'timeline').length;
}

/** The update of the run's row. Batches come in few shapes, and each shape is compiled once. */
function runChanges(db: Kysely<Tables>) {
  const statements = new Map<string, Prepared<RunTable>>();

  return async (transaction: Kysely<Tables>, batch: Batch): Promise<RunTable | undefined> => {
    const { fence, change } = batch;
    const row = change && runRows.toPartialRow(change.patch);
    const guarded = change !== null && endsOnce(change.patch);
    const shape = [fence !== null, guarded, row && Object.keys(row)].join();
    const statement = statements.get(shape) ?? changeStatement(db, { fenced: fence !== null, guarded, row });
    statements.set(shape, statement);

    const { rows } = await statement(transaction, {
      ...row,
      run_id: batch.runId,
      owner: fence?.owner,
      token: fence?.token,
      revision: change?.revision,
      events: eventCount(batch.writes),
      now: batch.now,
    });
    return rows[0];
  };
}

/** The first final status wins; only the outcome of a webhook may still turn it into `failed`. */
function endsOnce({ status, failureCategory }: RunPatch): boolean {
  return status !== undefined && !(status === 'failed' && failureCategory === 'webhook');
}

function changeStatement(
  db: Kysely<Tables>,
  shape: { readonly fenced: boolean; readonly guarded: boolean; readonly row: Partial<RunTable> | null },
): Prepared<RunTable> {
  const patch: UpdateObject<Tables, 'runs'> = Object.fromEntries(
    Object.keys(shape.row ?? {}).map((column) => [column, value(column)]),
  );
  const query = db
    .updateTable('runs')
    .set((run) => ({
      ...patch,
      modified_at: value<number>('now'),
      last_sequence: run('last_sequence', '+', value<number>('events')),
    }))
    .$if(shape.row !== null, (update) =>
      update
        .set((run) => ({ revision: run('revision', '+', 1) }))
        .where('revision', '=', value<number>('revision')),
    )
    .where('run_id', '=', value<string>('run_id'))
    .$if(shape.fenced, (update) =>
      update.where('owner', '=', value<string>('owner')).where('token', '=', value<number>('token')),
    )
    .$if(shape.guarded, (update) =>
      update.where((run) =>
        run.or([
          run('status', 'not in', finalRunStatuses),
          run('status', '=', value<Run['status']>('status')),
        ]),
      ),
    )
    .returningAll();
  return prepared(query);
}

function rowWriters(db: Kysely<Tables>) {
  const putAttempt = prepared(
    db
      .insertInto('attempts')
      .values(attemptRows.values)
      .onConflict((key) => key.columns(['run_id', 'path', 'attempt']).doUpdateSet(attemptRows.excluded)),
  );
  const addEvent = prepared(
    db.insertInto('timeline').values({
      run_id: value('run_id'),
      sequence: value('sequence'),
      organization_id: value('organization_id'),
      event: value('event'),
    }),
  );
  const addEntry = prepared(
    db
      .insertInto('outbox')
      .values(outboxRows.values)
      .onConflict((key) => key.doNothing()),
  );

  return async (transaction: Kysely<Tables>, write: Write, sequence: number): Promise<void> => {
    if (write.type === 'attempt') await putAttempt(transaction, attemptRows.toRow(write.attempt));
    if (write.type === 'timeline') {
      const { runId, organizationId } = write.event;
      await addEvent(transaction, {
        run_id: runId,
        organization_id: organizationId,
        sequence,
        event: JSON.stringify(write.event),
      });
    }
    if (write.type === 'outbox') {
      const { numAffectedRows } = await addEntry(transaction, outboxRows.toRow(write.entry));
      if (!numAffectedRows) throw knownEntry(write.entry.entryId);
    }
  };
}

/** The lanes of a run that has ended; the table holds open runs alone, so that it stays small. */
function laneLeaving(db: Kysely<Tables>): (transaction: Kysely<Tables>, runId: string) => Promise<void> {
  const statement = prepared(db.deleteFrom('run_lanes').where('run_id', '=', value<string>('run_id')));
  return async (transaction, runId) => {
    await statement(transaction, { run_id: runId });
  };
}

/** The error of an outbox entry that is there already. */
export function knownEntry(entryId: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Outbox entry \`${entryId}\` was to be added, but it exists; what it intends is under way already.`,
  );
}

/** Why the update found no row. */
async function refusal(
  transaction: Kysely<Tables>,
  { runId, fence, change }: Batch,
): Promise<RunwrightError> {
  const row = await transaction
    .selectFrom('runs')
    .select(['owner', 'token', 'revision', 'status'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (!row) {
    return new RunwrightError(
      'not_found',
      `Run \`${runId}\` was to be changed, but there is none; create it first.`,
    );
  }
  if (fence && (row.owner !== fence.owner || row.token !== fence.token)) {
    return new RunwrightError(
      'lease_lost',
      `\`${fence.owner}\` was to write to run \`${runId}\` with token \`${fence.token}\`, but the run has another owner by now; stop working on it.`,
    );
  }
  if (change && change.revision !== row.revision) {
    return conflict(runId, `revision \`${change.revision}\` was read and \`${row.revision}\` is there now`);
  }
  return conflict(
    runId,
    isFinal(row.status) ? `it has already ended as \`${row.status}\`` : 'it has changed',
  );
}

function conflict(runId: string, found: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Run \`${runId}\` was to be changed, but ${found}; read it again and decide anew.`,
  );
}
