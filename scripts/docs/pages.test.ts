import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksPage } from './blocks-page.ts';
import { type DiagramState, machineDiagram } from './machine-diagram.ts';
import { pages } from './pages.ts';

const written = await pages();

describe('pages that come from the code', () => {
  for (const { path, text } of written) {
    const name = relative(process.cwd(), path);
    it(`${name} is as new as the code; \`npm run docs:pages\` writes it`, () => {
      expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(text);
    });
  }
});

it('a picture of a machine shows guards, actions, inner states and ends', () => {
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

it('the table of a block shows types, defaults and what is required', () => {
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
