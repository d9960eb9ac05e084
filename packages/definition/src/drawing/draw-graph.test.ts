import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { parseDefinition } from '../document/parsed-definition.ts';
import { drawDefinition, drawGraph } from './draw-graph.ts';
import { escapeMermaidText } from './mermaid.ts';

const registry = createBlockTypes([]);
const draw = (blocks: readonly object[], definition: object = {}) =>
  drawGraph(parseDefinition({ blocks, ...definition }, registry));
const task = (label: string, members: object = {}) => ({ block_type: 'task', label, ...members });
const each = (label: string, loop_blocks: readonly object[], members: object = {}) => ({
  block_type: 'for_loop',
  label,
  loop_blocks,
  ...members,
});
const choice = (
  label: string,
  branches: readonly (readonly [string | null, string | null])[],
  members: object = {},
) => ({
  block_type: 'conditional',
  label,
  branch_conditions: branches.map(([expression, next_block_label]) =>
    expression === null
      ? { is_default: true, next_block_label }
      : { criteria: { expression }, next_block_label },
  ),
  ...members,
});
const ways = (blocks: readonly object[], definition: object = {}) =>
  draw(blocks, definition).json.edges.map(
    ({ from, to, kind, text }) => `${from} ${kind}${text === null ? '' : ` (${text})`} ${to ?? 'end'}`,
  );

/** What a flowchart may consist of; a text of a user is in quotes and has no sign that could end them. */
const text = /"(?:[\p{L}\p{M}\p{N} _.,+…-]|#\d+;|<br\/>|<\/?i>)*"/u.source;
const grammar = [
  /^flowchart TD$/,
  new RegExp(`^ *b\\d+(?:\\[${text}\\]|\\{${text}\\}|\\(\\[${text}\\]\\))$`, 'u'),
  new RegExp(`^ *subgraph b\\d+\\[${text}\\]$`, 'u'),
  /^ *end$/,
  /^ {2}over\(\("end"\)\)$/,
  new RegExp(`^ {2}b\\d+ (?:-->|-\\.->)(?:\\|${text}\\|)? (?:b\\d+|over)$`, 'u'),
];
const breaches = (mermaid: string) =>
  mermaid
    .trimEnd()
    .split('\n')
    .filter((line) => !grammar.some((rule) => rule.test(line)));

describe('the ways', () => {
  it('of a list are its order and its failure labels', () => {
    expect(ways([task('A', { on_failure_next_label: 'C' }), task('B'), task('C')])).toEqual([
      'A next B',
      'A failure C',
      'B next C',
    ]);
  });

  it('of a graph are its labels, branches with their texts, and the ways back together', () => {
    const blocks = [
      choice(
        'Q',
        [
          ['{{ n > 1 }}', 'A'],
          [null, 'B'],
        ],
        { next_block_label: 'M' },
      ),
      task('A', { next_block_label: 'A2', on_failure_next_label: 'B' }),
      task('A2'),
      task('B'),
      task('M'),
    ];
    expect(ways(blocks)).toEqual([
      'Q branch ({{ n > 1 }}) A',
      'Q branch (default) B',
      'A next A2',
      'A failure B',
      'A2 merge M',
      'B merge M',
    ]);
  });

  it('of a branch without target lead to the meeting point, or to the end', () => {
    expect(ways([choice('Q', [['{{ a }}', null]], { next_block_label: 'M' }), task('M')])).toEqual([
      'Q branch ({{ a }}) M',
    ]);
    expect(
      ways([
        choice('Q', [
          ['{{ a }}', 'A'],
          [null, null],
        ]),
        task('A'),
      ]),
    ).toEqual(['Q branch ({{ a }}) A', 'Q branch (default) end']);
  });

  it('of a conditional in a branch meet where the branch around it does', () => {
    const blocks = [
      choice('Q', [['{{ a }}', 'R']], { next_block_label: 'M' }),
      choice('R', [
        ['{{ b }}', 'X'],
        [null, null],
      ]),
      task('X'),
      task('M'),
    ];
    expect(ways(blocks)).toEqual([
      'Q branch ({{ a }}) R',
      'R branch ({{ b }}) X',
      'R branch (default) M',
      'X merge M',
    ]);
  });

  it('end at the block that runs last', () => {
    const last = { finally_block_label: 'Z' };
    expect(ways([task('Z'), task('A'), task('B')], last)).toEqual(['A next B', 'B finally Z']);
    const blocks = [
      choice('Q', [
        ['{{ a }}', 'A'],
        [null, null],
      ]),
      task('A'),
      task('B'),
      task('Z'),
    ];
    expect(ways(blocks.with(1, task('A', { next_block_label: 'B' })), last)).toEqual([
      'Q branch ({{ a }}) A',
      'Q branch (default) Z',
      'A next B',
      'B finally Z',
    ]);
  });
});

