/**
 * Tells workers which run to look at next. Carries run ids, never state: whether a run is executed, and by whom, is
 * decided by the lease of the {@link Store}. A run id may be delivered more often than it was enqueued, and one that
 * gets lost with a process is enqueued again by the sweep of an engine, which finds it in the store.
 */
export interface RunQueue {
  readonly specVersion: 'v1';
  /**
   * Delivers the run at `notBefore` (epoch ms; default: now). A run that waits already is delivered once, at the earlier
   * of the two times. A run that is held is delivered again, but not before `done` or `release`. Throws `conflict`
   * when the queue is closed.
   *
   * `ahead` (default false): the run has begun, so that, once it is due, it goes before those that have not. A driver may ignore it;
   * without it, a run whose worker died waits behind everything that was enqueued since.
   */
  enqueue(runId: string, options?: { readonly notBefore?: number; readonly ahead?: boolean }): Promise<void>;
  /**
   * Waits for a run whose time has come: those that are `ahead`, then the earliest first, then the one that was enqueued first. Null once `signal` is
   * aborted or the queue is closed.
   */
  claim(options: { readonly signal: AbortSignal }): Promise<Delivery | null>;
  /** Ends the waiting claims. A run that is held may still be given back; it is not delivered any more. */
  close(): Promise<void>;
}

/**
 * A delivered run, held until `done` or `release`: meanwhile this queue object does not deliver it again. What another
 * process has been given by a queue that both share need not be considered. A driver whose worker process died delivers
 * again by itself or not at all, but it does not hold back a run that is enqueued afterwards. The first call of `done` or
 * `release` counts; later ones change nothing.
 */
export interface Delivery {
  readonly runId: string;
  /** Counts from 1; one more after each `release`. */
  readonly delivery: number;
  /** Also for a run that failed: failure is data in the store, not a failed delivery. */
  done(): Promise<void>;
  /** Gives the run back; it is delivered again after the delay, or earlier when it was enqueued meanwhile. */
  release(options: { readonly delayMs: number }): Promise<void>;
}
