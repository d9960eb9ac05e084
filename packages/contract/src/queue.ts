/** Carries run ids, never state. Delivers at least once; the store decides what is true. */
export interface RunQueue {
  readonly specVersion: 'v1';
  /**
   * Runs with one `key` execute one at a time, in order; `worker` names the only worker that may claim;
   * `notBefore` is epoch ms. Enqueuing a run that waits already changes nothing, except that an earlier time counts.
   */
  enqueue(
    runId: string,
    options?: {
      readonly key?: string;
      readonly worker?: string;
      readonly priority?: number;
      readonly notBefore?: number;
    },
  ): Promise<void>;
  /** Waits for work; null once `signal` is aborted. */
  claim(options: {
    readonly worker: string;
    readonly leaseMs: number;
    readonly signal: AbortSignal;
  }): Promise<Lease | null>;
  close(): Promise<void>;
}

/** A delivered run id, held until `done` or `release`. */
export interface Lease {
  readonly runId: string;
  /** 1 on the first delivery of this job. */
  readonly delivery: number;
  /** Aborted when the lease can no longer be proven. */
  readonly lost: AbortSignal;
  extend(): Promise<void>;
  /** Also for a run that failed: failure is data in the store, not a failed job. */
  done(): Promise<void>;
  /** Gives the job back; it is delivered again after the delay. */
  release(options: { readonly delayMs: number }): Promise<void>;
}
