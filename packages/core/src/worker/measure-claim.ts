import type { Clock, Run } from '@runwright/contract';
import { recordMetric } from '../telemetry/metrics.ts';

/** Executes what a worker does for one claim of a run; records how long the run was due before, and that it is executed meanwhile. */
export async function measureClaim<T>(
  run: Run,
  clock: Pick<Clock, 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const dueAt = dueTimeOf(run);
  const delayMs = dueAt === null ? -1 : clock.now() - dueAt;
  // A run that was woken before its time was not due.
  if (delayMs >= 0) {
    recordMetric('runwright.queue.delay', delayMs / 1000, {
      'runwright.run.concurrency_key': run.concurrencyKeys.length > 0,
      'runwright.run.continued': run.startedAt !== null,
    });
  }
  return whileCounted('runwright.worker.run.active', 1, work);
}

/** Executes the work of a worker; the number of runs that it may execute at once counts meanwhile. */
export function measureWorker<T>(concurrency: number, work: () => Promise<T>): Promise<T> {
  // An increase from nothing is not seen by Prometheus, one from 0 is.
  recordMetric('runwright.lease.lost', 0, {});
  recordMetric('runwright.lease.recovered', 0, {});
  return whileCounted('runwright.worker.run.limit', concurrency, work);
}

/** Epoch ms from which a worker could take the run; null when nothing says it, as for one that a person resumed. */
function dueTimeOf({ startedAt, queuedAt, createdAt, wakeAt }: Run): number | null {
  return startedAt === null ? (queuedAt ?? createdAt) : wakeAt;
}

async function whileCounted<T>(
  name: 'runwright.worker.run.active' | 'runwright.worker.run.limit',
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  recordMetric(name, count, {});
  try {
    return await work();
  } finally {
    recordMetric(name, -count, {});
  }
}
