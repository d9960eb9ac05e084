import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { spaceOut } from './space-out.ts';

it('each comes back within ten seconds, however often runs were refused', async () => {
  const clock = manualClock();
  const nextDelay = spaceOut(clock, 1000);
  const delays = Array.from({ length: 2000 }, () => nextDelay('a'));
  expect([Math.min(...delays), Math.max(...delays)]).toEqual([1000, 10_000]);
  await clock.advance(10_000);
  expect(nextDelay('a')).toBe(1000);
});

it('runs of an organization come back one after the other, those of another one do not wait for them', async () => {
  const clock = manualClock();
  const nextDelay = spaceOut(clock, 1000);
  expect(['a', 'a', 'a', 'b'].map(nextDelay)).toEqual([1000, 1100, 1200, 1000]);
  await clock.advance(5000);
  expect(nextDelay('a')).toBe(1000);
});
