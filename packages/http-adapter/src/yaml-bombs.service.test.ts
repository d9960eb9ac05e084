import { createEngine, type Engine, readSource } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
/** Each name holds the one before it, `times` times: 10 names of 9 make three thousand million values. */
const multiplied = (first: string, item: (before: string, name: string) => string, count = 10) =>
  names(count)
    .map((name, index) => `${name}: &${name} ${index === 0 ? first : item(`*n${index - 1}`, name)}`)
    .join('\n');
const nine = (text: string) => Array(9).fill(text).join(', ');
const draft = (lines: string) =>
  `title: x\nworkflow_definition:\n  parameters: []\n  blocks:\n    - block_type: wait\n      label: a\n      wait_sec: 1\n${lines}\n`;

/** Texts whose data, work or nesting is far larger than they are. */
const bombs: Readonly<Record<string, string>> = {
  'lists of lists by aliases': multiplied('[lol]', (before) => `[${nine(before)}]`),
  'objects of objects by aliases': multiplied(
    '{ a: lol }',
    (before) =>
      `{ ${nine('')
        .split(',')
        .map((_, index) => `k${index}: ${before}`)
        .join(', ')} }`,
  ),
  'merge keys': multiplied('{ a: 1 }', (before, name) => `{ <<: [${nine(before)}], ${name}: 1 }`),
  'one merge key of each kind': 'a: &a { x: 1 }\nb: { <<: *a, <<: *a }',
  'aliases as keys': `a: &a [1, 2]\n? *a\n: 1\n? [*a, *a]\n: 2`,
  'keys of lists of lists': `${multiplied('[lol]', (before) => `[${nine(before)}]`)}\n? *n9\n: 1`,
  'an anchor in its own list': 'a: &a [*a]',
  'an anchor in its own object':
    'title: x\nworkflow_definition: &d\n  blocks: []\n  parameters: []\n  more: *d',
  'an anchor in its own merge key': 'a: &a\n  <<: *a',
  'two anchors in each other': 'a: &a [&b [*a], *b]',
  'flow lists that nest': '['.repeat(20_000),
  'flow objects that nest': `${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`,
  'block lists that nest': `${'- '.repeat(20_000)}a`,
  'block objects that nest': names(800)
    .map((name, level) => `${' '.repeat(level)}${name}:`)
    .join('\n'),
  'a large text that 90 aliases repeat': `a: &a "${'x'.repeat(500_000)}"\nb: [${Array(90).fill('*a').join(', ')}]`,
  'a text beyond the limit': `a: "${'x'.repeat(1_100_000)}"`,
  'very many keys': names(70_000)
    .map((name) => `${name}: 1`)
    .join('\n'),
  'keys that are there twice': 'a: 1\na: 2',
  'integers of 500,000 digits': `a: ${'9'.repeat(500_000)}\nb: 0x${'f'.repeat(100_000)}\nc: 1e${'9'.repeat(1000)}`,
  'an anchor with a long name': `a: &${'n'.repeat(300_000)} 1\nb: *${'n'.repeat(300_000)}`,
  'anchors without number': `[${names(60_000)
    .map((name) => `&${name} 1`)
    .join(', ')}]`,
  'custom tags': 'a: !!js/function "function () {}"\nb: !!python/object/apply:os.system ["id"]',
  'a binary tag': `a: !!binary ${'A'.repeat(400_000)}`,
  'a directive for tags': `%TAG ! tag:${'x'.repeat(100_000)},2000:\n---\na: !b 1`,
  'many documents': '---\na: 1\n'.repeat(50_000),
  'comments only': '# x\n'.repeat(200_000),
  'a block text with a huge indentation': `a: |9\n${' '.repeat(500_000)}x`,
  'a folded text of many lines': `a: >\n${'  x\n\n'.repeat(100_000)}`,
  'a text in quotes with many escapes': `a: "${'\\u0041'.repeat(80_000)}"`,
  'quotes that are never closed': `a: '${"''".repeat(200_000)}`,
  'a flow list of empty items': `a: [${','.repeat(500_000)}]`,
  'tabs and spaces': `a:${' \t'.repeat(300_000)}1`,
  'question marks': '? '.repeat(50_000),
  'a name of the prototype': '__proto__: &p { polluted: 1 }\nconstructor: { prototype: *p }',
};

describe('a bomb in YAML is answered with a clear problem or accepted, in little memory', {
  tags: ['security'],
}, () => {
  let engine: Engine;
  let app: FastifyInstance;
  let key: string;

  beforeAll(async () => {
    engine = await createEngine();
    key = (await engine.keys.create((await engine.organizations.first()).organizationId, { name: 'test' }))
      .text;
    app = fastify(serverOptions());
    await app.register(httpAdapter, { engine, version: '0' });
  });
  afterAll(async () => {
    await app.close();
    await engine.close();
  });

  it.each(Object.entries(bombs))('%s', { timeout: 60_000 }, async (_name, text) => {
    for (const yaml of [text, draft(text.replace(/^/gm, '      '))]) {
      const { status, detail } = await create(yaml);
      expect(status === 200 || (status >= 400 && status < 500), `${status} ${detail}`).toBe(true);
      expect(detail).not.toContain('cannot be read');
      expect(detail.length).toBeLessThan(50_000);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('whose members multiply by 90 aliases is refused by its size, not by its aliases', async () => {
    const text = multiplied('[lol]', (before) => `[${nine(before)}]`);
    expect(readSource(text)).toBeTypeOf('object');
    expect(await create(text)).toEqual({
      status: 422,
      detail: expect.stringMatching(/100000 members and values/),
    });
  });

  async function create(yaml: string) {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/workflows',
      headers: { 'x-api-key': key },
      payload: { yaml_definition: yaml },
    });
    return { status: answer.statusCode, detail: answer.statusCode === 200 ? '' : answer.body };
  }
});
