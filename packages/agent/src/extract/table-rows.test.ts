import { describe, expect, it } from 'vitest';
import { countTableRows } from './table-rows.ts';

const part = (...lines: string[]) => ({ above: ['page'], lines });
const rows = (count: number) => Array.from({ length: count }, (_, index) => `| ${index} | ${index}.00 |`);

describe('countTableRows', () => {
  it('counts the rows below the header over all parts', () => {
    expect(countTableRows([part('# Stock', '| A | B |', ...rows(20)), part(...rows(30), 'end')])).toEqual({
      count: 50,
      tables: 1,
    });
  });

  it('adds tables with as many columns and leaves others out', () => {
    const lines = [
      '| A | B |',
      ...rows(9),
      'table',
      '  | A | B |',
      '  | 1 | 2 |',
      'Legend',
      '| only |',
      '| one |',
    ];
    expect(countTableRows([part(...lines)])).toEqual({ count: 10, tables: 2 });
  });

  it('counts a row once that has a table below it or goes on in a second line', () => {
    const lines = [
      '| A | B |',
      '| 1 | (table 1) |',
      '  table 1',
      '    | x |',
      '    | y |',
      '| 2 | long',
      '2| more |',
    ];
    expect(countTableRows([part(...lines)])).toEqual({ count: 2, tables: 1 });
  });

  it('does not count a second header row', () => {
    const lines = ['| Part | 2024 |  |', '| Part | Q1 | Q2 |', '| Lamp | 1 | 2 |', '| Vase | 3 | 4 |'];
    expect(countTableRows([part(...lines)])).toEqual({ count: 2, tables: 1 });
  });

  it('is null for a page without tables', () => {
    expect(countTableRows([part('Lamp {L1}', '9.00', '| alone |')])).toBeNull();
  });
});
