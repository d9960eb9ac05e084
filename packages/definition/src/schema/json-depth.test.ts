import { expect, it } from 'vitest';
import { assertJsonDepth, isDeeperThan, maxJsonDepth } from './json-depth.ts';

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
  expect(isDeeperThan(nested(1_000_000), maxJsonDepth)).toBe(true);
});

it('a value that repeats itself is as deep as can be', () => {
  const loop: unknown[] = [];
  loop.push(loop, { loop }, [loop]);
  expect(isDeeperThan(loop, maxJsonDepth)).toBe(true);
});

it('an output with a member of 500 levels is stored, with one more it is refused with a sentence', () => {
  const output = { body: nested(500) };
  expect(assertJsonDepth(output)).toBe(output);
  expect(() => assertJsonDepth({ body: nested(501) })).toThrow('nested deeper than 500 levels');
});
