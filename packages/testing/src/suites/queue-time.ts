import type { ManualClock } from '../manual-clock.ts';

/** Time of a queue, in milliseconds of the suite: a queue that keeps its own time may have longer ones. */
export interface QueueTime {
  /** A delay as the queue measures it. */
  ms(delayMs: number): number;
  /** A time from now, as the queue measures it; epoch ms. */
  at(delayMs: number): number;
  /** Lets this time pass, and what is due then be delivered. */
  pass(delayMs: number): Promise<void>;
  /** Lets most of this time pass: what is due after it is not due yet. */
  almost(delayMs: number): Promise<void>;
  /** Lets the rest of a time pass of which almost all has passed. */
  rest(delayMs: number): Promise<void>;
  /** Lets more time pass than anything may take. */
  passLong(): Promise<void>;
}

/** Time by a clock that the suite moves. */
export function manualQueueTime(clock: ManualClock): QueueTime {
  return {
    ms: (delayMs) => delayMs,
    at: (delayMs) => clock.now() + delayMs,
    pass: (delayMs) => clock.advance(delayMs),
    almost: (delayMs) => clock.advance(delayMs - 1),
    rest: () => clock.advance(1),
    passLong: () => clock.advance(24 * 3_600_000),
  };
}

/** Steps of patience in a second of the suite: enough to ask the queue once before the second is over. */
const stepsOfSecond = 5;

/** Time that passes by itself. A second of the suite is five times the patience. */
export function ownQueueTime(patienceMs: number): QueueTime {
  const ms = (delayMs: number) => (delayMs / 1000) * stepsOfSecond * patienceMs;
  const wait = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));
  return {
    ms,
    at: (delayMs) => Date.now() + ms(delayMs),
    pass: (delayMs) => wait(ms(delayMs) + patienceMs),
    almost: (delayMs) => wait(ms(delayMs) / 4),
    rest: (delayMs) => wait(ms(delayMs)),
    passLong: () => wait(ms(5000)),
  };
}
