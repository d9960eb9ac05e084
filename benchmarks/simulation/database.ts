import type { Measured } from '../scale/measured.ts';
import type { Random } from '../seeded-random.ts';
import { createCommitLog } from './commit-log.ts';
import { connectionsOfWorker } from './connections.ts';
import type { Deployment, Multiples, ResourceName } from './deployment.ts';
import { createResource } from './resource.ts';
import type { Scheduler } from './scheduler.ts';
import type { WaitTimes } from './wait-times.ts';

/** A PostgreSQL: processors, connections, and a log that makes commits durable. */
export interface Database {
  /** Executes a transaction that writes: its processor time in seconds on the average, and the bytes of its log. */
  transact(seconds: number, logBytes: number, done: () => void): void;
  /** Executes `count` reads, which need so much processor time together; nobody waits for them. */
  look(count: number, seconds: number): void;
  /** Waits for a processor. */
  readonly waits: WaitTimes;
  readonly transactions: number;
  readonly logBytes: number;
  /** Begins to count anew. */
  restart(): void;
  /** `seconds`: how long it was counted. `runsPerWorker`: runs that a worker executed at once, on the average. */
  utilization(counted: {
    readonly seconds: number;
    readonly runsPerWorker: number;
  }): Readonly<
    Record<
      Extract<ResourceName, 'PostgreSQL processors' | 'PostgreSQL connections' | 'PostgreSQL log'>,
      number
    >
  >;
}

/** Makes the database of a deployment. */
export function createDatabase(
  scheduler: Scheduler,
  random: Random,
  options: {
    readonly deployment: Deployment;
    readonly multiples: Multiples;
    readonly measured: Measured;
  },
): Database {
  const { deployment, multiples, measured } = options;
  const { postgres, workers, apiProcesses } = deployment;
  const times = (name: ResourceName): number => multiples[name] ?? 1;
  const processors = createResource(scheduler, 'PostgreSQL processors');
  const pool = processors.pool(postgres.processors * times('PostgreSQL processors'));
  const bytesPerSecond = postgres.logBytesPerSecond * times('PostgreSQL log');
  const log = createCommitLog(scheduler, { writeSeconds: postgres.commitSeconds, bytesPerSecond });
  let transactions = 0;

  return {
    waits: processors.meter.waits,
    get transactions() {
      return transactions;
    },
    get logBytes() {
      return log.bytes;
    },
    transact(seconds, logBytes, done) {
      transactions += 1;
      pool.use(random.exponential(seconds), () => log.commit(logBytes, done));
    },
    look(count, seconds) {
      transactions += count;
      pool.use(seconds, () => undefined);
    },
    restart() {
      processors.meter.restart();
      log.restart();
      transactions = 0;
    },
    utilization({ seconds, runsPerWorker }) {
      const connections =
        workers * connectionsOfWorker(measured, runsPerWorker) + apiProcesses * mostConnections;
      return {
        'PostgreSQL processors': processors.meter.utilization(),
        'PostgreSQL connections': connections / (postgres.connections * times('PostgreSQL connections')),
        'PostgreSQL log': log.bytes / seconds / bytesPerSecond,
      };
    },
  };
}

/** Connections that an API process opens at most: 10 of the store, 3 of the queue, 1 for signals. */
const mostConnections = 14;
