import { errorEntry } from '../state/outcome.ts';
import type { RunEnd } from '../state/run-end.ts';

/** Worker processes that may die while they execute one run, without those that completed blocks make up for. */
const maxDeadWorkers = 2;
/** The same for all that may be lost, those included that only stood still. */
const maxLostWorkers = 3;

/** How many workers lost a run and still count, and how many of them came back, as a claim reports it. */
export interface LostWorkers {
  readonly lostWorkers?: number;
  readonly returnedWorkers?: number;
}

/**
 * Returns how a run ends that is not executed again, because it may be what ends its processes; null when it is executed. A
 * worker that released the run later did not die: its process was suspended, or its store did not respond. It still counts as
 * lost, because a run that blocks its process has the same effect.
 */
export function lostWorkersEnd({ lostWorkers = 0, returnedWorkers = 0 }: LostWorkers): RunEnd | null {
  const dead = lostWorkers - returnedWorkers;
  if (dead >= maxDeadWorkers)
    return failed(`The worker process that executed the run died at least ${maxDeadWorkers} times`);
  if (lostWorkers < maxLostWorkers) return null;
  return failed(
    `The worker process that executed the run died or stood still at least ${maxLostWorkers} times`,
  );
}

function failed(what: string): RunEnd {
  const reason = `${what} without enough progress between, so the run is not executed again. Check the system log for why the process ended, and whether the block that was executed needs too much memory or time; then start a new run.`;
  return {
    status: 'failed',
    failureReason: reason,
    failureCategory: 'worker',
    errors: [errorEntry('worker_lost', reason, null)],
  };
}
