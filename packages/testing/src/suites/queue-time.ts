import type { ManualClock } from '../manual-clock.ts';

/** Time of a queue, in milliseconds of the suite: a queue that keeps its own time may have longer ones. */
export interface QueueTime {
  /** A delay as the queue measures it. */
  ms(delayMs: number): number;
  /** A time from now, as the queue measures it; epoch ms. */
  at(delayMs: number): number;
  /** Lets this time pass, and what is due then be delivered. */
  pass(delayMs: number): Promise<void>;
  /** The time as the queue measures it; epoch ms. */
  now(): number;
  /** Lets time pass until this one; epoch ms. */
  until(at: number): Promise<void>;
  /** Lets more time pass than anything may take. */
  passLong(): Promise<void>;
}

/** Time by a clock that the suite moves. */
export function manualQueueTime(clock: ManualClock): QueueTime {
  return {
    ms: (delayMs) => delayMs,
    at: (delayMs) => clock.now() + delayMs,
    pass: (delayMs) => clock.advance(delayMs),
    now: () => clock.now(),
    until: (at) => clock.advance(at - clock.now()),
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
    now: () => Date.now(),
    until: (at) => wait(at - Date.now()),
    passLong: () => wait(ms(5000)),
  };
}
