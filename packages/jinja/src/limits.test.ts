import { describe, expect, it } from 'vitest';
import { Environment, type LimitName, type Limits, SharedSteps, TemplateError } from './index.ts';

function limitOf(
  source: string,
  limits: Partial<Limits> = {},
  context: Record<string, unknown> = {},
): LimitName | null {
  try {
    // A clock that stands: on a busy machine the time would run out before the budget that is meant.
    new Environment({ limits, now: () => 0 }).compile(source).render(context);
  } catch (error) {
    if (error instanceof TemplateError && error.kind === 'limit') return error.limit;
    throw error;
  }
  return null;
}

function shared(depth: number): unknown {
  let value: unknown = [1];
  for (let level = 0; level < depth; level += 1) value = [value, value];
  return value;
}

describe('a budget that runs out is an error that names it', () => {
  it('steps stop loops within loops and long walks', () => {
    expect(limitOf('{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}')).toBe(
      'steps',
    );
    expect(limitOf('{{ range(100000)|map("string")|list|length }}', { steps: 1_000 })).toBe('steps');
    expect(limitOf('{{ x == y }}', {}, { x: shared(40), y: shared(40) })).toBe('steps');
    expect(limitOf('{{ x }}', {}, { x: shared(40) })).toBe('stringLength');
  });

  it('renders that share steps have no more of them together than one', () => {
    const template = new Environment({ now: () => 0 }).compile(
      '{% for i in range(1000) %}{{ i }}{% endfor %}',
    );
    const steps = new SharedSteps(20_000);
    template.render({}, { steps });
    expect(steps.left).toBeLessThan(19_000);
    const renderAll = () => {
      for (let count = 0; count < 100; count += 1) template.render({}, { steps });
    };
    expect(renderAll).toThrow('exceed its limit `steps` of 20000 together');
    expect(() => template.render({}, { steps })).toThrow('`steps`');
    expect(template.render().length).toBe(2_890);
  });

  it('outputLength and stringLength stop growing text', () => {
    const loop = '{% for i in range(1000) %}{{ "x" * 1000 }}{% endfor %}';
    expect(limitOf(loop, { outputLength: 100_000 })).toBe('outputLength');
    for (const source of [
      '"a" * 1001',
      '"%1001d" % 1',
      '"{:1001}".format(1)',
      '"a".center(1001)',
      '"a" ~ "b" * 1000',
      '"x"|indent(1001)',
      '"aaaaa"|replace("a", "b" * 999)',
      '[1] * 500',
    ])
      expect(limitOf(`{{ ${source} }}`, { stringLength: 1000 }), source).toBe('stringLength');
  });

  it('collectionSize and integerBits stop growing collections and numbers', () => {
    expect(limitOf('{{ ([0] * 1001)|length }}', { collectionSize: 1000 })).toBe('collectionSize');
    expect(limitOf('{{ range(1001)|list|length }}', { collectionSize: 1000 })).toBe('collectionSize');
    expect(limitOf('{{ 10 ** 100000 }}')).toBe('integerBits');
    expect(limitOf('{{ 2 ** 60000 * 2 ** 60000 }}')).toBe('integerBits');
  });

  it('recursion stops macros, recursive loops and deep data', () => {
    expect(limitOf('{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}')).toBe('recursion');
    expect(limitOf('{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}')).toBe('recursion');
    const deep =
      '{% set n = namespace(v=[]) %}{% for i in range(999) %}{% set n.v = [n.v] %}{% endfor %}{{ n.v }}';
    expect(limitOf(deep)).toBe('recursion');
    expect(limitOf('{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', { recursion: 1_000_000 })).toBe(
      'recursion',
    );
  });

  it('parserDepth stops deep nesting in the source', () => {
    expect(limitOf(`{{ ${'('.repeat(101)}1${')'.repeat(101)} }}`)).toBe('parserDepth');
    expect(limitOf(`{{ ${'-'.repeat(50_000)}1 }}`)).toBe('parserDepth');
    expect(limitOf(`{{ ${'x.'.repeat(50_000)}x }}`)).toBe('parserDepth');
    expect(limitOf('{% if 1 %}'.repeat(200) + '{% endif %}'.repeat(200))).toBe('parserDepth');
  });

  it('timeMs stops a render by the clock it is given', () => {
    let time = 0;
    const environment = new Environment({ limits: { timeMs: 5 }, now: () => time++ });
    const template = environment.compile('{% for i in range(100000) %}{{ i }}{% endfor %}');
    expect(() => template.render()).toThrow('`timeMs` of 5');
  });

  it('a size that is no number or is negative gives no budget back', () => {
    const endless = '{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}';
    expect(limitOf(`{{ "%.*d" % (-(10**15), 1) }}${endless}`)).toBe('steps');
    expect(limitOf(`{{ "a".center(-(10**15)) }}{{ "a"|indent(-(10**15)) }}${endless}`)).toBe('steps');
    expect(() => new Environment().compile('{{ "" * 10**400 }}').render()).toThrow('index-sized integer');
  });

  it('a limit that is no number from 0 up is refused, and one that is left out has its default', () => {
    expect(() => new Environment({ limits: { steps: Number.NaN } })).toThrow('The limit `steps` must be');
    expect(() => new Environment({ limits: { timeMs: -1 } })).toThrow('The limit `timeMs` must be');
    const leftOut: { stringLength?: number } = Object.fromEntries([['stringLength', undefined]]);
    expect(limitOf('{{ "a" * 10**9 }}', leftOut)).toBe('stringLength');
  });

  it('a collection that grows item by item costs a step for each', () => {
    const source =
      '{% set l = [] %}{% for i in range(9000) %}{{ l.append(i) or "" }}{% endfor %}{{ l|length }}';
    expect(new Environment({ limits: { steps: 100_000 } }).compile(source).render()).toBe('9000');
  });

  it('a render that stays inside is not touched', () => {
    expect(limitOf('{% for i in range(1000) %}{{ i }}{% endfor %}')).toBe(null);
  });
});
