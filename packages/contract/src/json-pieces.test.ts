import { expect, it } from 'vitest';
import { isLargeJson, jsonPieces } from './json-pieces.ts';

const long = 'ab "é" … '.repeat(30_000);
const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', null, true] }));

it.each<[string, unknown]>([
  ['null', null],
  ['a text', long],
  ['small data', { a: [1, { b: 'c' }], d: undefined }],
  ['an empty list', []],
  ['a long list', rows],
  ['large members between small ones', { a: 1, long, rows, b: { c: [rows, 2] }, last: [] }],
  ['a list of large lists', [rows, rows, 1, [rows]]],
  ['what JSON leaves out', { none: undefined, rows: [undefined, ...rows, () => 1], last: undefined }],
  ['nothing that JSON has beside large members', { none: undefined, rows, last: undefined }],
  [
    'an object of which nothing is left',
    { none: Object.fromEntries(rows.map(({ name }) => [name, undefined])) },
  ],
  ['names that are numbers, and quotes', { b: 1, 1: rows, '"': rows, __proto__x: 2 }],
  ['a name of the prototype', JSON.parse(`{"__proto__":[${'1,'.repeat(20_000)}1],"a":1}`)],
  ['objects that write themselves', { at: new Date(0), rows, own: { toJSON: () => rows } }],
  ['a list in lists', Array.from({ length: 400 }).reduce<unknown>((inner) => [inner], rows)],
])('the pieces of %s are the text of JSON.stringify', (_what, value) => {
  expect([...jsonPieces(value)].join('') === JSON.stringify(value)).toBe(true);
});

it('no piece of data with short texts is long', () => {
  const pieces = [...jsonPieces({ rows, more: [rows, rows] })];
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000);
});

it('what is small, or one text, is not worth splitting', () => {
  expect([1, long, rows.slice(0, 100), new Date(), new Uint8Array(1_000_000)].map(isLargeJson)).toEqual(
    Array(5).fill(false),
  );
  expect([rows, { rows }].map(isLargeJson)).toEqual([true, true]);
});
