import { defineBlock, RunwrightError, Type, template } from '@runwright/contract';
import { drawDefinition, readSource, validateDraft } from '@runwright/definition';
import { describe, expect, it } from 'vitest';
import { conditional } from '../blocks/conditions/conditional.ts';
import { createRegistry } from '../registry/registry.ts';

const task = defineBlock({
  type: 'task',
  config: Type.Object({ body: Type.Optional(Type.Unknown()) }),
  output: Type.Object({}),
  run: async () => ({}),
});
const loop = defineBlock({
  type: 'for_loop',
  config: Type.Object({ loop_blocks: Type.Array(Type.Unknown(), template('none')) }),
  output: Type.Unknown(),
  run: async () => null,
});
const registry = createRegistry([task, loop, conditional]);
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const draft = (definition: object) => ({
  title: 'Orders',
  workflow_definition: { parameters: [], blocks: [], ...definition },
});
const block = (index: number) => ({ block_type: 'task', label: `b${index}` });
const problems = (input: unknown, limits?: Parameters<typeof validateDraft>[2]) =>
  validateDraft(input, registry, limits).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a definition that is too large', { tags: ['security'] }, () => {
  it('by its bytes is not read', () => {
    const text = `title: ${'x'.repeat(1024 * 1024)}`;
    expect(problems(text)).toEqual([expect.stringContaining('bytes, at most 1048576')]);
    expect(problems({ title: 'x'.repeat(2 * 1024 * 1024) })).toEqual([
      expect.stringContaining('bytes, at most 1048576'),
    ]);
    expect(() => drawDefinition(text, registry)).toThrow('at most 1048576');
  });

  it('by its blocks or parameters is refused with their number', () => {
    expect(problems(draft({ blocks: many(1001, block) }))).toEqual([
      'workflow_definition.blocks: Value error, the definition has 1001 blocks, at most 1000; split it into several workflows',
    ]);
    const inner = { block_type: 'for_loop', label: 'l', loop_blocks: many(1000, block) };
    expect(problems(draft({ blocks: [inner] }))).toEqual([expect.stringContaining('has 1001 blocks')]);
    expect(problems(draft({ parameters: many(1001, () => 1) }))).toEqual([
      expect.stringContaining('has 1001 parameters, at most 1000'),
    ]);
    expect(
      problems(draft({ blocks: many(3, block) }), { definitionBytes: 9999, definitionBlocks: 2 }),
    ).toEqual([expect.stringContaining('has 3 blocks, at most 2')]);
  });

  it('by its values or levels is refused', () => {
    expect(problems(draft({ x: many(100_001, () => 1) }))).toEqual([
      expect.stringContaining('more than 100000 members and values'),
    ]);
    const deep = many(5000, () => 0).reduce<unknown>((items) => [items], 1);
    expect(problems(deep)).toEqual([expect.stringContaining('deeper than 100 levels, or contains itself')]);
  });
});

describe('a text of YAML', { tags: ['security'] }, () => {
  const reason = (text: string): string => {
    expect(() => drawDefinition(text, registry)).toThrow(RunwrightError);
    const [found, ...others] = problems(text);
    expect(others).toEqual([]);
    return found ?? 'no problem';
  };

  it.each([
    ['a: &a [*a]'],
    ['title: x\nworkflow_definition: &d\n  blocks: []\n  parameters: []\n  more: *d'],
    [
      'title: x\nworkflow_definition:\n  parameters: []\n  blocks: &b\n    - block_type: for_loop\n      label: x\n      loop_blocks: *b\n',
    ],
  ])('that contains itself is a problem: %j', (text) => {
    expect(reason(text)).toMatch(/contains itself|unidentified alias/);
  });

  it('whose aliases multiply is a problem', () => {
    const names = 'abcdefghi'.split('');
    const lines = names.map((name, index) => {
      const of = index === 0 ? '"lol"' : `*${names[index - 1]}`;
      return `${name}: &${name} [${many(9, () => of).join(', ')}]`;
    });
    expect(reason(lines.join('\n'))).toContain('more than 100000 members and values');
  });

  it.each([
    ['['.repeat(10_000)],
    ['['.repeat(10_000) + ']'.repeat(10_000)],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    [`${'- '.repeat(10_000)}a`],
    [many(1000, (level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('that is nested thousands of levels deep is a problem', (text) => {
    expect(reason(text)).toMatch(/deep|unexpected|neither JSON nor YAML/);
  });

  it('is read up to its limit', () => {
    expect(readSource('a: [1, 2]', { definitionBytes: 9, definitionBlocks: 1 })).toEqual({ a: [1, 2] });
    expect(() => readSource('a: [1, 2] ', { definitionBytes: 9, definitionBlocks: 1 })).toThrow('at most 9');
  });
});

// With a search in a list for each of them, these would take minutes.
describe('a definition at its limits is checked in time that grows with its size', {
  tags: ['security'],
}, () => {
  it('with 40,000 unknown members, of which the first are listed', () => {
    const lines = many(40_000, (index) => `m${index}: 1\n`);
    const text = `title: x\n${lines.join('')}workflow_definition:\n  parameters: []\n  blocks: [{ block_type: wait, label: w, wait_sec: 1 }]\n`;
    const { warnings } = validateDraft(text, registry);
    expect(warnings).toHaveLength(101);
    expect(warnings[0]?.path).toEqual(['m0']);
    expect(warnings.at(-1)).toMatchObject({
      type: 'too_many_problems',
      message: 'There are 39900 more, which are not listed',
    });
  });

  it('with parameters that are taken from each other in one circle', () => {
    const parameters = many(1000, (index) => ({
      parameter_type: 'context',
      key: `k${index}`,
      source_parameter_key: `k${(index + 1) % 1000}`,
    }));
    expect(problems(draft({ parameters }))).toHaveLength(101);
  });

  it('with names of parameters that nothing declares, which a message lists the first of', () => {
    const parameter_keys = many(20_000, (index) => `u${index}`);
    const parameters = many(1000, (index) => ({
      parameter_type: 'workflow',
      workflow_parameter_type: 'string',
      key: `k${index}`,
    }));
    const found = problems(draft({ parameters, blocks: [{ ...block(0), parameter_keys }] }));
    expect(found).toHaveLength(101);
    expect(found[0]).toMatch(/`k49` and 950 more$/);
  });

  it.each([['{{'], ['{% if '], ['{{ a'], ['{{ "a'], ['{']])(
    'with a long template that cannot be read: %s, repeated',
    (part) => {
      const body =
        part === '{{ a' || part === '{{ "a' ? `${part}${'a'.repeat(300_000)}` : part.repeat(100_000);
      const { warnings } = validateDraft(draft({ blocks: [{ ...block(0), body }] }), registry);
      expect(warnings.length).toBeLessThan(2);
    },
  );

  it('with conditionals that share a merge point, each chain followed once', () => {
    let looks = 0;
    const blocks = many(1000, (index) => ({
      block_type: 'conditional',
      label: `b${index}`,
      next_block_label: index < 999 ? 'b999' : null,
      get branch_conditions() {
        looks += 1;
        return [
          { criteria: { expression: '{{ a }}' }, next_block_label: index < 998 ? `b${index + 1}` : null },
        ];
      },
    }));
    drawDefinition(draft({ blocks }), registry);
    expect(looks).toBeLessThan(30 * 1000);
  });
});
