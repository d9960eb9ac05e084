import { describe, expect, it } from 'vitest';
import { resultTables } from './result-tables.ts';

const output = {
  goto_output: { task_id: 'tsk_1', screenshots: [{ url: 'a' }] },
  read_output: {
    task_id: 'tsk_2',
    extracted_information: { shop: { products: [{ name: 'Pen' }, { name: 'Ink', price: 2 }] }, total: 2 },
  },
  program_output: [{ id: 1 }],
  mixed_output: [{ id: 1 }, 2],
};

describe('resultTables', () => {
  it('finds the lists that blocks have read, and leaves out what tells how', () => {
    expect(resultTables(output)).toEqual([
      {
        path: 'read.shop.products',
        columns: ['name', 'price'],
        rows: [
          ['Pen', undefined],
          ['Ink', 2],
        ],
      },
      { path: 'program', columns: ['id'], rows: [[1]] },
    ]);
  });

  it('shows a loop with the rows of all iterations, and its blocks not once more', () => {
    const read = (id: number) => ({ screenshots: [{ url: 'a' }], extracted_information: [{ id }] });
    const entry = (id: number) => ({
      loop_value: `item ${id}`,
      output_parameter: { key: 'read_output' },
      output_value: read(id),
    });
    expect(resultTables({ read_output: read(2), each_output: [[entry(1)], [entry(2)]] })).toEqual([
      {
        path: 'each.read_output.extracted_information',
        columns: ['each.loop_value', 'id'],
        rows: [
          ['item 1', 1],
          ['item 2', 2],
        ],
      },
    ]);
  });

  it('returns only those of one block when it is asked for one', () => {
    expect(resultTables(output, 'program').map(({ path }) => path)).toEqual(['program']);
    expect(resultTables(null)).toEqual([]);
  });
});
