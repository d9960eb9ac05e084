import TinyQueue from 'tinyqueue';

/** Executes events in the order of their simulated times. */
export interface Scheduler {
  /** Simulated time in seconds. */
  readonly now: number;
  /** Executes `act` when this many seconds have passed. Events of one moment are executed in the order in which they were asked for. */
  after(seconds: number, act: () => void): void;
  /** Executes all events up to a time, and moves the clock to it. */
  runUntil(seconds: number): void;
}

interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** Makes a scheduler whose clock stands at 0. */
export function createScheduler(): Scheduler {
  const events = new TinyQueue<Event>([], (one, other) => one.at - other.at || one.order - other.order);
  let now = 0;
  let order = 0;
  return {
    get now() {
      return now;
    },
    after(seconds, act) {
      order += 1;
      events.push({ at: now + seconds, order, act });
    },
    runUntil(seconds) {
      for (let next = events.peek(); next !== undefined && next.at <= seconds; next = events.peek()) {
        events.pop();
        now = next.at;
        next.act();
      }
      now = seconds;
    },
  };
}
