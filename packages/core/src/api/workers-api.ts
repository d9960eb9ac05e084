import type { OpenRuns, WorkerRow } from '@runwright/contract';

/** A worker, and the runs of which it has the lease. */
export interface WorkerStatus extends WorkerRow {
  readonly leases: number;
}

/** What the processes of a store do, for those who operate them: of all organizations. Times are epoch ms. */
export interface ServiceStatus {
  /** By the clock of the store. */
  readonly now: number;
  /** Those that have reported within 30 s, by name. */
  readonly workers: readonly WorkerStatus[];
  readonly runs: Pick<OpenRuns, 'byStatus' | 'waiting' | 'oldestWaiting'> & {
    /** Leases whose worker is not listed: it has died or ended a moment ago. */
    readonly lostLeases: number;
  };
}

/** The workers of a service. */
export interface WorkersApi {
  status(): Promise<ServiceStatus>;
  /**
   * Tells the others at which URL they reach the browsers that this process holds, such as `http://10.0.0.7:8100`. Call it
   * before `start`. Default: none, and live views and debug addresses of its sessions work in this process only.
   */
  announce(address: string): Promise<void>;
}
