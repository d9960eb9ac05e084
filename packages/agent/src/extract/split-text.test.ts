import { describe, expect, it } from 'vitest';
import { estimateTokens, splitText } from './split-text.ts';

const rows = Array.from({ length: 300 }, (_, index) => `    | row ${index} | ${'x'.repeat(20)} |`);
const text = [
  'page "Things" shop.example/',
  'main',
  '  table "All"',
  '    | Name | Value |',
  ...rows,
  '  "the end"',
].join('\n');

describe('splitText', () => {
  it('leaves a short text whole', () => {
    expect(splitText('page "" x\nshort', 100)).toEqual(['page "" x\nshort']);
  });

  it('repeats the page, the way to the cut and the header of a table in each part', () => {
    const parts = splitText(text, 1_000);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(1, -1)) {
      expect(part.split('\n').slice(0, 4)).toEqual([
        'page "Things" shop.example/',
        'main',
        '  table "All"',
        '    | Name | Value |',
      ]);
    }
  });

  it('loses no line, repeats no row, and keeps to the size', () => {
    const parts = splitText(text, 1_000);
    const found = parts.flatMap((part) => part.split('\n').filter((line) => line.includes('| row ')));
    expect(found).toEqual(rows);
    expect(parts.at(-1)).toContain('the end');
    for (const part of parts) expect(estimateTokens(part)).toBeLessThan(1_100);
  });
});
