import { expect, it } from 'vitest';
import { changeInTurns } from './change-in-turns.ts';
import { systemClock } from './clock.ts';

const copy = (part: unknown): unknown => JSON.parse(JSON.stringify(part) ?? 'null');
const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `row ${id}`, none: undefined }));

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['small data', { a: [1, undefined], b: undefined }],
  ['a long list', [undefined, ...rows]],
  [
    'large members between small ones',
    { a: 1, none: undefined, rows, b: { list: [rows, 2, [rows]] }, c: null },
  ],
  ['data that writes itself', { rows, at: new Date(0), map: new Map([[1, 2]]) }],
  ['a name of the prototype', JSON.parse(`{"__proto__":${JSON.stringify(rows)},"a":1}`)],
])('changes %s as in one piece', async (_what, value) => {
  const changed = await changeInTurns(copy, value, systemClock);
  expect(changed).toEqual(copy(value));
  expect(JSON.stringify(changed) === JSON.stringify(copy(value))).toBe(true);
});
