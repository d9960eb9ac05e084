/** State of the drivers that a run needs. */
export interface Health {
  /** `draining`: it begins nothing any more, because it is about to be closed. */
  readonly status: 'ok' | 'draining' | 'unavailable';
  /** `unavailable`: it cannot be read, or its last write failed and another one still does. */
  readonly store: 'ok' | 'unavailable';
  readonly queue: 'ok' | 'unavailable';
  /** Running worker loops in this process. */
  readonly workers: number;
}
