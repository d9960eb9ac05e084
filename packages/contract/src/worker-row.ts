/** A process that executes runs, as it reports itself to the others that share its store. Times are epoch ms. */
export interface WorkerRow {
  /** Of one process: another one with the same name has another id. It owns the leases of the process's browser sessions. */
  readonly workerId: string;
  /** Name of the worker, which the owners of its runs begin with. */
  readonly name: string;
  readonly hostName: string;
  readonly processId: number;
  readonly version: string;
  /** Runs that it executes at once. */
  readonly places: number;
  /** Runs that it executes now. */
  readonly running: number;
  /** Browsers that it can hold, of runs and sessions together; null: any number. */
  readonly browsers: number | null;
  /** Browsers that it holds now. */
  readonly browsersHeld: number;
  /** URL at which other processes reach the browsers that it holds; null when it has none. */
  readonly address: string | null;
  readonly startedAt: number;
  readonly seenAt: number;
}
