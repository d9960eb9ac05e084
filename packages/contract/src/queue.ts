/**
 * Tells workers which run to look at next. Carries run ids, never state: whether a run is executed, and by whom, is
 * decided by the lease of the {@link Store}. A run id may be delivered more often than it was enqueued, and one that
 * gets lost with a process is enqueued again by the sweep of an engine, which finds it in the store.
 */
export interface RunQueue {
  readonly specVersion: 'v1';
  /**
   * Delivers the run at `notBefore` (epoch ms; default: now). `priority` is a whole number of 32 bits, default 0. A run that
   * waits already is delivered once, at the earlier of the two times and with the higher of the two priorities. A run that is
   * held is delivered again, but not before `done` or `release`. Throws `conflict` when the queue is closed.
   */
  enqueue(runId: string, options?: EnqueueOptions): Promise<void>;
  /**
   * Waits for a run whose time has come: of those the one with the highest priority, then the earliest, then the one that was
   * enqueued first. Null once `signal` is aborted or the queue is closed.
   */
  claim(options: { readonly signal: AbortSignal }): Promise<Delivery | null>;
  /** Ends the waiting claims. A run that is held may still be given back; it is not delivered any more. */
  close(): Promise<void>;
}

/** See {@link RunQueue.enqueue}. */
export interface EnqueueOptions {
  /** Epoch ms. Default: now. */
  readonly notBefore?: number;
  /** A whole number of 32 bits; the highest is delivered first. Default 0. */
  readonly priority?: number;
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
  /**
   * Gives the run back; it is delivered again after the delay, or earlier when it was enqueued meanwhile. It keeps its priority, unless
   * `priority` is higher, see {@link EnqueueOptions.priority}.
   */
  release(options: { readonly delayMs: number; readonly priority?: number }): Promise<void>;
}
