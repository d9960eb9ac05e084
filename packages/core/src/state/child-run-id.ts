import type { Attempt } from '@runwright/contract';
import type { AttemptRows } from './loop-rows.ts';

/**
 * Id of the run that an attempt starts: that of the first attempt since the last one that has ended. So a lost attempt
 * and the one that repeats it mean the same run, and a retry begins a run of its own.
 */
export function childRunId(rows: AttemptRows, attempt: Attempt): string {
  const earlier = rows.history(attempt.path).filter((row) => row.attempt < attempt.attempt);
  const ended = earlier.findLastIndex((row) => row.finishedAt !== null && row.status !== 'lost');
  const first = earlier[ended + 1] ?? attempt;
  return first.blockRunId.replace(/^[a-z]+_/, 'wr_');
}
