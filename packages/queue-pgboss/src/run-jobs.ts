import type { Job, PgBoss } from 'pg-boss';
import { newJobs } from './new-jobs.ts';

/** What a job carries. */
interface RunData {
  readonly runId: string;
  /** See `Delivery.delivery`. */
  readonly delivery: number;
  /** See `EnqueueOptions.priority`: the column of the job is not part of what is fetched. Absent in jobs of older versions: 0. */
  readonly priority?: number;
}

/** A job that this process holds. */
export type RunJob = Job<RunData>;

/**
 * The jobs of runs. A run has at most one job that waits: the policy `short` with the run as the key. The policies that also allow
 * only one that is held remember the held keys for a minute, and would not deliver a run of a dead process meanwhile.
 */
export interface RunJobs {
  /** Creates the queue when it is missing. */
  prepare(): Promise<void>;
  /**
   * Lets a run wait until `notBefore` (epoch ms; null: now), or until the earlier time for which it waits already, with the higher
   * priority.
   */
  enqueue(
    runId: string,
    options: { readonly notBefore: number | null; readonly priority: number; readonly delivery?: number },
  ): Promise<void>;
  /** Reads the clock of the server; epoch ms. */
  now(): Promise<number>;
  /** Holds the run with the highest priority whose time has come; null when there is none. */
  fetch(): Promise<RunJob | null>;
  /** Ends jobs that are held. */
  complete(job: RunJob): Promise<void>;
  /** Gives back a job that was delivered to nobody. */
  giveBack(job: RunJob): Promise<void>;
  /** Confirms that jobs are still held. */
  touch(jobs: readonly RunJob[]): Promise<void>;
}

const queueName = 'runs';
/** The most that pg-boss takes for a job that is held: just under a day. The store ends runs long before. */
const expireInSeconds = 24 * 3600 - 1;
/** How long a run may wait, and how long a job that is done is kept, which only has to outlive its heartbeat. */
const retentionSeconds = 366 * 24 * 3600;
const deleteAfterSeconds = 60;
/** Deliveries to processes that died. The store ends a run after three. */
const retryLimit = 1000;

export function runJobs(boss: PgBoss, heartbeatSeconds: number): RunJobs {
  const add = newJobs(boss, queueName);
  const enqueue: RunJobs['enqueue'] = async (runId, { notBefore, priority, delivery = 1 }) => {
    const startAfter = notBefore === null ? {} : { startAfter: new Date(notBefore) };
    const isNew = await add({
      data: { runId, delivery, priority },
      ...{ singletonKey: runId, priority, ...startAfter },
    });
    if (isNew) return;
    const [waiting] = await boss.findJobs<RunData>(queueName, { key: runId, queued: true });
    // Between the two calls a worker may have taken it: then the run is looked at now, as was asked for.
    if (!waiting) return;
    const isEarlier = new Date(notBefore ?? 0) < waiting.startAfter;
    const highest = Math.max(priority, waiting.priority);
    if (!isEarlier && highest === waiting.priority && delivery <= waiting.data.delivery) return;
    await boss.update(
      queueName,
      { runId, delivery: Math.max(delivery, waiting.data.delivery), priority: highest },
      {
        id: waiting.id,
        priority: highest,
        ...(isEarlier ? { startAfter: notBefore === null ? 0 : new Date(notBefore) } : {}),
      },
    );
  };
  return {
    async prepare() {
      await boss.createQueue(queueName, {
        policy: 'short',
        ...{ expireInSeconds, retentionSeconds, deleteAfterSeconds, retryLimit, heartbeatSeconds },
      });
    },
    enqueue,
    async now() {
      const text = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';
      const { rows } = await boss.getDb().executeSql(text);
      return Math.floor(rows[0].now);
    },
    async fetch() {
      const [job] = await boss.fetch<RunData>(queueName, { batchSize: 1 });
      return job ?? null;
    },
    async complete(job) {
      await boss.complete(queueName, job);
    },
    async giveBack(job) {
      const { runId, delivery, priority = 0 } = job.data;
      await enqueue(runId, { notBefore: null, priority, delivery });
      await boss.complete(queueName, job);
    },
    async touch(jobs) {
      await boss.touch(queueName, [...jobs]);
    },
  };
}
