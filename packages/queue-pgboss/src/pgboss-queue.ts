import { type RunQueue, RunwrightError } from '@runwright/contract';
import { PgBoss } from 'pg-boss';
import { heldJobs } from './held-jobs.ts';
import { type RunJob, runJobs } from './run-jobs.ts';
import { waitingClaims } from './waiting-claims.ts';
import { wakeSignals } from './wake-signals.ts';

/** Settings of {@link pgbossQueue}. */
export interface PgbossQueueOptions {
  /** Address of the database, such as `postgres://user:password@db.example:5432/runwright`. */
  readonly url: string;
  /** Schema of the queue's tables; it is created when it is missing. Default `runwright_queue`. */
  readonly schema?: string;
  /**
   * Time in ms after which a process that waits asks for a run again. Default 2000. A run that is enqueued for now wakes it at once
   * (LISTEN and NOTIFY); this is for runs that are due later, and for proxies that do not pass signals on.
   */
  readonly pollMs?: number;
  /**
   * Time in seconds after which a run is delivered again whose process does not say any more that it holds it; at least 10. Default
   * 30: the engine enqueues the runs of a dead worker much earlier, when their leases end.
   */
  readonly heartbeatSeconds?: number;
  /**
   * Time in seconds between two looks of pg-boss for runs whose process does not say any more that it holds them. Default 120: the engine
   * enqueues them much earlier, and each look costs some ten statements.
   */
  readonly monitorSeconds?: number;
  /** Gets what fails in the background, such as a lost connection; it is tried again. Default: nothing is done. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Opens a queue in PostgreSQL that any number of processes share. A run waits in one job, and is held in another; pg-boss
 * delivers again what the process that held it does not confirm. Throws `internal` when the database cannot be used.
 */
export async function pgbossQueue(options: PgbossQueueOptions): Promise<RunQueue> {
  const {
    url,
    schema = 'runwright_queue',
    pollMs = 2000,
    heartbeatSeconds = 30,
    monitorSeconds = 120,
    onError = () => {},
  } = options;
  const boss = new PgBoss({
    connectionString: url,
    schema,
    application_name: 'runwright-queue',
    max: 3,
    schedule: false,
    monitorIntervalSeconds: monitorSeconds,
    superviseIntervalSeconds: monitorSeconds,
  });
  boss.on('error', onError);
  const jobs = runJobs(boss, heartbeatSeconds);
  await called(async () => {
    await boss.start();
    await jobs.prepare();
  });
  const held = heldJobs({ jobs, everyMs: (heartbeatSeconds * 1000) / 3, onError });
  const claims = waitingClaims({ fetch: fetchOther, giveBack: jobs.giveBack, pollMs, onError });
  const signals = wakeSignals({ url, channel: `${schema}_wake`, onWake: claims.look, onError });
  let closed = false;

  return {
    specVersion: 'v1',
    async enqueue(runId, { notBefore, priority = 0 } = {}) {
      if (closed) throw closedQueue(runId);
      await called(() => jobs.enqueue(runId, { notBefore: notBefore ?? null, priority }));
      signals.send();
      claims.look();
    },
    async claim({ signal }) {
      const job = await claims.wait(signal);
      return job && held.deliver(job, () => claims.look());
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([claims.close(), signals.close()]);
      // What is held may still be given back.
      await held.whenEmpty(() => boss.stop({ graceful: false }));
    },
  };

  /** Returns a run that this process does not hold. */
  async function fetchOther(): Promise<RunJob | null> {
    for (;;) {
      const job = await jobs.fetch();
      const absorbed = job && held.absorb(job);
      if (!absorbed) return job;
      await absorbed;
    }
  }
}

async function called<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (RunwrightError.is(cause)) throw cause;
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new RunwrightError(
      'internal',
      `Cannot use the queue in PostgreSQL: \`${found}\`. Check that the server runs, and that its address and password are right.`,
      { cause },
    );
  }
}

function closedQueue(runId: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Cannot enqueue run \`${runId}\`: the queue is closed. Start it on an engine that is open.`,
  );
}
