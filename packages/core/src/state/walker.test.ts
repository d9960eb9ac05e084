import type { BlockNode } from '@runwright/contract';
import { expect, it } from 'vitest';
import { type BlockEnd, createWalker } from './walker.ts';

const block = (label: string, members: Record<string, unknown> = {}): BlockNode => ({
  block_type: 'step',
  label,
  ...members,
});
const choice = (label: string, targets: (string | null)[], next: string | null = null): BlockNode => ({
  block_type: 'conditional',
  label,
  next_block_label: next,
  branch_conditions: targets.map((target) => ({ next_block_label: target })),
});

/** The labels that a walk visits, each with the conditional that it stands under. */
function visits(
  blocks: BlockNode[],
  results: Record<string, Partial<BlockEnd>> = {},
  finallyLabel: string | null = null,
) {
  const walk = createWalker({ blocks, finallyLabel });
  const seen: string[] = [];
  for (let execution = walk.current(); execution !== null; execution = walk.current()) {
    const { label } = execution.node;
    seen.push(execution.parentLabel === null ? label : `${execution.parentLabel}/${label}`);
    walk.advance({ status: 'completed', chosenLabel: null, ...results[label] });
  }
  return { seen, stopped: walk.stopped()?.node.label ?? null };
}

it('a list without labels is executed in order', () => {
  expect(visits([block('a'), block('b'), block('c')]).seen).toEqual(['a', 'b', 'c']);
});

it('a block may have the label `stop`', () => {
  expect(visits([block('a'), block('stop'), block('c')])).toEqual({
    seen: ['a', 'stop', 'c'],
    stopped: null,
  });
});

it('labels decide the order as soon as there is one, starting at the root', () => {
  const blocks = [block('c'), block('a', { next_block_label: 'b' }), block('b', { next_block_label: 'c' })];
  expect(visits(blocks).seen).toEqual(['a', 'b', 'c']);
});

it('only the chosen branch runs, then the merge point once, as a sibling', () => {
  const blocks = [choice('if', ['x', 'y'], 'm'), block('x'), block('y'), block('m')];
  expect(visits(blocks, { if: { chosenLabel: 'y' } }).seen).toEqual(['if', 'if/y', 'm']);
});

it('a branch that names the merge point itself meets there too', () => {
  const blocks = [choice('if', ['x', 'm'], 'm'), block('x', { next_block_label: 'm' }), block('m')];
  expect(visits(blocks, { if: { chosenLabel: 'x' } }).seen).toEqual(['if', 'if/x', 'm']);
  expect(visits(blocks, { if: { chosenLabel: 'm' } }).seen).toEqual(['if', 'm']);
});

it('a matched branch without a target goes on at the merge point, or ends', () => {
  expect(visits([choice('if', [null], 'm'), block('m')]).seen).toEqual(['if', 'm']);
  expect(visits([choice('if', [null, 'x']), block('x')]).seen).toEqual(['if']);
});

it('a nested conditional without a merge point of its own ends at the outer one', () => {
  const blocks = [
    choice('outer', ['inner', 'z'], 'm'),
    choice('inner', ['x']),
    block('x'),
    block('z'),
    block('m'),
  ];
  const results = { outer: { chosenLabel: 'inner' }, inner: { chosenLabel: 'x' } };
  expect(visits(blocks, results).seen).toEqual(['outer', 'outer/inner', 'inner/x', 'm']);
});

it('a failure without a handler stops the list', () => {
  for (const status of ['failed', 'terminated', 'timed_out', 'canceled'] as const) {
    expect(visits([block('a'), block('b')], { a: { status } })).toEqual({ seen: ['a'], stopped: 'a' });
  }
});

it('a rescued failure goes on, at the failure label before the own next block', () => {
  const go = { continue_on_failure: true };
  const failed = { a: { status: 'failed' } } as const;
  expect(visits([block('a', go), block('b')], failed)).toEqual({ seen: ['a', 'b'], stopped: null });
  const elsewhere = { ...go, on_failure_next_label: 'c' };
  expect(visits([block('a', elsewhere), block('b'), block('c'), block('d')], failed).seen).toEqual([
    'a',
    'c',
    'd',
  ]);
});

it('nothing rescues a canceled block', () => {
  const blocks = [block('a', { continue_on_failure: true }), block('b')];
  expect(visits(blocks, { a: { status: 'canceled' } }).stopped).toBe('a');
});

it('a failed conditional that may fail continues at its own next block', () => {
  const blocks = [{ ...choice('if', ['x'], 'm'), continue_on_failure: true }, block('x'), block('m')];
  expect(visits(blocks, { if: { status: 'failed' } }).seen).toEqual(['if', 'm']);
});

it('a failure edge inside a branch still meets at the merge point', () => {
  const blocks = [
    choice('if', ['x'], 'm'),
    block('x', { on_failure_next_label: 'repair' }),
    block('repair'),
    block('m'),
  ];
  const results = { if: { chosenLabel: 'x' }, x: { status: 'failed' } } as const;
  expect(visits(blocks, results).seen).toEqual(['if', 'if/x', 'if/repair', 'm']);
});

it('the finally block is left out, and an edge to it ends the list', () => {
  expect(visits([block('a'), block('end'), block('b')], {}, 'end').seen).toEqual(['a', 'b']);
  expect(visits([block('a', { next_block_label: 'end' }), block('end')], {}, 'end').seen).toEqual(['a']);
});

it('a way that leads to a block twice is refused', () => {
  const blocks = [
    block('a', { next_block_label: 'b' }),
    block('b', { next_block_label: 'c' }),
    block('c', { next_block_label: 'b' }),
  ];
  expect(() => visits(blocks)).toThrow('cycle');
});

it('an empty list is over at once', () => {
  expect(visits([])).toEqual({ seen: [], stopped: null });
});

it('in an ordered list no label leads, and a conditional chooses nothing', () => {
  const blocks = [choice('if', ['c'], 'b'), block('a'), block('b'), block('c')];
  const walk = createWalker({ blocks, finallyLabel: 'b', ordered: true });
  const seen: string[] = [];
  for (let at = walk.current(); at !== null; at = walk.current()) {
    seen.push(`${at.parentLabel}/${at.node.label}`);
    walk.advance({ status: 'completed', chosenLabel: at.node.label === 'if' ? 'c' : null });
  }
  expect(seen).toEqual(['null/if', 'null/a', 'null/c']);
});
