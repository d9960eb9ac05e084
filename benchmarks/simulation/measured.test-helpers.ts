import type { MeasuredRuns } from '../scale/measure-runs.ts';
import type { Measured } from '../scale/measured.ts';

const runs = (workers: number, runsPerSecond: number): MeasuredRuns => ({
  ...{ workers, runsPerSecond, processorsLeft: 2, connections: 14 * workers },
  start: { commits: 3, rows: 6, walBytes: 4000, databaseBytes: 3000 },
  cost: {
    ...{ commits: 40, rows: 100, walBytes: 50_000, databaseBytes: 30_000, artifactBytes: 10_000 },
    ...{ postgresSeconds: 0.02, workerSeconds: 0.03, browserProcessorSeconds: 0, browserSeconds: 0 },
  },
});
const starts = { perSecond: 100, apiSeconds: 0.002, postgresSeconds: 0.002, p50: 100 };

/** A measurement with round figures. */
export const measured: Measured = {
  ...{
    machine: 'a machine',
    processors: 2,
    date: '2026-01-31',
    load: { before: 0, after: 0 },
    commitMs: 1,
    lookSeconds: 0.0001,
  },
  runs: {
    noop: [runs(1, 30)],
    http: [runs(1, 30)],
    browsers: [
      {
        ...runs(1, 1),
        cost: { ...runs(1, 1).cost, browserProcessorSeconds: 1, browserSeconds: 3 },
      },
    ],
  },
  starts: { bare: starts, service: starts },
  idle: { transactionsPerSecond: 3, postgresSeconds: 0.001, connections: 3 },
};
