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

  it('returns only those of one block when it is asked for one', () => {
    expect(resultTables(output, 'program').map(({ path }) => path)).toEqual(['program']);
    expect(resultTables(null)).toEqual([]);
  });
});
