import type { Store, WorkerRow } from '@runwright/contract';
import type { ServiceStatus } from '../api/workers-api.ts';

/** Time between two reports of a worker. */
export const reportMs = 10_000;
/** A worker that has not reported for so long is gone, or stands still. */
const goneMs = 3 * reportMs;

/**
 * Reads what the processes of a store do. `now` is epoch ms by the clock of the store; `own`: workers beside those that
 * have reported to it.
 */
export async function readServiceStatus(
  store: Pick<Store, 'workers'>,
  now: number,
  own: readonly WorkerRow[] = [],
): Promise<ServiceStatus> {
  const [reported, { leases, ...runs }] = await Promise.all([
    store.workers.list({ seenSince: now - goneMs }),
    store.workers.openRuns({ now }),
  ]);
  // The owner of a run is its process, or in older versions the name of its worker, and a number.
  const byName = new Map<string, number>();
  for (const { owner, count } of leases) {
    const name = owner.slice(0, owner.lastIndexOf('/'));
    byName.set(name, (byName.get(name) ?? 0) + count);
  }
  const workers = [...reported, ...own].map((worker) => {
    const names = [worker.workerId, worker.name];
    const held = names.reduce((sum, name) => sum + (byName.get(name) ?? 0), 0);
    for (const name of names) byName.delete(name);
    return { ...worker, leases: held };
  });
  const lostLeases = [...byName.values()].reduce((sum, count) => sum + count, 0);
  return { now, workers, runs: { ...runs, lostLeases } };
}
