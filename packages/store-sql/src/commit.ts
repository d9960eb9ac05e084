import {
  assertWritesBelongToRun,
  type Fence,
  finalRunStatuses,
  isFinal,
  isWebhookOutcome,
  makesProgress,
  type OutboxEntry,
  type Run,
  type RunPatch,
  RunwrightError,
  type Write,
} from '@runwright/contract';
import type { Kysely, UpdateObject } from 'kysely';
import { chargeWriter } from './billing.ts';
import { sessionOccupancy } from './browser-sessions.ts';
import { childTurns } from './child-turns.ts';
import type { RowIn } from './codec.ts';
import type { JsonTexts } from './json-texts.ts';
import { type Prepared, prepared, value } from './prepared.ts';
import { attemptRows, outboxRows, runRows } from './rows.ts';
import type { RunTable, Tables } from './tables.ts';
import { first, run, type Work } from './work.ts';

interface Batch {
  readonly runId: string;
  readonly writes: readonly Write[];
  readonly fence: Fence | null;
  readonly now: number;
  /** Texts of {@link storedValues}. Default: they are written in the transaction. */
  readonly texts?: JsonTexts;
  /** All patches of the batch as one; null when it has none. */
  readonly change: { readonly patch: RunPatch; readonly revision: number } | null;
}

/** Writes a batch to a run, within a transaction. Throws what `commit` of a store throws. */
export type Commit = (batch: Omit<Batch, 'change'>) => Work<Run>;

/**
 * A single update of the run's row checks fence, revision and status, and reserves the sequence numbers; then the rows
 * are added. An update that finds no row is explained, and the transaction takes everything back.
 */
export function sqlCommit(db: Kysely<Tables>): Commit {
  const changeRun = runChanges(db);
  const addRow = rowWriters(db);
  const removeKeys = prepared(db.deleteFrom('run_lanes').where('run_id', '=', value<string>('run_id')));
  const changeTurn = prepared(
    db
      .updateTable('run_lanes')
      .set({ turn_at: value<number>('turn_at') })
      .where('run_id', '=', value<string>('run_id'))
      .where('capacity', 'is', null),
  );
  const refusal = refusals(db);
  const occupancy = sessionOccupancy(db);
  const children = childTurns(db);

  return function* ({ runId, writes, ...rest }) {
    const batch: Batch = { runId, writes, ...rest, change: changeOf(runId, writes) };
    const row = yield* changeRun(batch);
    if (!row) throw yield* refusal(batch);
    const { output } = batch.change?.patch ?? {};
    const stored = runRows.fromRow({ ...row, output: row.output ?? null });
    const changed = output === undefined ? stored : { ...stored, output };
    assertWritesBelongToRun(changed, writes);
    if (changed.concurrencyKeys.length + changed.concurrencyLimits.length > 0) {
      if (isFinal(changed.status)) yield* run(removeKeys, { run_id: runId });
      else if (batch.change?.patch.queuedAt !== undefined) {
        yield* run(changeTurn, { run_id: runId, turn_at: changed.queuedAt ?? changed.createdAt });
      }
    }
    if (isFinal(changed.status)) {
      yield* occupancy.clear(changed);
      if (changed.parent?.waits) yield* children.promote(changed.parent.runId);
    }
    let sequence = row.last_sequence - eventCount(writes);
    for (const write of writes) {
      if (write.type === 'timeline') sequence += 1;
      yield* addRow(write, sequence, batch.texts);
    }
    return changed;
  };
}

/** Returns the values of a batch that are stored as JSON and may be large. */
export function storedValues(writes: readonly Write[]): readonly unknown[] {
  return writes.map((write) => {
    if (write.type === 'attempt') return write.attempt.output;
    return write.type === 'timeline' ? write.event : write.type === 'run' ? write.patch.output : null;
  });
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
  const statements = new Map<string, Prepared<ChangedRow>>();

  return function* (batch: Batch): Work<ChangedRow | undefined> {
    const { fence, change } = batch;
    const row = change && runRows.toPartialRow(change.patch, batch.texts);
    const guarded = change !== null && endsOnce(change.patch);
    const ends = change?.patch.status !== undefined && isFinal(change.patch.status);
    const progresses = makesProgress(batch.writes);
    const columns = row === null ? 'no patch' : `patch of ${Object.keys(row)}`;
    const shape = [fence !== null, guarded, ends, progresses, columns].join();
    const statement =
      statements.get(shape) ??
      changeStatement(db, { fenced: fence !== null, guarded, ends, progresses, row });
    statements.set(shape, statement);

    return yield* first(statement, {
      ...row,
      run_id: batch.runId,
      owner: fence?.owner,
      token: fence?.token,
      revision: change?.revision,
      events: eventCount(batch.writes),
      now: batch.now,
    });
  };
}

