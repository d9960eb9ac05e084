import type { RunStatus } from '../run.ts';
import type { WorkerRow } from '../worker-row.ts';

/** What the runs of all organizations that have not ended wait for, or who works on them. */
export interface OpenRuns {
  /** Number of runs by status; a status without runs is absent. */
  readonly byStatus: Partial<Readonly<Record<RunStatus, number>>>;
  /** Number of leases that are not over, by their owner. */
  readonly leases: readonly { readonly owner: string; readonly count: number }[];
  /** Number of runs that a worker could take now: without a lease, and not waiting for a later time. */
  readonly waiting: number;
  /**
   * The first of them, by the time since which it waits (epoch ms), then by id; null when there is none. A run waits since it was
   * queued or, before that, created; one that was begun since its last change.
   */
  readonly oldestWaiting: {
    readonly runId: string;
    readonly organizationId: string;
    readonly since: number;
  } | null;
}

/** The workers of a store, and what there is for them to do. Of all organizations: for those who operate the service. */
export interface WorkerRepository {
  /** Adds the row of a worker or replaces it. */
  report(worker: WorkerRow): Promise<void>;
  get(workerId: string): Promise<WorkerRow | null>;
  /** Those that have reported at `seenSince` (epoch ms) or later, by name, then by id. */
  list(options: { readonly seenSince: number }): Promise<readonly WorkerRow[]>;
  /** Removes a worker that ends; nothing happens when there is none. */
  remove(workerId: string): Promise<void>;
  /** Removes workers that have not reported since `before` (epoch ms). */
  deleteUnseen(options: { readonly before: number }): Promise<void>;
  /** `now` is epoch ms. */
  openRuns(options: { readonly now: number }): Promise<OpenRuns>;
}
