import type { Attempt } from '@runwright/contract';
import type { Change } from '../journal/journal.ts';
import type { RunScope } from './context/run-scope.ts';

const reason = 'The process was told to end, and the block did not end in time.';

/**
 * Marks the attempts that run, because their process ends in order. The worker that finds them does not count them as lost
 * with a worker that died.
 */
export function markStopped({ journal, registry }: Pick<RunScope, 'journal' | 'registry'>): Change {
  const running = journal.openAttempts().filter((row) => row.status === 'running' && !isLoop(row));
  return {
    entries: running.map((row) => ({ type: 'attempt', attempt: { ...row, failureReason: reason } })),
  };

  function isLoop({ blockType }: Attempt): boolean {
    return registry.get(blockType)?.kind === 'loop';
  }
}

/** Returns whether a process that ended in order has left this attempt while it ran. */
export function wasStopped({ status, failureReason }: Attempt): boolean {
  return status === 'running' && failureReason === reason;
}
