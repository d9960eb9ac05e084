import type { BlockNode, ScriptFile, WorkflowDefinition } from '@runwright/contract';
import { expect, it } from 'vitest';
import { definitionPath, invalidLabels, learnedDefinition } from './learned-block.ts';

const block = (label: string, members: object = {}): BlockNode => ({
  block_type: 'task',
  label,
  url: 'https://a.test',
  ...members,
});
const definition = (
  blocks: readonly BlockNode[],
  keys: readonly string[] = ['name'],
): WorkflowDefinition => ({
  parameters: keys.map((key) => ({ parameter_type: 'workflow', key, workflow_parameter_type: 'string' })),
  blocks: [...blocks],
});
const learned = definition([
  block('A'),
  block('loop', { loop_blocks: [block('B')] }),
  block('C'),
  block('D'),
]);
const files: readonly ScriptFile[] = [
  { path: definitionPath, content: JSON.stringify(learnedDefinition(learned)) },
];
const loop = (body: readonly BlockNode[], members: object = {}) =>
  block('loop', { loop_blocks: body, ...members });

it.each<[string, WorkflowDefinition, readonly string[]]>([
  ['nothing', learned, []],
  [
    'what says nothing about the work',
    definition([
      block('A', { disable_cache: true, next_block_label: 'C', model: { name: 'x' } }),
      loop([block('B')]),
      block('C'),
      block('D'),
    ]),
    [],
  ],
  [
    'the order of members',
    definition([
      { url: 'https://a.test', label: 'A', block_type: 'task' },
      loop([block('B')]),
      block('C'),
      block('D'),
    ]),
    [],
  ],
  ['a block that was removed', definition([block('A'), loop([block('B')]), block('D')]), []],
  [
    'a changed block',
    definition([block('A'), loop([block('B')]), block('C', { url: 'https://b.test' }), block('D')]),
    ['C', 'D'],
  ],
  [
    'a changed block of a loop',
    definition([block('A'), loop([block('B', { url: 'https://b.test' })]), block('C'), block('D')]),
    ['B', 'C', 'D'],
  ],
  [
    'a new block',
    definition([block('A'), block('N'), loop([block('B')]), block('C'), block('D')]),
    ['N', 'loop', 'B', 'C', 'D'],
  ],
  ['another parameter', definition([block('A')], ['name', 'size']), ['A']],
])('%s makes these programs invalid: %s', (_name, changed, invalid) => {
  expect([...invalidLabels(files, changed)]).toEqual(invalid);
});

it('a script that does not say what it was learned for is valid', () => {
  expect([...invalidLabels([], learned)]).toEqual([]);
  expect([...invalidLabels([{ path: definitionPath, content: 'not json' }], learned)]).toEqual([]);
});

it('a member of a schema counts, also when it has the name of one that does not', () => {
  const withSchema = (type: string) =>
    definition([block('A', { data_schema: { properties: { id: { type } } } })]);
  const own = [{ path: definitionPath, content: JSON.stringify(learnedDefinition(withSchema('string'))) }];
  expect([...invalidLabels(own, withSchema('number'))]).toEqual(['A']);
});
