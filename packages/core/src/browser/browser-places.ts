import type { BrowserDriver } from '@runwright/contract';

/** Gives a place back; repeated calls do nothing. */
export type LeavePlace = () => void;

/** The browsers that a process can hold at once, of runs and sessions together. */
export interface BrowserPlaces {
  /** Null: any number. */
  readonly limit: number | null;
  readonly held: number;
  readonly isFull: boolean;
  /** Takes a place; null when none is free. */
  tryTake(): LeavePlace | null;
  /** Takes a place when one becomes free, first come, first served. Throws the reason of the signal. */
  take(signal: AbortSignal): Promise<LeavePlace>;
  /** Takes a place also when none is free. */
  takeAnyway(): LeavePlace;
}

/** Creates places of which all are free. */
export function createBrowserPlaces(limit: number | null): BrowserPlaces {
  const waiting = new Set<() => void>();
  let held = 0;
  const isFull = (): boolean => limit !== null && held >= limit;
  const takeAnyway = (): LeavePlace => {
    held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held -= 1;
      const [next] = waiting;
      if (next && !isFull()) next();
    };
  };
  const places: BrowserPlaces = {
    limit,
    get held() {
      return held;
    },
    get isFull() {
      return isFull();
    },
    tryTake: () => (isFull() || waiting.size > 0 ? null : takeAnyway()),
    async take(signal) {
      signal.throwIfAborted();
      const free = places.tryTake();
      if (free) return free;
      const { promise, resolve, reject } = Promise.withResolvers<LeavePlace>();
      const next = (): void => {
        waiting.delete(next);
        resolve(takeAnyway());
      };
      const abort = (): void => {
        // At once, so that a place that becomes free in the same turn is not given to it.
        waiting.delete(next);
        reject(signal.reason);
      };
      waiting.add(next);
      signal.addEventListener('abort', abort, { once: true });
      return promise.finally(() => signal.removeEventListener('abort', abort));
    },
    takeAnyway,
  };
  return places;
}

/**
 * Returns a driver whose browsers each have a place until they are gone. `take` is called before one is opened, with the
 * signal of the call.
 */
export function openInPlace(
  driver: BrowserDriver,
  take: (signal: AbortSignal) => Promise<LeavePlace>,
): BrowserDriver {
  return {
    ...driver,
    async open(options) {
      const leave = await take(options.signal);
      try {
        const session = await driver.open(options);
        if (session.gone.aborted) leave();
        session.gone.addEventListener('abort', leave, { once: true });
        return session;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
