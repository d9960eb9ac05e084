import { describe, expect, it } from 'vitest';
import { blockGraphOf } from './block-graph.ts';

const block = (label: string, fields: object = {}) =>
  ({ label, block_type: 'code', next_block_label: null, ...fields }) as never;
const executed = (label: string, status: string, id: string, parent: string | null = null) =>
  ({ label, status, workflow_run_block_id: id, parent_workflow_run_block_id: parent }) as never;

describe('the graph of a workflow', () => {
  it('has each block with its latest execution, and links in the order of the list without any other', () => {
    const { nodes, edges } = blockGraphOf(
      [block('a'), block('b')],
      [executed('a', 'failed', 'wrb_1'), executed('a', 'completed', 'wrb_2')],
    );
    expect(nodes).toEqual([
      { id: 'a', type: 'code', status: 'completed', executions: 2, blockRunId: 'wrb_2' },
      { id: 'b', type: 'code', status: null, executions: 0, blockRunId: null },
    ]);
    expect(edges).toEqual([{ from: 'a', to: 'b', label: null, isTaken: false }]);
  });

  it('names branches by their conditions and leads into loops', () => {
    const { nodes, edges } = blockGraphOf(
      [
        block('which', {
          branch_conditions: [
            { criteria: { expression: '{{ x }}' }, next_block_label: 'each_row', is_default: false },
            { criteria: null, next_block_label: 'end', is_default: true },
          ],
        }),
        block('each_row', { next_block_label: 'end', loop_blocks: [block('read'), block('write')] }),
        block('end'),
      ],
      [],
    );
    expect(nodes.map(({ id }) => id)).toEqual(['which', 'each_row', 'read', 'write', 'end']);
    expect(edges).toEqual([
      { from: 'which', to: 'each_row', label: '{{ x }}', isTaken: false },
      { from: 'which', to: 'end', label: 'else', isTaken: false },
      { from: 'each_row', to: 'end', label: null, isTaken: false },
      { from: 'each_row', to: 'read', label: 'each', isTaken: false },
      { from: 'read', to: 'write', label: null, isTaken: false },
    ]);
  });

  it('leads from the end of a branch, and from a branch without a block, to what follows the conditional', () => {
    const { edges } = blockGraphOf(
      [
        block('which', {
          next_block_label: 'read',
          branch_conditions: [
            { criteria: { expression: '{{ x }}' }, next_block_label: 'filter', is_default: false },
            { criteria: null, next_block_label: null, is_default: true },
          ],
        }),
        block('filter'),
        block('read'),
      ],
      [],
    );
    expect(edges).toEqual([
      { from: 'which', to: 'filter', label: '{{ x }}', isTaken: false },
      { from: 'which', to: 'read', label: 'else', isTaken: false },
      { from: 'filter', to: 'read', label: null, isTaken: false },
    ]);
  });

  it('tells which ways the run has gone: a branch by its blocks, which are children of the conditional', () => {
    const blocks = [
      block('which', {
        next_block_label: 'read',
        branch_conditions: [
          { criteria: { expression: '{{ x }}' }, next_block_label: 'filter', is_default: false },
          { criteria: null, next_block_label: null, is_default: true },
        ],
      }),
      block('filter'),
      block('read'),
    ];
    const taken = (run: Parameters<typeof blockGraphOf>[1]) =>
      blockGraphOf(blocks, run).edges.flatMap(({ from, to, isTaken }) => (isTaken ? [`${from} ${to}`] : []));
    const which = executed('which', 'completed', 'wrb_1');
    const read = executed('read', 'completed', 'wrb_3');
    expect(taken([which, executed('filter', 'completed', 'wrb_2', 'wrb_1'), read])).toEqual([
      'which filter',
      'filter read',
    ]);
    expect(taken([which, read])).toEqual(['which read']);
  });
});
