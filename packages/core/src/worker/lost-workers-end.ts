import { errorEntry } from '../state/outcome.ts';
import type { RunEnd } from '../state/run-end.ts';

/** Worker processes that may die while they execute one run, without a completed block between. */
const maxDeadWorkers = 2;
/** The same for all that may be lost, those included that only stood still. */
const maxLostWorkers = 3;
/** Worker processes that may die while they execute runs of one tree, whatever these complete. */
const maxDeadProcesses = 5;

/** How many workers lost a run and still count, and how many of them came back, as a claim reports it. */
export interface LostWorkers {
  readonly lostWorkers?: number;
  readonly returnedWorkers?: number;
}

/**
 * Returns how a run ends that is not executed again, because it may be what ends its processes; null when it is executed. A
 * worker that released the run later did not die: its process was suspended, or its store did not respond. It still counts as
 * lost, because a run that blocks its process has the same effect.
 *
 * @param deadProcesses those of the tree of the run: workers that are lost together have died once at most
 */
export function lostWorkersEnd(
  { lostWorkers = 0, returnedWorkers = 0 }: LostWorkers,
  deadProcesses: number,
): RunEnd | null {
  const dead = Math.min(lostWorkers - returnedWorkers, deadProcesses);
  const executed = 'The worker process that executed the run';
  const between = 'without enough progress between';
  if (dead >= maxDeadWorkers) return failed(`${executed} died at least ${maxDeadWorkers} times ${between}`);
  if (lostWorkers < maxLostWorkers) return null;
  return failed(`${executed} died or stood still at least ${maxLostWorkers} times ${between}`);
}

/**
 * Returns how the topmost run of a tree ends whose runs may be what ends their processes; null when it goes on. Each run that a
 * loop starts may be lost anew, so the processes of all of them count.
 */
export function lostTreeEnd(deadProcesses: number): RunEnd | null {
  if (deadProcesses < maxDeadProcesses) return null;
  return failed(
    `At least ${maxDeadProcesses} worker processes died that executed the run or runs that it waits for`,
  );
}

function failed(what: string): RunEnd {
  const reason = `${what}, so the run is not executed again. Check the system log for why the process ended, and whether the block that was executed needs too much memory or time; then start a new run.`;
  return {
    status: 'failed',
    failureReason: reason,
    failureCategory: 'worker',
    errors: [errorEntry('worker_lost', reason, null)],
  };
}
