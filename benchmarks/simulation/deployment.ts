/** What is assumed about a deployment: nothing of it is measured. Times are seconds, rates per second. */
export interface Deployment {
  readonly workers: number;
  /** Of each worker. */
  readonly runsAtOnce: number;
  readonly browsersAtOnce: number;
  readonly processorsPerWorker: number;
  /** Processes with the HTTP API. */
  readonly apiProcesses: number;
  readonly organizations: number;
  /** Share of the runs that the largest organization starts; the others start equally many. */
  readonly largestShare: number;
  readonly postgres: {
    readonly processors: number;
    readonly connections: number;
    /** Time of a write of the log without bytes. */
    readonly commitSeconds: number;
    readonly logBytesPerSecond: number;
  };
  /** Time of a packet from a process to PostgreSQL and back. */
  readonly roundTripSeconds: number;
  readonly objectBytesPerSecond: number;
  readonly runs: {
    /** Runs of the busiest hour, as a multiple of the mean. */
    readonly peak: number;
    /** Share of the runs that use a browser and a model. */
    readonly browserShare: number;
    /** Blocks of a run without a browser, and how long the server that each calls takes. */
    readonly httpBlocks: number;
    readonly httpSeconds: number;
    /** Steps of an agent, how long the model takes for each, and how long a page settles after it. */
    readonly agentSteps: number;
    readonly modelSeconds: number;
    readonly settleSeconds: number;
  };
}

/** The deployment that is simulated: 1,000 workers. */
export const deployment: Deployment = {
  ...{ workers: 1000, runsAtOnce: 8, browsersAtOnce: 4, processorsPerWorker: 4 },
  ...{ apiProcesses: 8, organizations: 200, largestShare: 0.1 },
  postgres: { processors: 32, connections: 5000, commitSeconds: 0.001, logBytesPerSecond: 500e6 },
  roundTripSeconds: 0.0005,
  objectBytesPerSecond: 1.25e9,
  runs: {
    ...{ peak: 2, browserShare: 0.3, httpBlocks: 10, httpSeconds: 0.2 },
    ...{ agentSteps: 8, modelSeconds: 2.5, settleSeconds: 0.5 },
  },
};

/** The resources whose servers can be multiplied. */
export const resourceNames = [
  'API processes',
  'starts of the largest organization',
  'PostgreSQL processors',
  'PostgreSQL connections',
  'PostgreSQL log',
  'runs at once',
  'browsers at once',
  'worker threads',
  'worker processors',
  'object storage',
] as const;

/** Name of a resource. */
export type ResourceName = (typeof resourceNames)[number];

/** How many times the capacity of the deployment each resource has; 1 when it is not named. */
export type Multiples = Readonly<Partial<Record<ResourceName, number>>>;
