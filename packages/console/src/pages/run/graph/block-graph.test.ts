import { describe, expect, it } from 'vitest';
import { blockGraphOf } from './block-graph.ts';

const block = (label: string, fields: object = {}) =>
  ({ label, block_type: 'code', next_block_label: null, ...fields }) as never;
const executed = (label: string, status: string, id: string) =>
  ({ label, status, workflow_run_block_id: id }) as never;

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
    expect(edges).toEqual([{ from: 'a', to: 'b', label: null }]);
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
      { from: 'which', to: 'each_row', label: '{{ x }}' },
      { from: 'which', to: 'end', label: 'else' },
      { from: 'each_row', to: 'end', label: null },
      { from: 'each_row', to: 'read', label: 'each' },
      { from: 'read', to: 'write', label: null },
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
      { from: 'which', to: 'filter', label: '{{ x }}' },
      { from: 'which', to: 'read', label: 'else' },
      { from: 'filter', to: 'read', label: null },
    ]);
  });
});
