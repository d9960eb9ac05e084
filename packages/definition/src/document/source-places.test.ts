import { expect, it } from 'vitest';
import { sourcePlaces } from './source-places.ts';

const yaml = `# a comment
title: Orders
workflow_definition:
  blocks:
    - block_type: for_loop
      label: each
      loop_blocks:
        - { block_type: wait, label: pause,
            wait_sec: '1' }
    - label: last
      block_type: wait
`;
const blocks = ['workflow_definition', 'blocks'];

it('a path of YAML gives line and column of its key and the label of the innermost block', () => {
  const place = sourcePlaces(yaml);
  expect(place(['title'])).toEqual({ line: 2, column: 1, block: null });
  expect(place([...blocks, 0, 'loop_blocks', 0, 'wait_sec'])).toEqual({
    line: 9,
    column: 13,
    block: 'pause',
  });
  expect(place([...blocks, 1, 'block_type'])).toEqual({ line: 11, column: 7, block: 'last' });
  expect(place([...blocks, 1])).toEqual({ line: 10, column: 7, block: 'last' });
});

it('a missing field gives the line of the block that lacks it', () => {
  expect(sourcePlaces(yaml)([...blocks, 1, 'wait_sec'])).toEqual({ line: 10, column: 7, block: 'last' });
  expect(sourcePlaces(yaml)(['workflow_definition', 'parameters', 0])).toEqual({
    line: 3,
    column: 1,
    block: null,
  });
});

it('a path of JSON gives its line and column', () => {
  const json = JSON.stringify(
    { title: 'A "b"', workflow_definition: { blocks: [{ label: 'pause', wait_sec: -1 }] } },
    null,
    2,
  );
  expect(sourcePlaces(json)([...blocks, 0, 'wait_sec'])).toEqual({ line: 7, column: 10, block: 'pause' });
});

it('an alias gives the place of its own key, and a text that cannot be read gives none', () => {
  expect(sourcePlaces('a: [')(['a'])).toBeNull();
  expect(sourcePlaces('a: &b [1]\nc: *b')(['c', 0])).toEqual({ line: 2, column: 1, block: null });
});
