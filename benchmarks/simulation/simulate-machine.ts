import type { Measured } from '../scale/measured.ts';
import { type WorkloadKind, workloads } from '../scale/workloads.ts';
import { seededRandom } from '../seeded-random.ts';
import { createCommitLog } from './commit-log.ts';
import { blockCost, singleWorker } from './costs.ts';
import { repeat } from './repeat.ts';
import { createResource, type Pool } from './resource.ts';
import { createScheduler } from './scheduler.ts';

/** A measured machine: what its processes share. */
export interface Machine {
  readonly processors: number;
  /** Processors that other programs left; fewer than `processors` make all of them slower. */
  readonly processorsLeft: number;
}

/**
 * Returns the runs per second of workers that execute a fixed number of runs on one machine, together with their PostgreSQL and browsers.
 * A worker executes JavaScript on one thread. What a block waits for without a processor, such as a page that settles, is the rest of the
 * time for which the browsers of one worker were open.
 */
export function simulateMachine(
  measured: Measured,
  kind: WorkloadKind,
  { workers, machine, seed }: { readonly workers: number; readonly machine: Machine; readonly seed: number },
): number {
  const { blocks, concurrency } = workloads[kind];
  const runs = workloads[kind].runs * workers;
  const cost = blockCost(measured, kind);
  const scheduler = createScheduler();
  const random = seededRandom(seed);
  const speed = Math.min(1, machine.processorsLeft / machine.processors);
  const processors = createResource(scheduler, 'processors').pool(machine.processors);
  const threads = createResource(scheduler, 'threads');
  const log = createCommitLog(scheduler, {
    writeSeconds: measured.commitMs / 1000,
    bytesPerSecond: Number.POSITIVE_INFINITY,
  });
  const waitSeconds = pageWait(measured, kind);
  let waiting = runs;
  let ended = 0;
  let endedAt = 0;

  const work = (seconds: number, done: () => void): void =>
    processors.use(random.exponential(seconds) / speed, done);
  const onThread = (thread: Pool, seconds: number, done: () => void): void =>
    thread.acquire(() =>
      work(seconds, () => {
        thread.release();
        done();
      }),
    );
  const transaction = (next: () => void): void => work(cost.postgresSeconds, () => log.commit(0, next));
  const block = (thread: Pool, next: () => void): void =>
    onThread(thread, cost.workerSeconds, () =>
      work(cost.browserProcessorSeconds, () =>
        scheduler.after(waitSeconds, () => repeat(cost.transactions, random, transaction, next)),
      ),
    );
  const next = (thread: Pool): void => {
    if (waiting === 0) return;
    waiting -= 1;
    const each = (done: () => void): void => block(thread, done);
    repeat(blocks, random, each, () => {
      ended += 1;
      endedAt = scheduler.now;
      next(thread);
    });
  };
  for (let worker = 0; worker < workers; worker += 1) {
    const thread = threads.pool(1);
    for (let place = 0; place < concurrency; place += 1) next(thread);
  }
  for (let until = 60; ended < runs; until += 60) scheduler.runUntil(until);
  return runs / endedAt;
}

/** Seconds that a block of a browser waits for a page: those for which a browser was open, less the work of all processors for it. */
function pageWait(measured: Measured, kind: WorkloadKind): number {
  if (kind !== 'browsers') return 0;
  const { cost, processorsLeft } = singleWorker(measured, kind);
  const { blocks, concurrency } = workloads[kind];
  const work = cost.workerSeconds + cost.browserProcessorSeconds + cost.postgresSeconds;
  // The runs of the worker share the processors.
  const worked = work * Math.max(1, concurrency / processorsLeft);
  return Math.max(0, cost.browserSeconds - worked) / blocks;
}
