import {
  type Attempt,
  isFinal,
  notFound,
  type OutboxEntry,
  type Run,
  RunwrightError,
  type Write,
} from '@runwright/contract';
import type { ResumeAnswer } from '../api/runs-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { attemptEnd } from '../journal/attempt-entries.ts';
import { eventPlace } from '../journal/event-place.ts';
import { eventEntry } from '../journal/journal.ts';
import { nextRunStatus } from '../machines/run.ts';
import { completedOutcome, errorEntry, type Outcome } from '../state/outcome.ts';

/**
 * Writes a person's answer into the journal of a run that waits for it, without a lease: the revision decides which of
 * two answers counts. The run is handed to the queue by the same commit.
 */
export async function resumeRun(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'makeId' | 'changes'>,
  runId: string,
  answer: ResumeAnswer,
): Promise<Run> {
  const { store, clock, makeId } = deps;
  for (;;) {
    const run = await store.runs.find(runId);
    if (!run) throw notFound('Run', runId);
    const attempts = await store.attempts.read(runId);
    const blockRunId = answer.blockRunId ?? null;
    const row = pausedRow(run, attempts, blockRunId);
    if (!row) throw notWaiting(run, attempts, blockRunId);
    const now = clock.now();
    const status = nextRunStatus(run.status, { type: 'resume' });
    const place = eventPlace({ run, clock }, makeId('ev'), null);
    const change = attemptEnd({ run, clock }, row, outcomeOfAnswer(answer, row.label));
    const writes: Write[] = [
      { type: 'run', patch: { status, wakeAt: null }, revision: run.revision },
      ...(change.entries ?? []),
      eventEntry({ ...place, type: 'run-status', status, failureReason: null }),
      { type: 'outbox', entry: enqueueEntry(run, makeId('obx'), now) },
    ];
    try {
      const resumed = await store.runs.commit(runId, writes, null, { now });
      deps.changes.emit(runId);
      return resumed;
    } catch (error) {
      if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
    }
  }
}

function notWaiting(
  { runId, status }: Run,
  attempts: readonly Attempt[],
  blockRunId: string | null,
): RunwrightError {
  if (isFinal(status))
    return new RunwrightError('conflict', `Run ${runId} cannot be resumed: it has ended as \`${status}\`.`);
  if (blockRunId !== null && !attempts.some((row) => row.blockRunId === blockRunId))
    return new RunwrightError(
      'not_found',
      `Block ${blockRunId} not found in run ${runId}. The timeline of the run has the ids of its blocks.`,
    );
  const reason =
    blockRunId === null
      ? 'none of its blocks waits for a person'
      : `its block ${blockRunId} waits for no person`;
  return new RunwrightError('conflict', `Run ${runId} cannot be resumed: ${reason}.`);
}

function pausedRow(run: Run, attempts: readonly Attempt[], blockRunId: string | null): Attempt | null {
  // A run that its worker has moved on takes no answer any more, although the row is not ended yet.
  if (run.status !== 'paused') return null;
  const paused = attempts.filter((row) => row.status === 'paused');
  if (blockRunId !== null) return paused.find((row) => row.blockRunId === blockRunId) ?? null;
  const [first, ...others] = paused;
  if (others.length === 0) return first ?? null;
  throw new RunwrightError(
    'conflict',
    `Run ${run.runId} is paused at several blocks; name the one that is meant: ${paused.map((row) => `\`${row.blockRunId}\` (${row.label})`).join(', ')}.`,
  );
}

function outcomeOfAnswer({ outcome = 'approve', reason, payload }: ResumeAnswer, label: string): Outcome {
  const why = reason?.trim() ? reason.trim() : null;
  if (outcome === 'approve') {
    return completedOutcome({ ...payload, success: true, ...(why === null ? {} : { reason: why }) });
  }
  const failureReason = why ?? 'A person rejected it and gave no reason.';
  return {
    status: 'terminated',
    output: { ...payload, success: false, reason: why },
    failureReason,
    failureCategory: 'user_defined',
    errors: [errorEntry('rejected', failureReason, label)],
  };
}

function enqueueEntry(run: Run, entryId: string, now: number): OutboxEntry {
  const { organizationId, runId } = run;
  return {
    entryId,
    organizationId,
    runId,
    type: 'enqueue',
    payload: {},
    status: 'pending',
    dueAt: now,
    createdAt: now,
  };
}
