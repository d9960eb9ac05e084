import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { serializeAnswer } from './serialize-answer.ts';

const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}`, note: null }));

it('a large answer is written piece by piece, and the event loop goes on between the pieces', async () => {
  const stream = serializeAnswer({ rows, more: undefined });
  if (!(stream instanceof Readable)) throw new Error('it is no stream');
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const written = await text(stream);
  clearImmediate(next);
  expect(written === JSON.stringify({ rows })).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(20);
});

it('a small answer is one text', () => {
  expect(serializeAnswer({ a: [1] })).toBe('{"a":[1]}');
  expect(serializeAnswer(null)).toBe('null');
});
