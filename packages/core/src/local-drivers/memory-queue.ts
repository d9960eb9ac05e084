import { type Clock, type Delivery, type RunQueue, RunwrightError } from '@runwright/contract';
import { systemClock } from '../runtime/clock.ts';
import { createDeliverySchedule, type ScheduledRun } from './delivery-schedule.ts';

/** Settings of {@link memoryQueue}. */
export interface MemoryQueueOptions {
  /** Measures delays. Default: the system's clock. */
  readonly clock?: Clock;
}

/** A queue inside the process, gone with it: the sweep of the next process fills it again from the store. */
export function memoryQueue(options: MemoryQueueOptions = {}): RunQueue {
  const clock = options.clock ?? systemClock;
  const schedule = createDeliverySchedule();
  const waiting = new Set<(delivery: Delivery | null) => void>();
  let closed = false;
  let alarm: { readonly at: number; readonly canceled: AbortController } | null = null;

  /** Gives the waiting claims what is due, in the order in which they came, and sets the alarm for the next run. */
  function deliver(): void {
    for (const answer of waiting) {
      const run = schedule.take(clock.now());
      if (!run) break;
      waiting.delete(answer);
      answer(hold(run));
    }
    setAlarm(waiting.size > 0 ? schedule.nextDue() : null);
  }

  function setAlarm(at: number | null): void {
    if (alarm?.at === at) return;
    alarm?.canceled.abort();
    alarm = null;
    if (at === null) return;
    const canceled = new AbortController();
    alarm = { at, canceled };
    clock.sleep(Math.max(at - clock.now(), 0), { signal: canceled.signal }).then(
      () => {
        if (canceled.signal.aborted) return;
        alarm = null;
        deliver();
      },
      () => undefined,
    );
  }

  function hold(run: ScheduledRun): Delivery {
    let held = true;
    const end = (move: () => void): void => {
      if (!held) return;
      held = false;
      move();
      deliver();
    };
    return {
      runId: run.runId,
      delivery: run.delivery,
      async done() {
        end(() => schedule.finish(run));
      },
      async release({ delayMs, priority = run.priority }) {
        end(() => schedule.putBack(run, { dueAt: clock.now() + delayMs, priority }));
      },
    };
  }

  return {
    specVersion: 'v1',
    async enqueue(runId, { notBefore, priority = 0 } = {}) {
      if (closed) {
        throw new RunwrightError(
          'conflict',
          `Cannot enqueue run \`${runId}\`: the queue is closed. Open another one and enqueue it there.`,
        );
      }
      schedule.add(runId, { dueAt: notBefore ?? clock.now(), priority });
      deliver();
    },
    async claim({ signal }) {
      if (signal.aborted || closed) return null;
      const { promise, resolve } = Promise.withResolvers<Delivery | null>();
      const stop = (): void => {
        if (waiting.delete(resolve)) resolve(null);
      };
      signal.addEventListener('abort', stop, { once: true });
      waiting.add(resolve);
      deliver();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      closed = true;
      for (const answer of waiting) answer(null);
      waiting.clear();
      setAlarm(null);
    },
  };
}
