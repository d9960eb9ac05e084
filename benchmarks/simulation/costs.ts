import type { MeasuredRuns, RunCost } from '../scale/measure-runs.ts';
import type { Measured } from '../scale/measured.ts';
import { type WorkloadKind, workloads } from '../scale/workloads.ts';

/** What one block of a run costs, a share of its run's begin and end included. Times are seconds. */
export interface BlockCost {
  /** Transactions. */
  readonly transactions: number;
  readonly walBytes: number;
  /** Growth of the database. */
  readonly databaseBytes: number;
  readonly artifactBytes: number;
  readonly workerSeconds: number;
  /** Processor time of PostgreSQL for one transaction. */
  readonly postgresSeconds: number;
  readonly browserProcessorSeconds: number;
}

/** Looks of a worker at each run that it executes, in a second: whether it was canceled, and the renewals of its lease. */
export const looksPerRunSecond = 1 / 0.5 + 3 / 8;

/** Returns the measurement with one worker, from which all costs are taken. */
export function singleWorker(measured: Measured, kind: WorkloadKind): MeasuredRuns {
  const single = measured.runs[kind].find(({ workers }) => workers === 1);
  if (!single)
    throw new Error(
      `\`measured.json\` has no measurement of one worker with ${kind}; run \`npm run bench -- scale\`.`,
    );
  return single;
}

/** Returns the costs of a block of a kind, without what idle workers and looks cost, which are simulated apart. */
export function blockCost(measured: Measured, kind: WorkloadKind): BlockCost {
  const { blocks, concurrency } = workloads[kind];
  const { cost, runsPerSecond } = singleWorker(measured, kind);
  const looks = (measured.idle.transactionsPerSecond + concurrency * looksPerRunSecond) / runsPerSecond;
  // The last block of a kind has a commit at least, whatever the looks were.
  const transactions = Math.max(blocks, cost.commits - looks);
  const postgresSeconds = Math.max(
    cost.postgresSeconds / 2,
    cost.postgresSeconds - (cost.commits - transactions) * measured.lookSeconds,
  );
  const share = (name: keyof RunCost): number => cost[name] / blocks;
  return {
    transactions: transactions / blocks,
    walBytes: share('walBytes'),
    databaseBytes: share('databaseBytes'),
    artifactBytes: share('artifactBytes'),
    workerSeconds: share('workerSeconds'),
    postgresSeconds: postgresSeconds / transactions,
    browserProcessorSeconds: share('browserProcessorSeconds'),
  };
}
