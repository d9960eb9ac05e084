import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksPage } from './blocks-page.ts';
import { importsTable, layerNumbers, layersTable } from './layers-table.ts';
import { type DiagramState, machineDiagram } from './machine-diagram.ts';
import { pages } from './pages.ts';

const written = await pages();

describe('generated pages', () => {
  for (const { path, text } of written) {
    const name = relative(process.cwd(), path);
    it(`${name} is up to date; \`npm run docs:pages\` writes it`, () => {
      expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(text);
    });
  }
});

it('draws guards, actions, inner states and final states of a machine', () => {
  const state = (key: string, more: Partial<DiagramState> = {}): DiagramState => ({
    id: key,
    key,
    type: 'atomic',
    states: {},
    initial: { target: [] },
    transitions: new Map(),
    ...more,
  });
  const done = state('done', { type: 'final' });
  const inner = state('inner');
  const work = state('work', {
    states: { inner },
    initial: { target: [inner] },
    transitions: new Map([
      [
        'end',
        [
          { target: [done], guard: 'isGood', actions: [{ type: 'keep' }] },
          { target: [done], actions: [] },
        ],
      ],
    ]),
    always: [{ target: undefined, guard: { type: 'isIdle' }, actions: [() => null] }],
  });
  const root = state('root', { states: { work, done }, initial: { target: [work] } });
  expect(machineDiagram({ root })).toBe(`stateDiagram-v2
  [*] --> work
  state work {
    [*] --> inner
    inner --> [*]
  }
  work --> done : end [isGood] / keep, end
  work --> work : [isIdle]
  done --> [*]
`);
});

it('lists types, defaults and required fields of a block', () => {
  const common = { label: { type: 'string' } };
  const node = {
    required: ['label', 'seconds', 'mode'],
    description: 'Waits.',
    properties: {
      ...common,
      seconds: { type: 'integer', minimum: 1, maximum: 9 },
      mode: { enum: ['a', 'b'], default: 'a' },
      header: {
        anyOf: [{ type: 'object', patternProperties: { '^.*$': { type: 'string' } } }, { type: 'null' }],
      },
      list: { type: 'array', items: { $ref: '#/$defs/item' }, description: 'a | b' },
    },
    $defs: { item: { type: 'string', 'x-runwright-template': 'none' } },
  };
  const page = blocksPage([
    {
      type: 'wait',
      node,
      output: { type: 'object', properties: { ok: { type: 'boolean' } } },
      source: 'here',
    },
    { type: 'other', node: { properties: common }, output: {}, source: 'there' },
  ]);
  expect(page).toContain('### `wait`\n\nWaits.\n');
  expect(page).toContain('| `seconds` | whole number 1 to 9 | **required** |  |');
  expect(page).toContain('| `mode` | `a`, `b` | `"a"` |  |');
  expect(page).toContain('| `header` | map of text or null |  |  |');
  expect(page).toContain('| `list` | list of text, not a template |  | a \\| b |');
  expect(page).toContain('Output: object with `ok`.');
  expect(page).toContain('## From `there`\n\n### `other`\n\nNo fields of its own.\n');
});

describe('the tables of layers', () => {
  const rules = { base: ['typebox'], middle: ['@runwright/base', 'pg'], planned: [], top: null };
  const manifests = new Map([
    ['base', { name: '@runwright/base', description: 'Shared types' }],
    ['middle', { name: '@runwright/middle' }],
    ['top', { name: 'runwright', description: 'The command' }],
  ]);

  it('lists only packages that exist, each above everything that it may import', () => {
    expect(layersTable(rules, manifests)).toBe(`| layer | package | description |
|---|---|---|
| 0 | \`base\` | Shared types |
| 1 | \`middle\` |  |
| 2 | \`top\` | The command |
`);
  });

  it('names own packages by their folder, and packages without code', () => {
    const table = importsTable(rules, manifests);
    expect(table).toContain('| 1 | `middle` | `base`, `pg` |');
    expect(table).toContain('| 2 | `top` | anything |');
    expect(table).toContain('Planned, without code yet: `planned`.');
  });

  it('reports a cycle of imports', () => {
    expect(() => layerNumbers({ a: ['b'], b: ['a'] }, new Map())).toThrow('imports itself');
  });
});
