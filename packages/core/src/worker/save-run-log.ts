import type { Attempt, JsonObject, Run } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { createAttemptLog, type LogLevel } from '../execution/context/attempt-log.ts';
import type { RunScope } from '../execution/context/run-scope.ts';
import { findEndedRun } from './find-ended-run.ts';

/** Stores the log of a run that has ended: when it and each of its blocks began and ended, and how. */
export async function saveRunLog(
  { store }: Pick<EngineDeps, 'store'>,
  scope: Pick<RunScope, 'run' | 'journal' | 'saveRecording'>,
): Promise<void> {
  const ended = await findEndedRun(store, scope);
  if (ended === null) return;
  const { run, attempts } = ended;
  const log = createAttemptLog(() => run.modifiedAt);
  if (run.startedAt !== null) log.add('info', 'the run has begun', { run_id: run.runId }, run.startedAt);
  const lines = attempts.flatMap(linesOf).sort((a, b) => a.at - b.at);
  for (const { at, level, message, fields } of lines) log.add(level, message, fields, at);
  const { status, failureReason: reason, failureCategory: category } = run;
  const failure = reason === null ? {} : { failure_reason: reason, failure_category: category };
  log.add(levelOf(run), `the run has ended: ${status}`, failure, run.finishedAt ?? run.modifiedAt);
  for (const artifact of log.artifacts()) await scope.saveRecording(artifact);
}

interface Line {
  readonly at: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: JsonObject;
}

function linesOf(attempt: Attempt): readonly Line[] {
  const { blockRunId, blockType, label, startedAt, finishedAt, status } = attempt;
  const name = `${blockType} block ${label}, attempt ${attempt.attempt}`;
  const fields = { workflow_run_block_id: blockRunId };
  const begun: Line = { at: startedAt, level: 'info', message: `${name} has begun`, fields };
  if (finishedAt === null) return [begun];
  const reason = attempt.failureReason;
  return [
    begun,
    {
      at: finishedAt,
      level: levelOf({ status }),
      message: `${name} has ended: ${status}`,
      fields: reason === null ? fields : { ...fields, failure_reason: reason },
    },
  ];
}

function levelOf({ status }: { readonly status: Run['status'] | Attempt['status'] }): 'info' | 'warn' {
  return status === 'completed' || status === 'canceled' ? 'info' : 'warn';
}
