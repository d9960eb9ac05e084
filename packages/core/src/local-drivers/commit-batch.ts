import {
  type Attempt,
  assertWritesBelongToRun,
  type Fence,
  isFinal,
  isWebhookOutcome,
  makesProgress,
  type OutboxEntry,
  type Run,
  type RunPatch,
  RunwrightError,
  type TimelineEvent,
  type Write,
} from '@runwright/contract';
import { byTime } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { addCharge, assertAccounts, type BillingTables } from './memory-billing.ts';
import { type BrowserSessionRows, clearBrowserSession } from './memory-browser-sessions.ts';
import type { MemoryTurns } from './memory-turns.ts';

/**
 * A run with what the store alone knows: who owns it, by which token, until when (epoch ms), how many owners lost it and returned since a
 * block was completed, and the names of all that lost it and have not returned.
 */
export interface RunRow {
  readonly run: Run;
  readonly owner: string | null;
  readonly token: number;
  readonly leaseUntil: number | null;
  readonly lostWorkers: number;
  readonly returnedWorkers: number;
  readonly deadOwners: readonly string[];
  /** It was claimed without slots of its limits, see `RunRepository.claim`. */
  readonly passedLimits: boolean;
}

/** The tables that a batch of writes touches. Attempts are kept by path and number within their run. */
export interface RunTables {
  readonly runs: Map<string, RunRow>;
  readonly turns: MemoryTurns;
  /** Which of them uses which browser session is written with the run. */
  readonly browserSessions: BrowserSessionRows;
  readonly attempts: Map<string, Map<string, Attempt>>;
  readonly timeline: Map<string, TimelineEvent[]>;
  readonly outbox: Map<string, OutboxEntry>;
  /** Those of them that are pending or being sent, so that the others need not be looked at. */
  readonly openEntries: Map<string, OutboxEntry>;
  readonly billing: BillingTables;
}

/** Writes to one run that are made together. */
export interface Batch {
  readonly runId: string;
  readonly writes: readonly Write[];
  readonly fence: Fence | null;
  readonly now: number;
}

/** Checks the whole batch, then applies it; a check that fails leaves everything as it was. */
export function commitBatch(tables: RunTables, batch: Batch): Run {
  const row = tables.runs.get(batch.runId);
  if (!row) throw unknownRun(batch.runId);
  const writes = copyFrozen(batch.writes);
  assertFence(row, batch);
  assertWritesBelongToRun(row.run, writes);
  assertNewEntries(
    tables,
    writes.flatMap((write) => (write.type === 'outbox' ? [write.entry] : [])),
  );
  assertAccounts(
    tables.billing,
    writes.flatMap((write) => (write.type === 'charge' ? [write.charge] : [])),
  );
  const run = patchedRun(row.run, writes, batch.now);

  const counts = makesProgress(writes) ? { lostWorkers: 0, returnedWorkers: 0 } : {};
  tables.runs.set(batch.runId, { ...row, ...counts, run });
  for (const write of writes) apply(tables, batch.runId, write);
  if (isFinal(run.status)) {
    clearBrowserSession(tables.browserSessions, run);
    tables.turns.remove(run.runId);
  }
  return run;
}

/** The attempts of a run in the order in which they are read. */
export function attemptsOf(tables: RunTables, runId: string): readonly Attempt[] {
  return [...(tables.attempts.get(runId)?.values() ?? [])].sort(
    byTime(
      (row) => row.startedAt,
      (row) => `${String(row.attempt).padStart(9, '0')} ${JSON.stringify(row.path)}`,
    ),
  );
}

/** Throws `conflict` when an entry is there already, or twice among the new ones. */
export function assertNewEntries(tables: RunTables, entries: readonly OutboxEntry[]): void {
  const ids = entries.map((entry) => entry.entryId);
  const known = ids.find((id, index) => tables.outbox.has(id) || ids.indexOf(id) < index);
  if (known === undefined) return;
  throw new RunwrightError(
    'conflict',
    `Cannot add outbox entry \`${known}\`: it exists, so it is already being processed.`,
  );
}

function assertFence(row: RunRow, { runId, fence }: Batch): void {
  if (!fence || (row.owner === fence.owner && row.token === fence.token)) return;
  throw new RunwrightError(
    'lease_lost',
    `\`${fence.owner}\` cannot write to run \`${runId}\` with token \`${fence.token}\`: the run has another owner now. Stop working on it.`,
  );
}

/** All patches of one batch count as one change, made from the revision that the writer read. */
function patchedRun(run: Run, writes: readonly Write[], now: number): Run {
  const changes = writes.filter((write) => write.type === 'run');
  const stale = changes.find((change) => change.revision !== run.revision);
  if (stale) {
    throw conflict(run.runId, `revision \`${stale.revision}\` was read and \`${run.revision}\` is there now`);
  }
  const patch: RunPatch = Object.assign({}, ...changes.map((change) => change.patch));
  if (changes.length === 0) return Object.freeze({ ...run, modifiedAt: now });
  if (!mayTake(run, patch)) throw conflict(run.runId, `it has already ended as \`${run.status}\``);
  return Object.freeze({ ...run, ...patch, modifiedAt: now, revision: run.revision + 1 });
}

/** The first final status wins; only the outcome of a webhook may still change it. */
function mayTake(run: Run, patch: RunPatch): boolean {
  if (!isFinal(run.status) || patch.status === undefined || patch.status === run.status) return true;
  return isWebhookOutcome(patch);
}

function apply(tables: RunTables, runId: string, write: Write): void {
  if (write.type === 'attempt') {
    const attempts = tables.attempts.get(runId) ?? new Map<string, Attempt>();
    attempts.set(JSON.stringify([write.attempt.path, write.attempt.attempt]), write.attempt);
    tables.attempts.set(runId, attempts);
  }
  if (write.type === 'timeline') {
    const events = tables.timeline.get(runId) ?? [];
    events.push(Object.freeze({ ...write.event, sequence: events.length + 1 }));
    tables.timeline.set(runId, events);
  }
  if (write.type === 'outbox') putEntry(tables, write.entry);
  if (write.type === 'charge') addCharge(tables.billing, write.charge);
}

/** Adds an outbox entry, or takes the place of the one with its id. */
export function putEntry(tables: Pick<RunTables, 'outbox' | 'openEntries'>, entry: OutboxEntry): void {
  tables.outbox.set(entry.entryId, entry);
  if (entry.status === 'pending' || entry.status === 'sending') tables.openEntries.set(entry.entryId, entry);
  else tables.openEntries.delete(entry.entryId);
}

function conflict(runId: string, found: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Cannot change run \`${runId}\`: ${found}. Read it again and decide anew.`,
  );
}

function unknownRun(runId: string): RunwrightError {
  return new RunwrightError('not_found', `Cannot change run \`${runId}\`: not found. Create it first.`);
}
