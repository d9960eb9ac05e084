import type { Scheduler } from './scheduler.ts';
import { createWaitTimes, type WaitTimes } from './wait-times.ts';

/** Counts what one or several pools of one resource do. */
export interface ResourceMeter {
  readonly name: string;
  readonly waits: WaitTimes;
  /** Begins to count anew. */
  restart(): void;
  /** Returns the share of the servers that were busy since the count began, from 0 to 1. */
  utilization(): number;
}

/** Identical servers with one queue: first come, first served. */
export interface Pool {
  /** Calls back once a server is free, which is then held until `release`. */
  acquire(granted: () => void): void;
  release(): void;
  /** Holds a server for some seconds, and calls back then. */
  use(seconds: number, done: () => void): void;
}

/** A resource of which pools are made. */
export interface Resource {
  readonly meter: ResourceMeter;
  /** Makes a pool; all pools of the resource are counted together. */
  pool(servers: number): Pool;
}

/** Makes a resource without pools. */
export function createResource(scheduler: Scheduler, name: string): Resource {
  const waits = createWaitTimes();
  let total = 0;
  let busy = 0;
  let busyTime = 0;
  let changedAt = scheduler.now;
  let countedFrom = scheduler.now;
  const change = (difference: number): void => {
    busyTime += busy * (scheduler.now - changedAt);
    changedAt = scheduler.now;
    busy += difference;
  };
  const meter: ResourceMeter = {
    name,
    waits,
    restart() {
      change(0);
      busyTime = 0;
      countedFrom = scheduler.now;
      waits.clear();
    },
    utilization() {
      change(0);
      return busyTime / (total * (scheduler.now - countedFrom));
    },
  };
  return {
    meter,
    pool(servers) {
      total += servers;
      const queue = createQueue<{ readonly since: number; readonly granted: () => void }>();
      let free = servers;
      const grant = (since: number, granted: () => void): void => {
        waits.add(scheduler.now - since);
        granted();
      };
      const acquire = (granted: () => void): void => {
        if (free === 0) {
          queue.push({ since: scheduler.now, granted });
          return;
        }
        free -= 1;
        change(1);
        grant(scheduler.now, granted);
      };
      const release = (): void => {
        const next = queue.shift();
        // The server passes to the next one without a break.
        if (next) grant(next.since, next.granted);
        else {
          free += 1;
          change(-1);
        }
      };
      const use = (seconds: number, done: () => void): void =>
        acquire(() =>
          scheduler.after(seconds, () => {
            release();
            done();
          }),
        );
      return { acquire, release, use };
    },
  };
}

/** Queue whose `shift` takes the same time whatever its length is. */
function createQueue<T>() {
  let items: T[] = [];
  let first = 0;
  return {
    push: (item: T): void => void items.push(item),
    shift(): T | undefined {
      if (first === items.length) return undefined;
      const item = items[first];
      first += 1;
      if (first > 1000 && first * 2 > items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
  };
}
