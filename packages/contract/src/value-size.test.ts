import { expect, it } from 'vitest';
import { valueSize } from './value-size.ts';

it('counts characters and values, names of members too', () => {
  expect(valueSize(null)).toBe(32);
  expect(valueSize('abc')).toBe(38);
  expect(valueSize({ ab: [1, 'c'] })).toBe(32 * 4 + 4 + 2);
});

it('stops counting above the limit', () => {
  let read = 0;
  const counted = (length: number): unknown[] =>
    new Proxy(Array(length).fill(1), {
      get(list, name, receiver) {
        read += 1;
        return Reflect.get(list, name, receiver);
      },
    });
  expect(valueSize([counted(10_000), 'x'.repeat(1000), counted(10_000)], 1500)).toBeGreaterThan(1500);
  expect(read).toBeLessThan(100);
  expect(valueSize([1, 2], 1000)).toBe(valueSize([1, 2]));
});
