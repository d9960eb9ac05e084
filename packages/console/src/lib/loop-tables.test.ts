import { describe, expect, it } from 'vitest';
import { csvOf, dataFirst, tablesOf } from './output-tables.ts';

const entry = (key: string, value: unknown, item?: unknown) => ({
  ...(item === undefined ? {} : { loop_value: item }),
  output_parameter: { parameter_type: 'output', key: `${key}_output` },
  output_value: value,
});
const read = (...orders: object[]) => ({ task_id: 'tsk_1', extracted_information: { orders } });

describe('tables of a loop', () => {
  const output = {
    read_output: read({ id: 3 }),
    each_output: [
      [entry('read', read({ id: 1 }, { id: 2 }), 'Ann')],
      [entry('read', null, 'Bob')],
      [entry('read', read({ id: 3, open: true }), { name: 'Eve' })],
    ],
    extracted_information: [{ orders: [{ id: 1 }, { id: 2 }] }, { orders: [{ id: 3, open: true }] }],
  };

  it('have the rows of all iterations, each with the item that it is from', () => {
    const tables = dataFirst(tablesOf(output));
    expect(tables).toEqual([
      {
        path: 'each_output.read_output.extracted_information.orders',
        columns: ['each.loop_value', 'id', 'open'],
        rows: [
          ['Ann', 1, undefined],
          ['Ann', 2, undefined],
          [{ name: 'Eve' }, 3, true],
        ],
      },
    ]);
    expect(tables.map(csvOf)).toEqual([
      'each.loop_value,id,open\r\nAnn,1,\r\nAnn,2,\r\n"{""name"":""Eve""}",3,true\r\n',
    ]);
  });

  it('have the index of the iteration where a loop has no items', () => {
    const pages = [1, 2].map((page) => [entry('read', read({ page }))]);
    expect(tablesOf({ read_output: read({ page: 2 }), pages_output: pages })).toMatchObject([
      {
        columns: ['pages.index', 'page'],
        rows: [
          [0, 1],
          [1, 2],
        ],
      },
    ]);
  });

  it('have a column for each loop around them', () => {
    const inner = (shop: string) =>
      ['pens', 'inks'].map((shelf) => [entry('read', read({ name: `${shelf} of ${shop}` }), shelf)]);
    const outer = ['North', 'South'].map((shop) => [entry('shelves', inner(shop), shop)]);
    const outputs = { read_output: read(), shelves_output: inner('South'), shops_output: outer };
    expect(tablesOf(outputs)).toEqual([
      {
        path: 'shops_output.shelves_output.read_output.extracted_information.orders',
        columns: ['shops.loop_value', 'shelves.loop_value', 'name'],
        rows: [
          ['North', 'pens', 'pens of North'],
          ['North', 'inks', 'inks of North'],
          ['South', 'pens', 'pens of South'],
          ['South', 'inks', 'inks of South'],
        ],
      },
    ]);
  });

  it('have a row for each iteration whose block put out an object', () => {
    const each = [1, 2].map((total) => [entry('sum', { total }, `row ${total}`)]);
    expect(tablesOf({ sum_output: { total: 2 }, each_output: each })).toEqual([
      {
        path: 'each_output.sum_output',
        columns: ['each.loop_value', 'total'],
        rows: [
          ['row 1', 1],
          ['row 2', 2],
        ],
      },
    ]);
  });

  it('leave a list of lists that is no loop as it is', () => {
    expect(tablesOf({ read_output: [[{ id: 1 }]], other_output: [] })).toEqual([]);
  });
});
