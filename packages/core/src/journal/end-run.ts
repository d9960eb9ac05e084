import type { Attempt, FinalRunStatus, Run, WorkflowDefinition } from '@runwright/contract';
import type { Limits } from '../api/limits.ts';
import { nextRunStatus, type RunEvent } from '../machines/run.ts';
import type { MakeId } from '../runtime/ids.ts';
import { attemptTable } from '../state/attempt-table.ts';
import type { Outcome } from '../state/outcome.ts';
import type { RunEnd } from '../state/run-end.ts';
import { runErrors, runOutput } from '../state/run-output.ts';
import { limitRunOutput } from '../state/stored-output.ts';
import { endOpenAttempts } from './end-open-attempts.ts';
import { eventPlace } from './event-place.ts';
import { type Change, type Entry, eventEntry } from './journal.ts';

/**
 * Everything that the end of a run writes, as one commit: blocks that are still open take the matching status, the
 * run its output, and what follows becomes an intention in the outbox: its webhook, and waking those that wait for it.
 */
export function endRun(options: {
  readonly run: Run;
  readonly definition: WorkflowDefinition;
  readonly attempts: readonly Attempt[];
  readonly end: RunEnd;
  readonly limits: Pick<Limits, 'runErrors' | 'storedOutputBytes'>;
  readonly makeId: MakeId;
  readonly now: number;
  /** Epoch ms at which the webhook is sent unless its entry is moved forward. Default: now. */
  readonly webhookDueAt?: number;
}): Required<Change> {
  const { run, end, makeId, now } = options;
  const clock = { now: () => now, sleep: async () => undefined };
  const table = attemptTable(options.attempts);
  const entries: Entry[] = [];
  endOpenAttempts(table.openAttempts(), {
    place: { run, clock },
    definition: options.definition,
    rows: table,
    outcome: openOutcome(end),
    close(change) {
      entries.push(...(change.entries ?? []));
      for (const row of rowsOf(change)) table.put(row);
    },
  });
  const rows = table.all();
  const most = options.limits.runErrors;
  const errors = [...runErrors(rows, most), ...(end.errors ?? [])].slice(0, most);
  const { webhookUrl } = run.settings;
  entries.push(
    eventEntry({
      ...eventPlace({ run, clock }, makeId('ev'), null),
      type: 'run-end',
      status: end.status,
      failureReason: end.failureReason,
      failureCategory: end.failureCategory,
    }),
  );
  if (webhookUrl !== null) {
    entries.push({
      type: 'outbox',
      entry: {
        entryId: makeId('obx'),
        organizationId: run.organizationId,
        runId: run.runId,
        type: 'webhook',
        payload: { delivery_id: makeId('whd'), webhook_url: webhookUrl },
        status: 'pending',
        dueAt: options.webhookDueAt ?? now,
        createdAt: now,
      },
    });
  }
  if (isAwaited(run)) {
    entries.push({
      type: 'outbox',
      entry: {
        entryId: makeId('obx'),
        organizationId: run.organizationId,
        runId: run.runId,
        type: 'wake',
        payload: {},
        status: 'pending',
        dueAt: now,
        createdAt: now,
      },
    });
  }
  return {
    entries,
    patch: (current) => ({
      status: nextRunStatus(current.status, eventOf(end.status)),
      output: limitRunOutput(
        runOutput(run, options.definition, rows, errors),
        // What a block in a loop put out stands in the output of the loop too, and in `extracted_information`.
        3 * options.limits.storedOutputBytes,
      ),
      failureReason: end.failureReason,
      failureCategory: end.failureCategory,
      errors,
      finishedAt: now,
      webhookStatus: webhookUrl === null ? null : 'pending',
    }),
  };
}

function eventOf(status: FinalRunStatus): RunEvent {
  if (status === 'canceled') return { type: 'cancel' };
  return status === 'timed_out' ? { type: 'time-out' } : { type: 'end', status };
}

function openOutcome(end: RunEnd): Omit<Outcome, 'output'> {
  const { status, failureReason, failureCategory } = end;
  const matching = end.openBlocks ?? (status === 'completed' ? 'canceled' : status);
  return { status: matching, failureReason, failureCategory, errors: [] };
}

function rowsOf(change: Change): readonly Attempt[] {
  return (change.entries ?? []).flatMap((entry) => (entry.type === 'attempt' ? [entry.attempt] : []));
}

/** Tells whether anybody may wait for the end of a run. */
function isAwaited(run: Pick<Run, 'parent' | 'concurrencyKeys' | 'concurrencyLimits'>): boolean {
  const keys = run.concurrencyKeys.length + run.concurrencyLimits.length;
  return run.parent?.waits === true || keys > 0;
}
