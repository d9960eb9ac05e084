import { expect, it } from 'vitest';
import { createMessageLimits } from './message-limits.ts';

it('takes 200 messages at once, and so many in each second after that', () => {
  let now = 0;
  const limits = createMessageLimits(() => now);
  const take = (count: number) => Array.from({ length: count }, () => limits.accepts());
  expect(take(201).filter(Boolean)).toHaveLength(200);
  now += 500;
  expect(take(150).filter(Boolean)).toHaveLength(100);
  now += 60_000;
  expect(take(300).filter(Boolean)).toHaveLength(200);
});

it('a connection is at its end after 200 dropped messages in a row, or 20 that are not valid', () => {
  const limits = createMessageLimits(() => 0);
  const drop = (count: number) => Array.from({ length: count }, () => limits.dropped());
  expect(drop(199)).not.toContain(true);
  limits.used();
  expect(drop(200)).toEqual([...Array.from({ length: 199 }, () => false), true]);
  const invalid = Array.from({ length: 20 }, () => limits.invalid());
  expect(invalid.indexOf(true)).toBe(19);
});
