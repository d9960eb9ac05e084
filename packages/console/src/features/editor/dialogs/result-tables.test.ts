import { describe, expect, it } from 'vitest';
import { resultTables, resultText } from './result-tables.ts';

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
        name: 'read.shop.products',
        columns: ['name', 'price'],
        rows: [{ name: 'Pen' }, { name: 'Ink', price: 2 }],
      },
      { name: 'program', columns: ['id'], rows: [{ id: 1 }] },
    ]);
  });

  it('returns only those of one block when it is asked for one', () => {
    expect(resultTables(output, 'program').map(({ name }) => name)).toEqual(['program']);
    expect(resultTables(null)).toEqual([]);
  });
});

describe('resultText', () => {
  it('writes objects as JSON, and nothing for what is absent', () => {
    expect([resultText({ a: 1 }), resultText(null), resultText(3)]).toEqual(['{"a":1}', '', '3']);
  });
});
