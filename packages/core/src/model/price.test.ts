import { expect, it } from 'vitest';
import { costOf } from './price.ts';

const usage = { input: 1_000_000, cached: 400_000, cacheWrite: 100_000, output: 1_000_000, reasoning: 0 };
const prices = {
  small: { input: 10, cached: 1, output: 20 },
  big: { input: 10, cached: 1, cacheWrite: 40, output: 20 },
};

it('cached and written tokens have their own prices', () => {
  expect(costOf('small', usage, prices)).toBeCloseTo(5 + 0.4 + 1 + 20, 9);
  expect(costOf('big', usage, prices)).toBeCloseTo(5 + 0.4 + 4 + 20, 9);
});

it('a dated name is known by its model, an unknown one has no price', () => {
  expect(costOf('small-2026-01-02', usage, prices)).toBe(costOf('small', usage, prices));
  expect(costOf('small-20260102', usage, prices)).toBe(costOf('small', usage, prices));
  expect(costOf('toString', usage, prices)).toBeNull();
  expect(costOf('smaller', usage, prices)).toBeNull();
});
