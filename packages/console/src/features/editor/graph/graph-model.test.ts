import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../yaml/json.ts';
import { graphOf } from './graph-model.ts';
import { layoutGraph } from './layout-graph.ts';

const block = (label: string, own: JsonObject = {}): JsonObject => ({ label, block_type: 'wait', ...own });
const file = (blocks: readonly Json[], own: JsonObject = {}): Json => ({
  workflow_definition: { blocks, ...own },
});
const ways = (blocks: readonly JsonObject[], own: JsonObject = {}) =>
  graphOf(file(blocks, own)).edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`);
const choice = (label: string, targets: readonly (string | null)[], next?: string): JsonObject => ({
  label,
  block_type: 'conditional',
  branch_conditions: targets.map((target, index) => ({
    is_default: index === targets.length - 1,
    ...(target === null ? {} : { next_block_label: target }),
  })),
  ...(next === undefined ? {} : { next_block_label: next }),
});

describe('graphOf', () => {
  it('connects blocks in their order when none has a label of the next', () => {
    expect(ways([block('a'), block('b'), block('c')])).toEqual(['a order b', 'b order c']);
  });

  it('follows the labels when there is one, and fills in nothing', () => {
    expect(ways([block('a', { next_block_label: 'c' }), block('b'), block('c')])).toEqual(['a written c']);
  });

  it('leads the chains of all branches to the block after the conditional, also of those without a target', () => {
    const blocks = [choice('which', ['b', 'c', null], 'd'), block('b'), block('c'), block('d')];
    expect(ways(blocks)).toEqual([
      'which written b',
      'b merge d',
      'which written c',
      'c merge d',
      'which merge d',
    ]);
  });

  it('leads a nested conditional without a block after it to that of the outer one', () => {
    const blocks = [
      choice('outer', ['inner'], 'end'),
      choice('inner', ['leaf']),
      block('leaf'),
      block('end'),
    ];
    expect(ways(blocks)).toEqual(['outer written inner', 'inner written leaf', 'leaf merge end']);
  });

  it('shows edges of failures, and none of the block that runs last', () => {
    const blocks = [block('a', { on_failure_next_label: 'c' }), block('b'), block('c'), block('clean')];
    expect(ways(blocks, { finally_block_label: 'clean' })).toEqual(['a order b', 'b order c', 'a written c']);
  });

  it('keeps the blocks of a loop inside it, and draws cycles and doubled labels', () => {
    const graph = graphOf(
      file([
        { label: 'each', block_type: 'for_loop', loop_blocks: [block('a'), block('b')] },
        block('a', { next_block_label: 'x' }),
        block('x', { next_block_label: 'a' }),
      ]),
    );
    expect(graph.nodes.map(({ id, loop }) => [id, loop])).toEqual([
      ['each', null],
      ['a', 'each'],
      ['b', 'each'],
      ['a#2', null],
      ['x', null],
    ]);
    expect(graph.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(['a#2 x', 'x a#2', 'a b']);
    const boxes = layoutGraph(graph);
    const loop = boxes.get('each');
    for (const inner of ['a', 'b']) {
      const box = boxes.get(inner);
      expect(box?.y).toBeGreaterThan(40);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(loop?.height ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(loop?.width ?? 0);
    }
  });

  it('reads what is no workflow as an empty graph', () => {
    for (const value of [undefined, null, 'text', [], { workflow_definition: 3 }, file([null, 4])])
      expect(graphOf(value)).toEqual({ nodes: [], edges: [] });
  });
});

describe('layoutGraph', () => {
  it('draws blocks one below the other without overlap, and the last one lowest', () => {
    const blocks = [block('clean'), choice('which', ['b', 'c'], 'd'), block('b'), block('c'), block('d')];
    const boxes = [...layoutGraph(graphOf(file(blocks, { finally_block_label: 'clean' })))];
    for (const [id, a] of boxes)
      for (const [other, b] of boxes)
        if (id !== other)
          expect(
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
          ).toBe(true);
    const order = boxes.toSorted(([, a], [, b]) => a.y - b.y).map(([id]) => id);
    expect([order[0], ...order.slice(-2)]).toEqual(['which', 'd', 'clean']);
  });
});