it('bodies of loops belong to their loop, to any depth', () => {
  const { json, mermaid } = draw([each('L', [task('A'), each('M', [task('B')])]), task('C')]);
  expect(json.nodes.map(({ id, loop }) => `${id} in ${loop}`)).toEqual([
    'L in null',
    'C in null',
    'A in L',
    'M in L',
    'B in M',
  ]);
  expect(mermaid).toBe(`flowchart TD
  subgraph b0["L<br/><i>for_loop</i>"]
    b2["A<br/><i>task</i>"]
    subgraph b3["M<br/><i>for_loop</i>"]
      b4["B<br/><i>task</i>"]
    end
  end
  b1["C<br/><i>task</i>"]
  b0 --> b1
  b2 --> b3
`);
});

it('what has mistakes is drawn as far as it can be read', () => {
  const blocks = [task('A', { next_block_label: 'X' }), task('A'), { label: 'B' }, 'nonsense'] as object[];
  const { json, mermaid } = draw(blocks);
  expect(json.nodes.map(({ id, type }) => `${id}:${type}`)).toEqual(['A:task', 'A (2):task', 'B:unknown']);
  expect(json.edges).toEqual([]);
  expect(breaches(mermaid)).toEqual([]);
  expect(drawGraph(parseDefinition({}, registry)).json).toEqual({ nodes: [], edges: [] });
});

describe('texts of users', () => {
  const attacks = [
    'a"] --> b0\nclick b0 "javascript:alert(1)"',
    '%%{init: {"securityLevel": "loose"}}%%',
    '<img src=x onerror=alert(1)>',
    '`**markdown**` #quot; ;end',
    '}}|"|-->x',
  ];

  it.each(attacks)('cannot get out of their quotes: %j', (attack) => {
    const blocks = [
      choice(attack, [[attack, 'A']], { block_type: 'conditional' }),
      { block_type: attack, label: 'A' },
      each(attack, [task('N')]),
    ];
    const { mermaid } = draw(blocks, { finally_block_label: attack });
    expect(breaches(mermaid)).toEqual([]);
    expect(mermaid).not.toMatch(/javascript:|%%|<img|onerror=/);
  });

  it('are one line, cut after 80 characters', () => {
    expect(escapeMermaidText('a\n  b\tü {{ x }}')).toBe('a b ü #123;#123; x #125;#125;');
    expect(escapeMermaidText('x'.repeat(100))).toBe(`${'x'.repeat(79)}…`);
  });
});

it('the example of the orders is drawn whole, from its text', () => {
  const { json, mermaid } = drawDefinition(
    readFileSync(new URL('../../../../examples/orders.yaml', import.meta.url), 'utf8'),
    registry,
  );
  expect(json.nodes.map(({ id }) => id)).toEqual(['open_orders', 'sign_in', 'which', 'filter', 'read']);
  expect(json.edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`)).toEqual([
    'open_orders next sign_in',
    'sign_in next which',
    'which branch filter',
    'which branch read',
    'filter merge read',
  ]);
  expect(breaches(mermaid)).toEqual([]);
});
