import { describe, expect, it } from 'vitest';
import { halvePart, partsForAnswer } from './answer-size.ts';

const above = ['page "Stock" shop.example/'];
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `| Part ${index} | ${index}.00 |`);
const list = {
  type: 'object',
  properties: {
    parts: {
      type: 'array',
      items: { type: 'object', properties: { part: { type: 'string' }, price: { type: 'string' } } },
    },
  },
};
const single = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { type: ['number', 'null'] } },
};

describe('partsForAnswer', () => {
  it('keeps a part whole whose answer is short', () => {
    const part = { above, lines: rows(50) };
    expect(partsForAnswer(part, list)).toEqual([part]);
  });

  it('makes parts whose answers stay below the output limit of a model', () => {
    const lines = rows(2_000);
    const parts = partsForAnswer({ above, lines }, list);
    expect(parts.flatMap((each) => each.lines)).toEqual(lines);
    for (const part of parts) {
      const answer = part.lines.map((line) => ({ part: line.split(' | ')[0], price: line.split(' | ')[1] }));
      expect(JSON.stringify(answer).length / 3).toBeLessThan(4_096);
    }
    expect(parts.length).toBeLessThan(40);
  });

  it('keeps a part whole when the answer has no list', () => {
    expect(partsForAnswer({ above, lines: rows(2_000) }, single)).toHaveLength(1);
  });
});

describe('halvePart', () => {
  it('divides every part of more than one line', () => {
    const long = `| ${'word '.repeat(2_000)} |`;
    expect(halvePart({ above, lines: ['| a |', long] }, list)).toHaveLength(2);
    expect(halvePart({ above, lines: [long, '| a |'] }, list)).toHaveLength(2);
    expect(halvePart({ above, lines: [long] }, list)).toBeNull();
  });

  it('divides nothing when the answer has no list, because a text in two halves would lose one', () => {
    expect(halvePart({ above, lines: rows(10) }, single)).toBeNull();
  });
});
