import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { spaceOut } from './space-out.ts';

it('runs of an organization come back one after the other, those of another one do not wait for them', async () => {
  const clock = manualClock();
  const nextDelay = spaceOut(clock, 1000);
  expect(['a', 'a', 'a', 'b'].map(nextDelay)).toEqual([1000, 1100, 1200, 1000]);
  await clock.advance(5000);
  expect(nextDelay('a')).toBe(1000);
});
