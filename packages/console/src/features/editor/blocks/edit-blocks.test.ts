import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../yaml/json.ts';
import { topBlocks } from './definition.ts';
import { addBlock, changeBlock, connect, freeLabel, moveBlock, removeBlock } from './edit-blocks.ts';

const wait = (label: string, next?: string): JsonObject => ({
  label,
  block_type: 'wait',
  ...(next === undefined ? {} : { next_block_label: next }),
});
const file = (blocks: readonly JsonObject[], own: JsonObject = {}): Json => ({
  workflow_definition: { ...own, blocks },
});
const choice: JsonObject = {
  label: 'which',
  block_type: 'conditional',
  branch_conditions: [{ is_default: true }],
};

describe('addBlock', () => {
  it('adds a block to a list that is walked in its order', () => {
    expect(addBlock(topBlocks, 0, wait('x'))(file([wait('a'), wait('b')]))).toEqual(
      file([wait('a'), wait('x'), wait('b')]),
    );
    expect(addBlock(topBlocks, null, wait('x'))({ title: 'A' })).toEqual({
      title: 'A',
      workflow_definition: { blocks: [wait('x')] },
    });
  });

  it('leads the edge of the block before it through the new one', () => {
    expect(addBlock(topBlocks, 0, wait('x'))(file([wait('a', 'b'), wait('b')]))).toEqual(
      file([wait('a', 'x'), wait('x', 'b'), wait('b')]),
    );
    expect(addBlock(topBlocks, null, wait('x'))(file([wait('b'), wait('a', 'b')]))).toEqual(
      file([wait('x', 'a'), wait('b'), wait('a', 'b')]),
    );
  });

  it('writes the order as labels before a conditional comes in, and raises version 1', () => {
    const ends = { finally_block_label: 'z' };
    expect(
      addBlock(topBlocks, 0, choice)(file([wait('a'), wait('b'), wait('z')], { version: 1, ...ends })),
    ).toEqual(
      file([wait('a', 'which'), { ...choice, next_block_label: 'b' }, wait('b'), wait('z')], {
        version: 2,
        ...ends,
      }),
    );
    expect(addBlock(topBlocks, 0, choice)(file([wait('a')]))).toEqual(file([wait('a', 'which'), choice]));
  });
});

describe('removeBlock', () => {
  it('leads edges of the removed block to the one after it', () => {
    const which = (target: string) => ({
      ...choice,
      branch_conditions: [{ next_block_label: target }, { is_default: true }],
    });
    expect(removeBlock(topBlocks, 1)(file([which('b'), wait('b', 'c'), wait('c')]))).toEqual(
      file([which('c'), wait('c')]),
    );
    expect(removeBlock(topBlocks, 1)(file([wait('a', 'b'), wait('b')]))).toEqual(file([wait('a')]));
  });

  it('forgets that the removed block was to run last', () => {
    expect(removeBlock(topBlocks, 1)(file([wait('a'), wait('z')], { finally_block_label: 'z' }))).toEqual(
      file([wait('a')]),
    );
  });
});

describe('connect', () => {
  it('writes the order as labels first, so that the other blocks keep their places', () => {
    expect(connect(topBlocks, 0, 'next', 'c')(file([wait('a'), wait('b'), wait('c')]))).toEqual(
      file([wait('a', 'c'), wait('b', 'c'), wait('c')]),
    );
    expect(connect(topBlocks, 0, 'next', null)(file([wait('a'), wait('b'), wait('c')]))).toEqual(
      file([wait('a'), wait('b', 'c'), wait('c')]),
    );
  });

  it('leads branches and failures to a block', () => {
    const which = { ...choice, next_block_label: 'b' };
    expect(connect(topBlocks, 0, { branch: 0 }, 'c')(file([which, wait('b'), wait('c')]))).toEqual(
      file([
        { ...which, branch_conditions: [{ is_default: true, next_block_label: 'c' }] },
        wait('b'),
        wait('c'),
      ]),
    );
    expect(connect(topBlocks, 0, 'failure', 'b')(file([wait('a'), wait('b')]))).toEqual(
      file([{ ...wait('a'), on_failure_next_label: 'b' }, wait('b')]),
    );
  });
});

describe('changeBlock', () => {
  it('uses a new label wherever the old one was', () => {
    const inner = { ...wait('inner'), text: '{% if read_output %}a{% endif %} read_output' };
    const before = file(
      [
        wait('read', 'send'),
        {
          ...wait('send', 'each'),
          url: '{{ read_output.rows[0] }} {{ thread_output }}',
          parameter_keys: ['read_output'],
        },
        { label: 'each', block_type: 'for_loop', loop_blocks: [inner] },
      ],
      { finally_block_label: 'read' },
    );
    const after = changeBlock(topBlocks, 0, wait('orders', 'send'))(before);
    const expected = JSON.stringify(before)
      .replace('{{ read_output', '{{ orders_output')
      .replace('["read_output"]', '["orders_output"]')
      .replace('if read_output', 'if orders_output')
      .replaceAll('"read"', '"orders"');
    expect(after).toEqual(JSON.parse(expected));
  });

  it('writes the order of the others as labels with the first label', () => {
    expect(changeBlock(topBlocks, 0, wait('a', 'c'))(file([wait('a'), wait('b'), wait('c')]))).toEqual(
      file([wait('a', 'c'), wait('b', 'c'), wait('c')]),
    );
  });
});

describe('moveBlock and freeLabel', () => {
  it('moves a block within its list and no further', () => {
    expect(moveBlock(topBlocks, 1, 0)(file([wait('a'), wait('b')]))).toEqual(file([wait('b'), wait('a')]));
    expect(moveBlock(topBlocks, 1, 2)(file([wait('a'), wait('b')]))).toEqual(file([wait('a'), wait('b')]));
  });

  it('finds a label that nothing has', () => {
    expect(freeLabel(file([wait('wait'), wait('wait_2')]), 'wait')).toBe('wait_3');
    expect(freeLabel(file([], { parameters: [{ key: 'wait' }] }), 'wait')).toBe('wait_2');
    expect(freeLabel(undefined, 'wait')).toBe('wait');
  });
});
