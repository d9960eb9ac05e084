import type {
  Attempt,
  FailureCategory,
  FinalRunStatus,
  Run,
  RunErrorEntry,
  WorkflowDefinition,
} from '@runwright/contract';
import { ending } from './attempt-rows.ts';
import type { MakeId } from './id.ts';
import { type Change, eventEntry } from './journal.ts';
import { nextRunStatus, type RunEvent } from './machines/run.ts';
import { runErrors, runOutput } from './run-output.ts';
import { placeOf } from './run-scope.ts';
import { isAwaited } from './wake.ts';

/** How a run ends, before its output is put together. */
export interface RunEnd {
  readonly status: FinalRunStatus;
  readonly failureReason: string | null;
  readonly failureCategory: FailureCategory | null;
  /** Errors of the run itself, beside those of its blocks. */
  readonly errors?: readonly RunErrorEntry[];
}

/**
 * Everything that the end of a run writes, as one commit: blocks that are still open take the matching status, the
 * run its output, and what follows becomes an intention in the outbox: its webhook, and waking those that wait for it.
 */
export function endRun(options: {
  readonly run: Run;
  readonly definition: WorkflowDefinition;
  readonly attempts: readonly Attempt[];
  readonly end: RunEnd;
  readonly makeId: MakeId;
  readonly now: number;
}): Required<Change> {
  const { run, end, makeId, now } = options;
  const clock = { now: () => now, sleep: async () => undefined };
  const open = options.attempts.filter((attempt) => attempt.finishedAt === null);
  const closing = open.map((attempt) => ending({ run, clock }, attempt, openOutcome(end)));
  const rows = [
    ...options.attempts.filter((attempt) => attempt.finishedAt !== null),
    ...closing.flatMap(rowsOf),
  ];
  const errors = [...runErrors(rows), ...(end.errors ?? [])].slice(0, 100);
  const { webhookUrl } = run.settings;
  const entries = closing.flatMap((change) => change.entries ?? []);
  entries.push(
    eventEntry({
      ...placeOf({ run, clock }, makeId('ev'), null),
      type: 'run-end',
      status: end.status,
      failureReason: end.failureReason,
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
        dueAt: now,
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
      output: runOutput(run, options.definition, rows, errors),
      failureReason: end.failureReason,
      failureCategory: end.failureCategory,
      errors,
      finishedAt: now,
    }),
  };
}

function eventOf(status: FinalRunStatus): RunEvent {
  if (status === 'canceled') return { type: 'cancel' };
  return status === 'timed_out' ? { type: 'time-out' } : { type: 'end', status };
}

function openOutcome(end: RunEnd): Parameters<typeof ending>[2] {
  const { status, failureReason, failureCategory } = end;
  const matching = status === 'completed' ? 'canceled' : status;
  return { status: matching, output: null, failureReason, failureCategory, errors: [] };
}

function rowsOf(change: Change): readonly Attempt[] {
  return (change.entries ?? []).flatMap((entry) => (entry.type === 'attempt' ? [entry.attempt] : []));
}
