import { describe, expect, it } from 'vitest';
import { csvOf, dataFirst, tablesOf } from './output-tables.ts';

describe('tables of an output', () => {
  it('are the lists of objects in it, with the columns of all rows', () => {
    const output = {
      read: { orders: [{ id: 1 }, { id: 2, open: true }], note: 'x' },
      names: ['a'],
      none: [],
    };
    expect(tablesOf(output)).toEqual([
      {
        path: 'read.orders',
        columns: ['id', 'open'],
        rows: [
          [1, undefined],
          [2, true],
        ],
      },
    ]);
    expect(tablesOf([{ a: 1 }])[0]?.path).toBe('');
    expect(tablesOf(null)).toEqual([]);
  });

  it('come with extracted data first and evaluations of conditions last', () => {
    const rows = [{ id: 1 }];
    const output = {
      which_output: { evaluations: rows },
      program_output: { orders: rows },
      read_output: { extracted_information: { products: rows } },
    };
    expect(dataFirst(tablesOf(output)).map(({ path }) => path)).toEqual([
      'read_output.extracted_information.products',
      'program_output.orders',
      'which_output.evaluations',
    ]);
  });

  it('have extracted data once, also when it is no list', () => {
    const output = {
      read_output: { extracted_information: { title: 'Page not found' } },
      extracted_information: [{ title: 'Page not found' }],
    };
    expect(dataFirst(tablesOf(output))).toEqual([
      { path: 'read_output.extracted_information', columns: ['title'], rows: [['Page not found']] },
    ]);
    expect(dataFirst(tablesOf({ extracted_information: [{ a: 1 }] })).map(({ path }) => path)).toEqual([
      'extracted_information',
    ]);
  });

  it('are written as CSV that no spreadsheet executes', () => {
    const csv = csvOf({
      columns: ['name', 'total'],
      rows: [
        ['a "quoted", name', -5],
        ['=HYPERLINK("x")', { a: 1 }],
        ['two\nlines', null],
      ],
    });
    expect(csv).toBe(
      'name,total\r\n"a ""quoted"", name",-5\r\n"\'=HYPERLINK(""x"")","{""a"":1}"\r\n"two\nlines",\r\n',
    );
  });
});

it('a CSV tells an empty text from nothing, and keeps the digits of numbers that are too large for one', () => {
  const values = ['', null, '-7615917337495251231', '9007199254740993', '1e400', 0.1, '-1+2', '1_000'];
  expect(csvOf({ columns: [], rows: [values] })).toBe(
    '\r\n"",,-7615917337495251231,9007199254740993,1e400,0.1,\'-1+2,1_000\r\n',
  );
});

it('a table has every row of a long list, and the columns of its last one', () => {
  const list = Array.from({ length: 20_000 }, (_, row) => ({ row }));
  const [table] = tablesOf([...list, { last: true }]);
  expect([table?.rows.length, table?.columns]).toEqual([20_001, ['row', 'last']]);
});
