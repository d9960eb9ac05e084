import type { Json } from '@runwright/contract';
import { changeJson } from '@runwright/masking';
import { expect, it } from 'vitest';
import { systemClock } from '../runtime/clock.ts';
import { maskInTurns } from './mask-in-turns.ts';

const mask = <T>(value: T): T => changeJson(value, (text) => text.replaceAll('hunter22', '*****')) as T;
const row = (id: number): Json => ({ id, note: `hunter22 ${id}`, tags: ['hunter22', null, true] });
const rows = Array.from({ length: 3000 }, (_, id) => row(id));
const filling = 'x'.repeat(200_000);

it.each<[string, Json]>([
  ['a text', 'hunter22'],
  ['small data', { hunter22: ['hunter22'] }],
  ['a long text', { text: `hunter22 ${filling}` }],
  ['a long list', rows],
  ['a list of few large items', [{ rows, filling }, rows, [filling, 'hunter22']]],
  ['names of members', { hunter22: { hunter22: filling, other: 1 }, last: null }],
])('masks %s as in one piece', async (_what, value) => {
  const masked = await maskInTurns(mask, value, systemClock);
  expect(masked).toEqual(mask(value));
  expect(JSON.stringify(masked)).not.toContain('hunter22');
});

it('lets the event loop go on between the parts of large data', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const slow = <T>(value: T): T => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    return mask(value);
  };
  await maskInTurns(slow, Array.from({ length: 20 }, () => rows).flat(), systemClock);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(5);
});