/** The first final status wins; only the outcome of a webhook may still change it. */
function endsOnce(patch: RunPatch): boolean {
  return patch.status !== undefined && !isWebhookOutcome(patch);
}

function changeStatement(
  db: Kysely<Tables>,
  shape: {
    readonly fenced: boolean;
    readonly guarded: boolean;
    readonly ends: boolean;
    readonly progresses: boolean;
    readonly row: Partial<RunTable> | null;
  },
): Prepared<ChangedRow> {
  const patch: UpdateObject<Tables, 'runs'> = Object.fromEntries(
    Object.keys(shape.row ?? {}).map((column) => [column, value(column)]),
  );
  const query = db
    .updateTable('runs')
    .set((row) => ({
      ...patch,
      ...(shape.progresses ? { lost_workers: 0, returned_workers: 0 } : {}),
      ...(shape.ends ? { waiting_turn: null, begun_turn: null } : {}),
      modified_at: value<number>('now'),
      last_sequence: row('last_sequence', '+', value<number>('events')),
    }))
    .$if(shape.row !== null, (update) =>
      update
        .set((row) => ({ revision: row('revision', '+', 1) }))
        .where('revision', '=', value<number>('revision')),
    )
    .where('run_id', '=', value<string>('run_id'))
    .$if(shape.fenced, (update) =>
      update.where('owner', '=', value<string>('owner')).where('token', '=', value<number>('token')),
    )
    .$if(shape.guarded, (update) =>
      update.where((row) =>
        row.or([
          row('status', 'not in', finalRunStatuses),
          row('status', '=', value<Run['status']>('status')),
        ]),
      ),
    )
    .returning([...returnedColumns, 'last_sequence'])
    .$if(shape.row?.output === undefined, (update) => update.returning('output'));
  return prepared(query);
}

/** A run after its change. An output that was just given is not read back: it may be larger than everything else together. */
type ChangedRow = Omit<RowIn<typeof runRows>, 'output'> &
  Pick<RunTable, 'last_sequence'> & { readonly output?: RunTable['output'] };

const returnedColumns = runRows.columns.filter((column) => column !== 'output');

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
  const addEntry = entryWriter(db);
  const addCharge = chargeWriter(db);

  return function* (write: Write, sequence: number, texts?: JsonTexts): Work<void> {
    if (write.type === 'attempt') yield* run(putAttempt, { ...attemptRows.toRow(write.attempt, texts) });
    if (write.type === 'timeline') {
      const { runId, organizationId } = write.event;
      yield* run(addEvent, {
        run_id: runId,
        organization_id: organizationId,
        sequence,
        event: texts?.get(write.event) ?? JSON.stringify(write.event),
      });
    }
    if (write.type === 'outbox') yield* addEntry(write.entry);
    if (write.type === 'charge') yield* addCharge(write.charge);
  };
}

/** Adds outbox entries, within a transaction. Throws `conflict` for one that is there already. */
export function entryWriter(db: Kysely<Tables>): (entry: OutboxEntry) => Work<void> {
  const statement = prepared(
    db
      .insertInto('outbox')
      .values(outboxRows.values)
      .onConflict((key) => key.doNothing()),
  );
  return function* (entry) {
    if ((yield* run(statement, { ...outboxRows.toRow(entry) })) === 0) throw knownEntry(entry.entryId);
  };
}

/** The error of an outbox entry that is there already. */
function knownEntry(entryId: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Cannot add outbox entry \`${entryId}\`: it exists, so it is already being processed.`,
  );
}

/** Returns the error of an update that found no row. */
function refusals(db: Kysely<Tables>): (batch: Batch) => Work<RunwrightError> {
  const statement = prepared(
    db
      .selectFrom('runs')
      .select(['owner', 'token', 'revision', 'status'])
      .where('run_id', '=', value<string>('run_id')),
  );
  return function* (batch) {
    return refusal(yield* first(statement, { run_id: batch.runId }), batch);
  };
}

function refusal(
  row: Pick<RunTable, 'owner' | 'token' | 'revision' | 'status'> | undefined,
  { runId, fence, change }: Batch,
): RunwrightError {
  if (!row) {
    return new RunwrightError('not_found', `Cannot change run \`${runId}\`: not found. Create it first.`);
  }
  if (fence && (row.owner !== fence.owner || row.token !== fence.token)) {
    return new RunwrightError(
      'lease_lost',
      `\`${fence.owner}\` cannot write to run \`${runId}\` with token \`${fence.token}\`: the run has another owner now. Stop working on it.`,
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
    `Cannot change run \`${runId}\`: ${found}. Read it again and decide anew.`,
  );
}
