import type { Clock } from '@runwright/contract';
import { expect } from 'vitest';
import { type Check, type Closable, refusal, settled, testChecks } from './checks.ts';

/** A clock that is tested. */
export interface TestedClock extends Closable {
  readonly clock: Clock;
  /** Moves a clock that stands still. Default: time passes by itself. */
  advance?(delayMs: number): Promise<void>;
}

/**
 * What every clock promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open makes a clock
 */
export function testClock(name: string, open: () => Promise<TestedClock>): void {
  testChecks(`${name} as a clock`, clockChecks, open);
}

const { signal } = new AbortController();
/** Timers of the platform may end this much early, as the wall clock measures it. */
const tolerance = 2;

/** The promises of {@link Clock}. */
export const clockChecks: readonly Check<TestedClock>[] = [
  {
    name: 'time is in epoch milliseconds and does not go back',
    async run({ clock, advance }) {
      const first = clock.now();
      expect(Number.isFinite(first)).toBe(true);
      expect(first).toBeGreaterThan(Date.UTC(2000, 0, 1));
      await advance?.(5);
      expect(clock.now()).toBeGreaterThanOrEqual(first);
    },
  },
  {
    name: 'a sleep ends when its time is over, and not before',
    async run({ clock, advance }) {
      const start = clock.now();
      const sleep = clock.sleep(20, { signal });
      await advance?.(20);
      expect((await settled(sleep, 'a sleep of 20 ms')).status).toBe('fulfilled');
      expect(clock.now() - start).toBeGreaterThanOrEqual(20 - tolerance);
    },
  },
  {
    name: 'a sleep of no time or less ends',
    async run({ clock, advance }) {
      const sleeps = Promise.all([clock.sleep(0, { signal }), clock.sleep(-5, { signal })]);
      await advance?.(0);
      expect((await settled(sleeps, 'a sleep of no time')).status).toBe('fulfilled');
    },
  },
  {
    name: 'of two sleeps the shorter one ends first',
    async run({ clock, advance }) {
      const order: string[] = [];
      const sleeps = Promise.all([
        clock.sleep(60, { signal }).then(() => order.push('long')),
        clock.sleep(10, { signal }).then(() => order.push('short')),
      ]);
      await advance?.(60);
      await settled(sleeps, 'two sleeps');
      expect(order).toEqual(['short', 'long']);
    },
  },
  {
    name: 'a sleep ends at once with the reason of its signal, and others go on',
    async run({ clock, advance }) {
      const stop = new AbortController();
      const reason = new Error('enough');
      const other = clock.sleep(10, { signal });
      const sleep = refusal(clock.sleep(600_000, { signal: stop.signal }), 'an aborted sleep');
      stop.abort(reason);
      expect(await sleep).toBe(reason);
      await advance?.(10);
      expect((await settled(other, 'another sleep')).status).toBe('fulfilled');
    },
  },
  {
    name: 'a sleep whose signal is aborted already never begins',
    async run({ clock }) {
      const reason = new Error('too late');
      expect(await refusal(clock.sleep(600_000, { signal: AbortSignal.abort(reason) }), 'a sleep')).toBe(
        reason,
      );
    },
  },
  {
    name: 'a signal that is aborted after the sleep has ended changes nothing',
    async run({ clock, advance }) {
      const stop = new AbortController();
      const sleep = clock.sleep(5, { signal: stop.signal });
      await advance?.(5);
      await settled(sleep, 'a sleep of 5 ms');
      stop.abort(new Error('late'));
      expect((await settled(sleep, 'the sleep')).status).toBe('fulfilled');
    },
  },
  {
    name: 'a sleep longer than timers of the platform take does not end early',
    async run({ clock, advance }) {
      const stop = new AbortController();
      const long = clock.sleep(2 ** 31 + 1_000, { signal: stop.signal }).then(
        () => 'ended',
        () => 'aborted',
      );
      const short = clock.sleep(10, { signal });
      await advance?.(10);
      await settled(short, 'a short sleep');
      stop.abort();
      expect(await long).toBe('aborted');
    },
  },
];
