import type { Measured } from '../scale/measured.ts';
import { seededRandom } from '../seeded-random.ts';
import { blockCost, looksPerRunSecond, singleWorker } from './costs.ts';
import { createDatabase } from './database.ts';
import type { Deployment, Multiples, ResourceName } from './deployment.ts';
import { createFleet } from './fleet.ts';
import { repeat } from './repeat.ts';
import { createResource } from './resource.ts';
import { createScheduler } from './scheduler.ts';
import { createWaitTimes } from './wait-times.ts';

/** What a deployment does at one load, counted over the measured time. */
export interface Simulated {
  readonly runsPerDay: number;
  /** Share of each resource that is busy, from 0 to 1. */
  readonly utilization: Readonly<Record<ResourceName, number>>;
  /** Seconds from the request that starts a run until a worker begins it. */
  readonly start: { readonly p50: number; readonly p99: number };
  /** Seconds that a transaction waits for a processor of PostgreSQL. */
  readonly transaction: { readonly p50: number; readonly p99: number };
  /** Runs that ended, as a share of those that were started. */
  readonly ended: number;
  readonly transactionsPerSecond: number;
  readonly logBytesPerSecond: number;
  readonly objectBytesPerSecond: number;
  /** Runs that wait for a model at once, on the average. */
  readonly modelCallsAtOnce: number;
}

/** The simulated time in seconds: runs begin to fill the deployment, then the counting begins. */
export interface Window {
  readonly warmUp: number;
  readonly measured: number;
}

/** Simulates the busiest hour of a day: as much of it as the window says. */
export function simulateDeployment(
  measured: Measured,
  options: {
    readonly deployment: Deployment;
    readonly multiples: Multiples;
    readonly runsPerDay: number;
    readonly seed: number;
    readonly window: Window;
  },
): Simulated {
  const { deployment, multiples, runsPerDay, seed, window } = options;
  const { runs: mix } = deployment;
  const http = blockCost(measured, 'http');
  const browser = blockCost(measured, 'browsers');
  const starts = measured.starts.service;
  const startLogBytes = singleWorker(measured, 'http').start.walBytes;
  const scheduler = createScheduler();
  const random = seededRandom(seed);
  const times = (name: ResourceName): number => multiples[name] ?? 1;
  const database = createDatabase(scheduler, random, { deployment, multiples, measured });
  const fleet = createFleet(scheduler, { deployment, multiples });
  const api = createResource(scheduler, 'API processes');
  const apiProcesses = api.pool(deployment.apiProcesses * times('API processes'));
  // The runs of one organization are created one after the other: its row is locked.
  const largest = createResource(scheduler, 'starts of the largest organization');
  const others = createResource(scheduler, 'starts of the others');
  const largestLock = largest.pool(times('starts of the largest organization'));
  const otherLocks = Array.from({ length: deployment.organizations - 1 }, () => others.pool(1));
  const startTimes = createWaitTimes();
  const rate = (runsPerDay * mix.peak) / 86_400;
  let begun = 0;
  let ended = 0;
  let objectBytes = 0;
  let modelSeconds = 0;

  const start = (): void => {
    scheduler.after(random.exponential(1 / rate), start);
    const since = scheduler.now;
    begun += 1;
    const lock =
      random.fraction() < deployment.largestShare
        ? largestLock
        : otherLocks[random.integer(0, otherLocks.length - 1)];
    const isBrowser = random.fraction() < mix.browserShare;
    apiProcesses.use(random.exponential(starts.apiSeconds), () =>
      lock?.acquire(() =>
        scheduler.after(startRoundTrips * deployment.roundTripSeconds, () =>
          database.transact(starts.postgresSeconds, startLogBytes, () => {
            lock.release();
            fleet.place(isBrowser, (worker, leave) => {
              startTimes.add(scheduler.now - since);
              execute(isBrowser, worker, () => {
                ended += 1;
                leave();
              });
            });
          }),
        ),
      ),
    );
  };

  const execute = (isBrowser: boolean, worker: number, done: () => void): void => {
    const cost = isBrowser ? browser : http;
    const wait = isBrowser ? mix.modelSeconds : mix.httpSeconds;
    const rest = isBrowser ? mix.settleSeconds : 0;
    const block = (next: () => void): void =>
      fleet.work(worker, cost.workerSeconds, cost.browserProcessorSeconds, () => {
        objectBytes += cost.artifactBytes;
        const waited = random.exponential(wait);
        if (isBrowser) modelSeconds += waited;
        scheduler.after(waited + rest, () => {
          look((waited + rest) * looksPerRunSecond);
          repeat(cost.transactions, random, transaction, next);
        });
      });
    const transaction = (next: () => void): void =>
      scheduler.after(deployment.roundTripSeconds * transactionRoundTrips, () =>
        database.transact(cost.postgresSeconds, cost.walBytes / cost.transactions, next),
      );
    repeat(isBrowser ? mix.agentSteps : mix.httpBlocks, random, block, done);
  };

  /** Several looks at once: what they cost is the same, and nobody waits for them. */
  const look = (count: number): void => database.look(count, count * measured.lookSeconds);
  const idle = (): void => {
    scheduler.after(idleEvery, idle);
    const count = deployment.workers * measured.idle.transactionsPerSecond * idleEvery;
    const seconds = deployment.workers * measured.idle.postgresSeconds * idleEvery;
    for (let part = 0; part < idleParts; part += 1) database.look(count / idleParts, seconds / idleParts);
  };

  start();
  idle();
  scheduler.runUntil(window.warmUp);
  for (const meter of [api.meter, largest.meter, fleet, database]) meter.restart();
  startTimes.clear();
  begun = ended = objectBytes = modelSeconds = 0;
  scheduler.runUntil(window.warmUp + window.measured);
  const perSecond = (value: number): number => value / window.measured;
  const ofFleet = fleet.utilization();
  const runsPerWorker = ofFleet['runs at once'] * deployment.runsAtOnce * times('runs at once');
  return {
    runsPerDay,
    utilization: {
      'API processes': api.meter.utilization(),
      'starts of the largest organization': largest.meter.utilization(),
      ...database.utilization({ seconds: window.measured, runsPerWorker }),
      ...ofFleet,
      'object storage': perSecond(objectBytes) / (deployment.objectBytesPerSecond * times('object storage')),
    },
    start: { p50: startTimes.quantile(0.5), p99: startTimes.quantile(0.99) },
    transaction: { p50: database.waits.quantile(0.5), p99: database.waits.quantile(0.99) },
    ended: ended / begun,
    transactionsPerSecond: perSecond(database.transactions),
    logBytesPerSecond: perSecond(database.logBytes),
    objectBytesPerSecond: perSecond(objectBytes),
    modelCallsAtOnce: perSecond(modelSeconds),
  };
}

/** Statements that are sent one after the other while the row of the organization is locked, its commit included. */
const startRoundTrips = 6;
/** Statements of a transaction of a block, which are sent one after the other. */
const transactionRoundTrips = 3;
/** Idle workers ask in this rhythm, in seconds, in so many pieces. */
const idleEvery = 0.05;
const idleParts = 16;
