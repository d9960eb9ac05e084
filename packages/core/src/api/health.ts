/** State of the drivers that a run needs. */
export interface Health {
  /** `draining`: it begins nothing any more, because it is about to be closed. */
  readonly status: 'ok' | 'draining' | 'unavailable';
  /** `unavailable`: it cannot be read, or its last write failed and another one still does. */
  readonly store: 'ok' | 'unavailable';
  readonly queue: 'ok' | 'unavailable';
  /**
   * `wrong`: the key was changed while this process ran, which can read no credential any more. `unknown`: the store cannot be read.
   */
  readonly masterKey: 'ok' | 'wrong' | 'unknown';
  /** Running worker loops in this process. */
  readonly workers: number;
}
