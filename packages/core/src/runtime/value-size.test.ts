import { expect, it } from 'vitest';
import { valueSize } from './value-size.ts';

it('counts characters and values, names of members too', () => {
  expect(valueSize(null)).toBe(32);
  expect(valueSize('abc')).toBe(38);
  expect(valueSize({ ab: [1, 'c'] })).toBe(32 * 4 + 4 + 2);
});
