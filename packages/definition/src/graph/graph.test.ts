import type { BlockNode } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { type BlockList, cycleOf, modeOf, rootsOf } from './graph.ts';

const block = (label: string, next: string | null = null, more: object = {}): BlockNode => ({
  block_type: 'task',
  label,
  next_block_label: next,
  ...more,
});
const choice = (label: string, merge: string | null, branches: readonly (string | null)[]): BlockNode =>
  block(label, merge, {
    block_type: 'conditional',
    branch_conditions: branches.map((next_block_label) => ({ next_block_label })),
  });
const list = (blocks: readonly BlockNode[], finallyLabel: string | null = null): BlockList => ({
  blocks,
  finallyLabel,
});

it('a list is a graph as soon as one block chooses or names its next block', () => {
  expect(modeOf([block('A'), block('B')])).toBe('list');
  expect(modeOf([block('A', 'B'), block('B')])).toBe('graph');
  expect(modeOf([choice('A', null, [null])])).toBe('graph');
  expect(modeOf([block('A', ''), block('B', null, { on_failure_next_label: 'C' })])).toBe('list');
});

it('the finally block is no root', () => {
  expect(rootsOf(list([block('Z'), block('A', 'B'), block('B', 'Z')], 'Z'))).toEqual(['A']);
});

describe('a graph', () => {
  it('counts merge points and failure labels as ways to a block', () => {
    const blocks = [
      choice('Q', 'M', ['A']),
      block('A', null, { on_failure_next_label: 'F' }),
      block('F'),
      block('M'),
    ];
    expect(rootsOf(list(blocks))).toEqual(['Q']);
    expect(cycleOf(list(blocks))).toBeNull();
  });

  it('tells the blocks of a cycle in order', () => {
    expect(cycleOf(list([block('S', 'A'), block('A', 'B'), block('B', 'A')]))).toEqual(['A', 'B', 'A']);
    expect(cycleOf(list([block('A', 'A')]))).toEqual(['A', 'A']);
  });

  it('sees a cycle that only a merge point closes', () => {
    const blocks = [choice('Q', 'M', ['A']), block('A'), block('M', 'A')];
    expect(cycleOf(list(blocks))).toEqual(['M', 'A', 'M']);
  });

  it('of ten thousand blocks is checked without running out of stack', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      block(`b${index}`, index < 9_999 ? `b${index + 1}` : null),
    );
    expect(cycleOf(list(many))).toBeNull();
    expect(rootsOf(list(many))).toEqual(['b0']);
  });
});
