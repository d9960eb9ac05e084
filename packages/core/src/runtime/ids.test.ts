import type { Clock } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createIds } from './ids.ts';

const at = (times: number[]): Clock => ({ now: () => times.shift() ?? 0, sleep: async () => undefined });

it('an id is its prefix and at least 19 digits', () => {
  expect(createIds(at([1_700_000_000_000]))('wr')).toMatch(/^wr_\d{19,}$/);
});

it('ids sort by creation as text, within a millisecond and when the clock steps back', () => {
  const makeId = createIds(at([5, 5, 5, 4, 999, 10_000, 1_700_000_000_000]));
  const ids = Array.from({ length: 7 }, () => makeId('tsk'));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(7);
});

it('a full millisecond runs over into the next', () => {
  const makeId = createIds(at([7, 7, 7]), () => 0.999_999_999);
  const first = makeId('a');
  const rest = [makeId('a'), makeId('a')];
  expect(rest.every((id) => id > first)).toBe(true);
});
