import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';
import { type Json, withValueAt } from './json.ts';
import { readYaml } from './read-yaml.ts';

const orders = `# Reads the orders.
title: Orders   # shown in lists

workflow_definition:
    parameters:
    # The site.
    - { key: site, parameter_type: workflow, workflow_parameter_type: string }
    blocks:
    # Opens the page.
    - label: open
      block_type: goto_url
      url: "{{ site }}/orders" # the list

    # Reads it.
    - block_type: extraction
      label: read
      data_extraction_goal: |
        Every order
        of the table.
      data_schema: {type: object, properties: {orders: {type: array}}}
`;

const blocks = ['workflow_definition', 'blocks'];
const read = (text: string) => readYaml(text).value as Json;
const change = (text: string, path: readonly (string | number)[], value: Json | undefined) =>
  editText(text, withValueAt(read(text), path, value) as Json);

describe('editText', () => {
  it('changes a value in its style and keeps every other character', () => {
    expect(change(orders, [...blocks, 0, 'url'], '{{ site }}/all')).toBe(
      orders.replace('"{{ site }}/orders"', '"{{ site }}/all"'),
    );
    expect(change(orders, ['title'], 'Orders: all')).toBe(orders.replace('Orders   #', '"Orders: all"   #'));
  });

  it('keeps a text of several lines as one', () => {
    expect(change(orders, [...blocks, 1, 'data_extraction_goal'], 'All orders.\nTwice.\n')).toBe(
      orders.replace('Every order\n        of the table.', 'All orders.\n        Twice.'),
    );
  });

  it('adds a member below the last one of its block', () => {
    expect(change(orders, [...blocks, 0, 'next_block_label'], 'read')).toBe(
      orders.replace('# the list\n', '# the list\n      next_block_label: read\n'),
    );
  });

  it('removes a member with its line', () => {
    expect(change(orders, [...blocks, 0, 'url'], undefined)).toBe(
      orders.replace('      url: "{{ site }}/orders" # the list\n', ''),
    );
    expect(change(orders, [...blocks, 1, 'block_type'], undefined)).toBe(
      orders.replace('block_type: extraction\n      label', 'label'),
    );
  });

  it('writes only the collection in braces that a change is in', () => {
    expect(change(orders, ['workflow_definition', 'parameters', 0, 'default_value'], 'a, b')).toBe(
      orders.replace(
        'workflow_parameter_type: string }',
        'workflow_parameter_type: string, default_value: "a, b" }',
      ),
    );
    const changed = change(orders, [...blocks, 1, 'data_schema', 'properties', 'orders', 'minItems'], 1);
    expect(changed.split('data_schema')[0]).toBe(orders.split('data_schema')[0]);
    expect(read(changed)).toEqual(
      withValueAt(read(orders), [...blocks, 1, 'data_schema', 'properties', 'orders', 'minItems'], 1),
    );
  });

  it('inserts, removes and moves blocks with their comments', () => {
    const list = (read(orders) as { workflow_definition: { blocks: Json[] } }).workflow_definition.blocks;
    const wait = { block_type: 'wait', label: 'rest', wait_sec: 5 };
    const [open, extract] = list as [Json, Json];
    const at = (items: readonly Json[]) => change(orders, blocks, items);
    expect(at([open, wait, extract])).toBe(
      orders.replace(
        '# the list\n',
        '# the list\n    - block_type: wait\n      label: rest\n      wait_sec: 5\n',
      ),
    );
    expect(at([wait, open, extract])).toBe(
      orders.replace(
        '    # Opens',
        '    - block_type: wait\n      label: rest\n      wait_sec: 5\n    # Opens',
      ),
    );
    expect(at([open, extract, wait])).toBe(
      `${orders}    - block_type: wait\n      label: rest\n      wait_sec: 5\n`,
    );
    expect(at([open])).toBe(`${orders.split('    # Reads it.')[0]}`);
    const moved = at([extract, open]);
    expect(read(moved)).toEqual(withValueAt(read(orders), blocks, [extract, open]));
    expect(moved.indexOf('# Reads it.\n    - block_type: extraction')).toBeGreaterThan(0);
    expect(moved.indexOf('# Reads it.')).toBeLessThan(moved.indexOf('# Opens the page.'));
    expect(moved).toContain('# shown in lists');
  });

  it('fills a list that is empty, and empties one', () => {
    const empty = 'title: A\nworkflow_definition:\n  # none yet\n  blocks: []\n  version: 1\n';
    const filled = change(empty, blocks, [{ label: 'a', block_type: 'wait', wait_sec: 1 }]);
    expect(filled).toContain(
      '# none yet\n  blocks:\n    - label: a\n      block_type: wait\n      wait_sec: 1\n  version: 1\n',
    );
    expect(change(filled, blocks, [])).toBe(empty);
  });

  it('writes JSON as JSON, and an empty text anew', () => {
    expect(change('{"title": "A"}', ['title'], 'B')).toBe('{\n  "title": "B"\n}\n');
    expect(editText('', { title: 'A' })).toBe('title: A\n');
  });

  it('writes a text of several lines as a block, whatever stood there', () => {
    const lines = 'const a = "x: y";\nreturn a;';
    for (const source of ['code: const a\nnext: 1\n', 'code: "const a: b"\nnext: 1\n', 'next: 1\n'])
      expect(editText(source, { ...(read(source) as object), code: lines })).toContain(
        'code: |-\n  const a = "x: y";\n  return a;\n',
      );
  });

  it('results in the wanted value whatever the source looks like', () => {
    const sources = [
      '{title: A, workflow_definition: {blocks: [{label: a, block_type: wait}]}}',
      'title: &t A\ndescription: *t\nworkflow_definition:\n  blocks:\n  - label: a\n    block_type: wait\n',
      '"title": A\nworkflow_definition: {blocks: [\n  {label: a, block_type: wait}\n ]}\n',
      '? title\n: A\nworkflow_definition:\n  blocks:\n    -\n      label: a\n      block_type: wait\n',
      'title: >-\n  A\n  B\nworkflow_definition:\n  blocks: # list\n  - # first\n    label: a # name\n    block_type: wait\n',
    ];
    const edits: readonly (readonly [readonly (string | number)[], Json])[] = [
      [['title'], 'New: one'],
      [['description'], 'Text\nof two lines'],
      [[...blocks, 0, 'label'], 'b'],
      [[...blocks, 0, 'wait_sec'], 3],
      [
        blocks,
        [
          { label: 'z', block_type: 'code', code: 'return {a: 1}\n' },
          { label: 'a', block_type: 'wait' },
        ],
      ],
      [blocks, []],
      [['workflow_definition', 'parameters'], [{ key: 'k', default_value: { a: [1, null, true, '1'] } }]],
    ];
    for (const source of sources)
      for (const [path, value] of edits) {
        const expected = withValueAt(read(source), path, value) as Json;
        expect([source, path, read(editText(source, expected))]).toEqual([source, path, expected]);
      }
  });
});
