/** Time as a driver, so that a test can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `delayMs`; rejects with the signal's reason as soon as the signal is aborted. */
  sleep(delayMs: number, options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Whether time stands still until a test moves it. The engine then does not let the event loop go on between two pieces of
   * work, so that what one step of time causes happens in that step. Default: false.
   */
  readonly isManual?: boolean;
}
