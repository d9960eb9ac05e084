import type { BlockNode } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import type { BlockList } from './graph.ts';
import { reachOf } from './reach.ts';

const block = (label: string, next: string | null = null, more: object = {}): BlockNode => ({
  block_type: 'task',
  label,
  next_block_label: next,
  ...more,
});
const choice = (
  label: string,
  merge: string | null,
  branches: readonly (string | null)[],
  more: object = {},
): BlockNode =>
  block(label, merge, {
    block_type: 'conditional',
    branch_conditions: branches.map((next_block_label) => ({ next_block_label })),
    ...more,
  });
const list = (blocks: readonly BlockNode[], finallyLabel: string | null = null): BlockList => ({
  blocks,
  finallyLabel,
});
const follows = (blocks: BlockList, ...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([label, before]) => reachOf(blocks).canFollow(label, before));

describe('what can follow', () => {
  it('in a list is what stands later, and the finally block follows everything', () => {
    const inOrder = list([block('A'), block('B'), block('Z')], 'Z');
    expect(follows(inOrder, ['B', 'A'], ['A', 'B'], ['A', 'A'])).toEqual([true, false, false]);
    expect(follows(inOrder, ['Z', 'B'], ['B', 'Z'])).toEqual([true, false]);
  });

  it('in a graph is what a way leads to, over merge points and failure labels', () => {
    const graph = list([
      choice('Q', 'M', ['A', 'B']),
      block('A', null, { on_failure_next_label: 'F' }),
      block('B'),
      block('M'),
      block('F'),
    ]);
    expect(follows(graph, ['M', 'A'], ['B', 'A'], ['A', 'Q'], ['M', 'F'], ['F', 'B'])).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('is everything where the ways are a problem of their own', () => {
    expect(follows(list([block('A', 'B'), block('B', 'A')]), ['A', 'B'])).toEqual([true]);
    expect(follows(list([block('A', 'C'), block('B'), block('C')]), ['A', 'B'])).toEqual([true]);
  });

  it('reaches beyond 32 blocks', () => {
    const many = list(
      Array.from({ length: 100 }, (_, index) => block(`b${index}`, index < 99 ? `b${index + 1}` : null)),
    );
    expect(follows(many, ['b99', 'b0'], ['b64', 'b63'], ['b63', 'b64'], ['b31', 'b32'])).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('unreachable blocks', () => {
  it('is a merge point when every branch goes to the finally block', () => {
    const blocks = [choice('Q', 'M', ['A', 'Z']), block('A', 'Z'), block('M'), block('Z')];
    expect(reachOf(list(blocks, 'Z')).unreachable).toEqual(['M']);
  });

  it('is nothing when a branch has no target, or a failure of the conditional is passed over', () => {
    const open = [choice('Q', 'M', ['A', null]), block('A', 'Z'), block('M'), block('Z')];
    expect(reachOf(list(open, 'Z')).unreachable).toEqual([]);
    const passed = [choice('Q', 'M', ['Z'], { continue_on_failure: true }), block('M'), block('Z')];
    expect(reachOf(list(passed, 'Z')).unreachable).toEqual([]);
  });
});
