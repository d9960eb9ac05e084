import type { Delivery } from '@runwright/contract';
import type { RunJob, RunJobs } from './run-jobs.ts';

/** The jobs that this process holds. */
export interface HeldJobs {
  /** Returns the delivery of a job; `onEnd` is called when it is over. */
  deliver(job: RunJob, onEnd: () => void): Delivery;
  /**
   * Takes a job of a run that is held already: it was enqueued again meanwhile, and is so when it is over. Null when it is not
   * held.
   */
  absorb(job: RunJob): Promise<void> | null;
  /** Calls back once nothing is held any more. Resolves at once while something is held, else after the callback. */
  whenEmpty(then: () => Promise<void>): Promise<void>;
}

/** Confirms every `everyMs` that the jobs are still held, so that nobody else gets them. */
export function heldJobs(options: {
  readonly jobs: RunJobs;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}): HeldJobs {
  const { jobs, everyMs, onError } = options;
  const held = new Set<RunJob>();
  /** Jobs that are not held any more, and whose end the database does not know yet. */
  let ending = 0;
  /** Runs that were due again while they were held, with their priorities. */
  const again = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let onEmpty: (() => Promise<void>) | null = null;

  return {
    deliver(job, onEnd) {
      held.add(job);
      timer ??= setInterval(() => void touch(), everyMs).unref();
      const end = async (work: () => Promise<void>): Promise<void> => {
        // First of all, so that a job of the run that is fetched meanwhile is delivered and not absorbed.
        if (!held.delete(job)) return;
        ending += 1;
        try {
          await work();
        } finally {
          ending -= 1;
          await stopWhenEmpty();
          onEnd();
        }
      };
      const { runId, delivery, priority = 0 } = job.data;
      return {
        runId,
        // Each claim of a job that pg-boss gave back by itself counts, too.
        delivery: delivery + job.retryCount,
        done: () =>
          end(async () => {
            const next = takeAgain(runId);
            if (next !== null) await jobs.enqueue(runId, { notBefore: null, priority: next });
            await jobs.complete(job);
          }),
        release: ({ delayMs, priority: given = priority }) =>
          end(async () => {
            const next = takeAgain(runId);
            const isDue = next !== null || delayMs <= 0;
            await jobs.enqueue(runId, {
              // By the clock of the server, which decides when the time has come; that of this process may be wrong.
              notBefore: isDue ? null : (await jobs.now()) + delayMs,
              priority: Math.max(priority, given, next ?? priority),
              delivery: delivery + job.retryCount + 1,
            });
            await jobs.complete(job);
          }),
      };
    },
    absorb(job) {
      const { runId, priority = 0 } = job.data;
      if (![...held].some(({ data }) => data.runId === runId)) return null;
      again.set(runId, Math.max(priority, again.get(runId) ?? priority));
      return jobs.complete(job);
    },
    async whenEmpty(then) {
      onEmpty = then;
      await stopWhenEmpty();
    },
  };

  function takeAgain(runId: string): number | null {
    const priority = again.get(runId) ?? null;
    again.delete(runId);
    return priority;
  }

  async function stopWhenEmpty(): Promise<void> {
    if (held.size + ending > 0) return;
    if (timer !== null) clearInterval(timer);
    timer = null;
    await onEmpty?.();
  }

  async function touch(): Promise<void> {
    try {
      await jobs.touch([...held]);
    } catch (error) {
      // The next one may succeed before the heartbeat is over; else the run is delivered again, and its lease decides.
      onError(error);
    }
  }
}
