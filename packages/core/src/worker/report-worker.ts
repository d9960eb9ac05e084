import { hostname } from 'node:os';
import type { WorkerRow } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { version } from '../version.ts';
import { reportMs } from './service-status.ts';

/** What this process tells the others of itself. */
export interface WorkerReports {
  /** Its row; null when it executes no runs or has not been started. */
  row(): WorkerRow | null;
  announce(address: string): Promise<void>;
  /** Reports until the signal is aborted, and removes the row then. A report that fails is made again with the next one. */
  start(signal: AbortSignal): Promise<void>;
}

/** Prepares the reports of a worker; `workerId` is of this process alone. */
export function createWorkerReports(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'settings' | 'browserPlaces' | 'unfinished' | 'report'>,
  workerId: string,
): WorkerReports {
  const { store, clock, settings, browserPlaces } = deps;
  let address: string | null = null;
  let startedAt: number | null = null;

  const reports: WorkerReports = {
    row() {
      if (startedAt === null || settings.concurrency === 0) return null;
      return {
        workerId,
        name: settings.workerId,
        hostName: hostname(),
        processId: process.pid,
        version,
        places: settings.concurrency,
        running: deps.unfinished.size,
        browsers: browserPlaces.limit,
        browsersHeld: browserPlaces.held,
        address,
        startedAt,
        seenAt: clock.now(),
      };
    },
    async announce(given) {
      address = given;
      await send();
    },
    async start(signal) {
      startedAt = clock.now();
      if (!settings.isStoreShared) return;
      while (!signal.aborted) {
        await send().catch((error: unknown) =>
          deps.report(error, { component: 'worker', operation: 'report the worker' }),
        );
        await clock.sleep(reportMs, { signal }).catch(() => undefined);
      }
      await store.workers.remove(workerId).catch(() => undefined);
    },
  };
  return reports;

  async function send(): Promise<void> {
    const row = reports.row();
    if (row !== null && settings.isStoreShared) await store.workers.report(row);
  }
}
