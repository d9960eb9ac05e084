import { describe, expect, it } from 'vitest';
import { dividePart, type PagePart, partText, toPageParts } from './page-part.ts';

const page = 'page "Stock" shop.example/';
const rows = (from: number, to: number, indent = '') =>
  Array.from({ length: to - from }, (_, index) => `${indent}| Part ${from + index} | ${from + index}.00 |`);
const part = (...lines: string[]): PagePart => ({ above: [page], lines });
const one = () => 1;

describe('toPageParts', () => {
  it('tells the lines that a part repeats from above from its own', () => {
    const above = ['# Stock', '## Lamps', 'table "All"', '  | Part | Price |'];
    const parts = toPageParts([
      [page, ...above, ...rows(0, 3, '  ')].join('\n'),
      [page, ...above, ...rows(3, 6, '  '), '## Vases'].join('\n'),
    ]);
    expect(parts).toEqual([
      { above: [page], lines: [...above, ...rows(0, 3, '  ')] },
      { above: [page, ...above], lines: [...rows(3, 6, '  '), '## Vases'] },
    ]);
  });

  it('counts an equal row at the beginning of a part as its own', () => {
    const [head = '', row = ''] = ['| Part | Price |', '| Part 1 | 1.00 |'];
    const [, second] = toPageParts([[page, head, row].join('\n'), [page, head, row, row].join('\n')]);
    expect(second).toEqual({ above: [page, head], lines: [row, row] });
  });
});

describe('dividePart', () => {
  it('repeats headings, names and the header row, and loses no line', () => {
    const whole = part('# Stock', 'table "All"', '  | Part | Price |', ...rows(0, 100, '  '), 'the end');
    const parts = dividePart(whole, 4, one);
    expect(parts).toHaveLength(4);
    expect(parts.flatMap(({ lines }) => lines)).toEqual(whole.lines);
    for (const { above } of parts.slice(1)) {
      expect(above).toEqual([page, '# Stock', 'table "All"', '  | Part | Price |']);
    }
    for (const { lines } of parts) expect(Math.abs(lines.length - 26)).toBeLessThanOrEqual(6);
  });

  it('gives the header row to the parts of a part that began with it', () => {
    const [, second] = dividePart({ above: [page, '| Part | Price |'], lines: rows(8, 16) }, 2, one);
    expect(partText(second!).split('\n')).toEqual([page, '| Part | Price |', ...rows(12, 16)]);
  });

  it('repeats both header rows of a table with grouped columns', () => {
    const heads = ['| Part | 2024 |  |', '| Part | Q1 | Q2 |'];
    const body = Array.from({ length: 20 }, (_, index) => `| Part ${index} | 1 | 2 |`);
    const [first, second] = dividePart(part(...heads, ...body), 2, one);
    expect(second?.above).toEqual([page, ...heads]);
    expect(toPageParts([partText(first!), partText(second!)])).toEqual([first, second]);
  });

  it('does not repeat the outer row for a table inside of it', () => {
    const whole = part('| A | B |', '| 17 | (table 1) |', '  table 1', ...rows(0, 20, '    '));
    const [, second] = dividePart(whole, 2, one);
    expect(second?.above).toEqual([page, '  table 1', '    | Part 0 | 0.00 |']);
  });

  it('keeps a row with the table below it where another row is near', () => {
    const row = ['| 17 | (table 1) |', '  table 1', ...rows(0, 4, '    ')];
    const whole = part('| A | B |', ...Array.from({ length: 20 }, () => row).flat());
    for (const { lines } of dividePart(whole, 3, one).slice(1)) expect(lines[0]).toBe(row[0]);
  });

  it('divides before the link that begins an entry', () => {
    const entries = Array.from({ length: 20 }, (_, index) => [
      `Lamp ${index} {L${index}}`,
      '9.00',
      'In stock',
    ]);
    const parts = dividePart(part(...entries.flat()), 3, one);
    expect(parts).toHaveLength(3);
    for (const { lines } of parts) expect(lines[0]).toMatch(/^Lamp/);
  });
});
