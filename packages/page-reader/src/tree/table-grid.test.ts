import { describe, expect, it } from 'vitest';
import { cell, group, item, text } from '../text/print-page.test-helpers.ts';
import { elementsOf, type PageGroup, type PageNode } from './page-tree.ts';
import { alignTables } from './table-grid.ts';

const spanning = (words: string, columns: number, rows: number, column = 0): PageGroup => ({
  ...cell(words),
  cell: { column, columns, rows },
});
const row = (...content: readonly PageNode[]): PageGroup => group('row', content);
const gridOf = (rows: readonly PageGroup[]): readonly (readonly string[])[] => {
  const [table] = alignTables([group('table', rows)]);
  return cellsOf(table);
};
const cellsOf = (table: PageNode | undefined): readonly (readonly string[])[] =>
  contentOf(table).map((one) => contentOf(one).map(wordsOf));
const contentOf = (node: PageNode | undefined): readonly PageNode[] =>
  node?.type === 'group' ? node.content : [];
const wordsOf = (node: PageNode): string => {
  if (node.type === 'text') return node.text;
  if (node.type !== 'group') return '';
  return [...node.content, ...(node.repeats ?? [])].map(wordsOf).join(' ');
};

describe('columns of a table', () => {
  it('are kept by empty cells after a cell over several, and by repeats below one', () => {
    const rows = [row(spanning('a', 2, 2), cell('b')), row(cell('c')), row(cell('d'), cell('e'), cell('f'))];
    expect(gridOf(rows)).toEqual([
      ['a', '', 'b'],
      ['a', '', 'c'],
      ['d', 'e', 'f'],
    ]);
  });

  it('count rows that are not there, and end with their part of the table', () => {
    const skipped = { ...row(cell('2')), row: { column: 0, isFirst: false, skipped: 1 } };
    const next = { ...row(cell('3'), cell('4')), row: { column: 0, isFirst: true, skipped: 0 } };
    expect(gridOf([row(spanning('a', 1, 3), cell('1')), skipped, next])).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['3', '4'],
    ]);
  });

  it('are those in which a cell begins', () => {
    const rows = [
      row(spanning('all', 1_000, 1)),
      row(spanning('a', 3, 1), spanning('b', 2, 1)),
      row(cell('c')),
    ];
    expect(gridOf(rows)).toEqual([['all', ''], ['a', 'b'], ['c']]);
  });

  it('are sorted where each cell states its own', () => {
    const rows = [row(spanning('b', 1, 1, 52), spanning('a', 1, 1, 3)), row(spanning('c', 1, 1, 7))];
    expect(gridOf(rows)).toEqual([
      ['a', '', 'b'],
      ['', 'c'],
    ]);
  });

  it('hold two cells where a page puts both into one', () => {
    expect(gridOf([row(spanning('a', 1, 1, 1), spanning('b', 1, 1, 1))])).toEqual([['a b']]);
  });

  it('are found through groups between a row and its cells, and have what stands between cells', () => {
    const inner = group('list', [cell('b'), text('loose'), cell('c')]);
    expect(gridOf([row(item({ id: 'a1' }), cell('a'), inner)])).toEqual([['', 'a', 'b loose', 'c']]);
  });

  it('of a table inside a cell are its own', () => {
    const inner = group('table', [row(spanning('x', 1, 2), cell('1')), row(cell('2'))]);
    const [outer] = alignTables([group('table', [row(group('cell', [inner]), cell('b')), row(cell('c'))])]);
    expect(contentOf(outer).map((one) => contentOf(one).length)).toEqual([2, 1]);
    const [first] = contentOf(contentOf(outer)[0]);
    expect(cellsOf(contentOf(first)[0])).toEqual([
      ['x', '1'],
      ['x', '2'],
    ]);
  });

  it('hold each element once', () => {
    const spans = { ...group('cell', [item({ id: 'a7' })]), cell: { column: 0, columns: 1, rows: 3 } };
    const aligned = alignTables([group('table', [row(spans, cell('1')), row(cell('2')), row(cell('3'))])]);
    expect(elementsOf(aligned).map(({ id }) => id)).toEqual(['a7']);
  });

  it('do not grow beyond measure, whatever spans are stated', () => {
    const wide = Array.from({ length: 2_000 }, () => spanning('x', 1_000, 0));
    const rows = [
      row(...wide),
      ...Array.from({ length: 2_000 }, () => row(spanning('y', 1_000, 0), cell('z'))),
    ];
    const count = gridOf(rows).reduce((sum, { length }) => sum + length, 0);
    expect(count).toBeLessThan(150_000);
  });
});
