/** Time as a driver, so that a test can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `delayMs`; rejects with the signal's reason as soon as the signal is aborted. */
  sleep(delayMs: number, options: { readonly signal: AbortSignal }): Promise<void>;
}
