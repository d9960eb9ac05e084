import { type Clock, type Lease, type RunQueue, RunwrightError } from '@runwright/contract';
import { systemClock } from '../runtime/clock.ts';
import { ConcurrencyQueue, type Job } from './concurrency-queue.ts';

/** Settings of {@link memoryQueue}. */
export interface MemoryQueueOptions {
  /** Measures leases and delays. Default: the system's clock. */
  readonly clock?: Clock;
}

interface Waiter {
  readonly worker: string;
  readonly leaseMs: number;
  readonly answer: (lease: Lease | null) => void;
}

/**
 * A queue inside the process, gone with it. Higher `priority` goes first, then the longer wait; runs of one key go in
 * strict order, whatever their priority, and a delayed run delays those behind it. A run that is enqueued again while
 * it is held keeps its place. A lease that is not extended in time is lost and its run is delivered again.
 */
export function memoryQueue(options: MemoryQueueOptions = {}): RunQueue {
  const clock = options.clock ?? systemClock;
  const jobs = new ConcurrencyQueue();
  const waiters = new Set<Waiter>();
  const sleeping = new Set<AbortController>();
  let closed = false;
  let alarm: { readonly at: number; readonly cancel: () => void } | null = null;

  /** Gives each waiting claim what it may have, and wakes up again for the next delayed run. */
  function deliver(): void {
    for (const waiter of waiters) {
      const job = jobs.take(waiter.worker, clock.now());
      if (!job) continue;
      waiters.delete(waiter);
      waiter.answer(hold(job, waiter.leaseMs));
    }
    setAlarm(waiters.size > 0 ? jobs.nextDue() : null);
  }

  function setAlarm(at: number | null): void {
    if (alarm?.at === at) return;
    alarm?.cancel();
    alarm = at === null ? null : { at, cancel: wake(at, deliverOnAlarm) };
  }

  function deliverOnAlarm(): void {
    alarm = null;
    deliver();
  }

  /** Calls back at a time. Answers how to call it off. */
  function wake(at: number, action: () => void): () => void {
    const off = new AbortController();
    sleeping.add(off);
    clock.sleep(Math.max(at - clock.now(), 0), { signal: off.signal }).then(
      () => sleeping.delete(off) && action(),
      () => {},
    );
    return () => {
      if (sleeping.delete(off)) off.abort();
    };
  }

  function hold(job: Job, leaseMs: number): Lease {
    const lost = new AbortController();
    let heldUntil = clock.now() + leaseMs;
    let held = true;
    let cancel = wake(heldUntil, check);

    function check(): void {
      if (clock.now() < heldUntil) {
        cancel = wake(heldUntil, check);
        return;
      }
      held = false;
      jobs.putBack(job, 0);
      lost.abort(leaseLost(job.runId));
      deliver();
    }

    /** Ends the lease once; a lease that is over moves nothing any more. */
    function end(move: () => void): void {
      if (!held) return;
      held = false;
      cancel();
      move();
      deliver();
    }

    return {
      runId: job.runId,
      delivery: job.delivery,
      lost: lost.signal,
      async extend() {
        if (!held) throw leaseLost(job.runId);
        heldUntil = clock.now() + leaseMs;
      },
      async done() {
        end(() => jobs.finish(job));
      },
      async release({ delayMs }) {
        end(() => jobs.putBack(job, clock.now() + delayMs));
      },
    };
  }

  return {
    specVersion: 'v1',
    async enqueue(runId, { key, worker = '', priority = 0, notBefore = 0 } = {}) {
      if (closed) {
        throw new RunwrightError(
          'conflict',
          `Cannot enqueue run \`${runId}\`: the queue is closed. Open another one and enqueue it there.`,
        );
      }
      jobs.add({ runId, key, worker, priority, notBefore });
      deliver();
    },
    async claim({ worker, leaseMs, signal }) {
      if (signal.aborted || closed) return null;
      const { promise, resolve } = Promise.withResolvers<Lease | null>();
      const waiter: Waiter = { worker, leaseMs, answer: resolve };
      const stop = (): void => {
        if (waiters.delete(waiter)) resolve(null);
      };
      signal.addEventListener('abort', stop, { once: true });
      waiters.add(waiter);
      deliver();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      closed = true;
      for (const waiter of waiters) waiter.answer(null);
      waiters.clear();
      for (const off of sleeping) off.abort();
      sleeping.clear();
    },
  };
}

function leaseLost(runId: string): RunwrightError {
  return new RunwrightError(
    'lease_lost',
    `The lease of run \`${runId}\` was not extended in time, so the next worker takes the run. Stop working on it.`,
  );
}
