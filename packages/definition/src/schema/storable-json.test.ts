import { jsonLimits } from '@runwright/contract';
import { expect, it } from 'vitest';
import { assertStorable, isDeeperThan } from './storable-json.ts';

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

it('counts lists and objects, the widest branch too', () => {
  expect(isDeeperThan(1, 0)).toBe(false);
  expect(isDeeperThan([], 0)).toBe(true);
  expect(isDeeperThan([1, { a: [] }], 3)).toBe(false);
  expect(isDeeperThan([1, { a: [] }, 'b'], 2)).toBe(true);
  expect(isDeeperThan(nested(1_000_000), jsonLimits.depth)).toBe(true);
});

it('a value that repeats itself is as deep as can be', () => {
  const loop: unknown[] = [];
  loop.push(loop, { loop }, [loop]);
  expect(isDeeperThan(loop, jsonLimits.depth)).toBe(true);
});

it('an output with a member of 500 levels is stored, with one more it is refused with a sentence', () => {
  const output = { body: nested(500) };
  expect(assertStorable(output)).toBe(output);
  expect(() => assertStorable({ body: nested(501) })).toThrow('nested deeper than 500 levels');
});

it('an output with very many names of members is refused, and one with very many rows is stored', () => {
  const named = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${from + at}`, at]));
  const rows = { rows: Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'a' })) };
  for (const output of [rows, named(20_000), [named(20_000), named(20_000)]])
    expect(assertStorable(output)).toBe(output);
  const most = 'more than 20,000 different property names. Return lists instead.';
  expect(() => assertStorable(named(20_001))).toThrow(most);
  expect(() => assertStorable({ a: [named(15_000), named(15_000, 15_000)] })).toThrow(most);
});
