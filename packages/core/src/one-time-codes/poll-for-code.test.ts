import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { pollForCode } from './poll-for-code.ts';

function poll(codeAt: number | null) {
  const clock = manualClock({ now: 0 });
  const asked: number[] = [];
  const stop = new AbortController();
  let waiting = 0;
  const result = pollForCode(
    async () => {
      asked.push(clock.now() / 1000);
      return codeAt !== null && clock.now() >= codeAt ? 'code' : null;
    },
    {
      clock,
      signal: stop.signal,
      waiting: async () => {
        waiting += 1;
      },
    },
  );
  return { clock, asked, stop, result, waits: () => waiting };
}

it('a code that is there is returned at once, without telling of a wait', async () => {
  const { asked, result, waits } = poll(0);
  expect(await result).toBe('code');
  expect([asked, waits()]).toEqual([[0], 0]);
});

it('is asked for every 5 s in the first minute, and every 10 s after it', async () => {
  const { clock, asked, result, waits } = poll(85_000);
  await clock.advance(100_000);
  expect(await result).toBe('code');
  expect(asked).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 90]);
  expect(waits()).toBe(1);
});

it('is given up after 15 minutes, and no earlier', async () => {
  const { clock, asked, result } = poll(null);
  await clock.advance(899_999);
  expect(asked.at(-1)).toBe(890);
  await clock.advance(1);
  expect(await result).toBeNull();
  expect(asked.at(-1)).toBe(900);
});

it('the wait ends at once when the run is canceled', async () => {
  const { clock, stop, result } = poll(null);
  await clock.untilSleeping();
  stop.abort(new Error('canceled'));
  await expect(result).rejects.toThrow('canceled');
});
