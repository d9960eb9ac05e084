import type { Clock } from '@runwright/contract';
import { untilStorageIdle } from './test-storage.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `delayMs`. Sleeps that fall due wake one after another in the order of their times, each at
   * its own time; what they start (also new sleeps within `delayMs`) happens before the next one wakes.
   */
  advance(delayMs: number): Promise<void>;
  /** How many sleeps are waiting. */
  readonly sleeping: number;
  /** Resolves as soon as at least `count` sleeps (default 1) wait; the fact to wait for before {@link advance}. */
  untilSleeping(count?: number): Promise<void>;
}

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/**
 * Makes a {@link ManualClock}.
 *
 * @param options `now`: where it starts, epoch ms; default 2026-01-01T00:00:00Z
 */
export function manualClock(options: { readonly now?: number } = {}): ManualClock {
  let now = options.now ?? Date.UTC(2026, 0, 1);
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<{ readonly count: number; readonly notify: () => void }>();

  const watch = () => {
    for (const watcher of watchers) {
      if (sleepers.size < watcher.count) continue;
      watchers.delete(watcher);
      watcher.notify();
    }
  };

  return {
    isManual: true,
    now: () => now,
    sleep: (delayMs, { signal }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          sleepers.delete(sleeper);
          signal.removeEventListener('abort', abort);
        };
        const abort = () => {
          leave();
          reject(signal.reason);
        };
        const sleeper: Sleeper = {
          dueAt: now + Math.max(0, delayMs),
          wake: () => {
            leave();
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', abort, { once: true });
        watch();
      }),
    async advance(delayMs) {
      const until = now + delayMs;
      await consequences();
      for (let next = earliest(sleepers, until); next !== null; next = earliest(sleepers, until)) {
        now = next.dueAt;
        next.wake();
        await consequences();
      }
      now = until;
    },
    get sleeping() {
      return sleepers.size;
    },
    untilSleeping: (count = 1) =>
      new Promise((resolve) => {
        watchers.add({ count, notify: resolve });
        watch();
      }),
  };
}

/** The sleeper to wake next; of two that are due together, the one that lay down first. */
function earliest(sleepers: ReadonlySet<Sleeper>, until: number): Sleeper | null {
  let first: Sleeper | null = null;
  for (const sleeper of sleepers) {
    if (sleeper.dueAt <= until && (first === null || sleeper.dueAt < first.dueAt)) first = sleeper;
  }
  return first;
}

/** Lets everything run that needs no time, however many promises and calls to the storage under test it takes. */
async function consequences(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await untilStorageIdle();
}
