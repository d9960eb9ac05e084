import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits, Environment, type LimitName, type Limits, TemplateError } from './index.ts';
import { allCases } from './testing/all-cases.ts';

const seed = 20_240_602;
const context = {
  ...{ a: 'Text <b>', b: [3, 1, 2], c: { k: 'v', n: null }, i: 7, f: 2.5, yes: true, none: null },
  rows: [{ id: 1, name: 'x' }, { id: 2 }],
};

describe('whatever a template is', () => {
  const tags = ['{{', '}}', '{%', '%}', '{#', '#}', '-%}', '{%-', '{{-', '-}}', '+%}', '\n', ' ', 'text'];
  const names = [
    'a',
    'b',
    'c.k',
    'rows',
    'i',
    'f',
    'loop.index',
    'missing',
    'self',
    'caller()',
    'x',
    '_',
    'é',
  ];
  const values = [
    '1',
    '-1',
    '0',
    '2.5',
    '1e400',
    '"s"',
    "'%d'",
    '[]',
    '()',
    '{}',
    'none',
    'true',
    '"\\x4',
    '"',
  ];
  const signs = [
    '+',
    '-',
    '*',
    '**',
    '//',
    '%',
    '~',
    '|',
    '.',
    ',',
    ':',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '=',
    '==',
  ];
  const joins = [
    'and',
    'or',
    'not',
    'in',
    'is',
    'if',
    'else',
    'for',
    'endfor',
    'endif',
    'set',
    'endset',
    '|e',
  ];
  const blocks = [
    'macro m(x=1)',
    'endmacro',
    'call m()',
    'endcall',
    'with x=1',
    'endwith',
    'block q',
    'endblock',
  ];
  const rest = [
    'filter upper',
    'endfilter',
    'raw',
    'endraw',
    'do',
    'break',
    'include "t"',
    'import "t" as x',
  ];
  const word = fc.constantFrom(...tags, ...names, ...values, ...signs, ...joins, ...blocks, ...rest);
  const soup = fc.array(fc.tuple(word, fc.constantFrom('', ' ')), { maxLength: 30 });

  it('random text ends as text or as a TemplateError with a place', { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (source) => {
        outcome(source);
        outcome(`{{ ${source} }}`);
        outcome(`{% ${source} %}`);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('random words end as text or as a TemplateError with a place', () => {
    const ends = new Set<string>();
    fc.assert(
      fc.property(soup, (words) => {
        const source = words.map(([text, space]) => text + space).join('');
        ends.add(outcome(source));
        ends.add(outcome(`{{ ${source} }}`));
        expressionOutcome(source);
      }),
      { seed, numRuns: 4_000 },
    );
    expect([...ends].sort()).toEqual(['runtime', 'syntax', 'text', 'undefined']);
  });

  it('a case with something cut, doubled or put in ends as text or as a TemplateError with a place', () => {
    const sources = allCases().map(({ template }) => template);
    const change = fc.tuple(fc.constantFrom(...sources), fc.nat(), fc.nat(12), fc.option(word), fc.nat(2));
    const ends = new Set<string>();
    fc.assert(
      fc.property(change, ([source, place, length, put, times]) => {
        const at = place % (source.length + 1);
        const cut = source.slice(at, at + length);
        ends.add(outcome(source.slice(0, at) + cut.repeat(times) + (put ?? '') + source.slice(at + length)));
      }),
      { seed, numRuns: 4_000 },
    );
    expect(ends).toContain('runtime');
  });
});

describe('budgets', () => {
  const small: Limits = {
    ...defaultLimits,
    ...{ steps: 3_000, outputLength: 400, stringLength: 300, collectionSize: 60, integerBits: 200 },
    recursion: 12,
  };

  it('hold for every value that a random template makes, and for all of its work', () => {
    const grown = new Set<string>();
    fc.assert(
      fc.property(growing, (source) => {
        let calls = 0;
        let depth = 0;
        const environment = new Environment({ limits: small })
          .addFilter('seen', (value: unknown) => {
            calls += 1;
            expectSmall(value, small, source);
            return value;
          })
          .addGlobal('level', (value: unknown) => {
            depth = Math.max(depth, Number(value));
            return '';
          });
        try {
          const text = environment.compile(source).render(context);
          expect(text.length, source).toBeLessThanOrEqual(small.outputLength);
          grown.add('text');
        } catch (error) {
          grown.add(checkedKind(error, source));
          if (error instanceof TemplateError && error.limit !== null) grown.add(error.limit);
        }
        expect(calls, source).toBeLessThanOrEqual(small.steps);
        // A loop is at depth 1 before it calls itself.
        expect(depth, source).toBeLessThanOrEqual(small.recursion + 1);
      }),
      { seed, numRuns: 4_000 },
    );
    for (const name of [
      'outputLength',
      'stringLength',
      'collectionSize',
      'integerBits',
      'recursion',
      'steps',
    ])
      expect(grown).toContain(name);
  });

  const loop = '{% for i in range(9999) %}{% for j in range(9999) %}x{% endfor %}{% endfor %}';
  const exhausting: Readonly<Record<LimitName, readonly [source: string, value: number]>> = {
    steps: [loop, 500],
    outputLength: [loop, 500],
    stringLength: ['{{ "a" * 501 }}', 500],
    collectionSize: ['{{ ([0] * 501)|length }}', 500],
    integerBits: ['{{ 2 ** 501 }}', 500],
    recursion: ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', 50],
    tokens: ['{{ a }}{{ b }}', 5],
    parserDepth: [`{{ ${'('.repeat(51)}1${')'.repeat(51)} }}`, 50],
    timeMs: [loop, 5],
  };

  it.each(Object.keys(defaultLimits) as LimitName[])(
    '%s that runs out is an error that names it',
    (limit) => {
      const [source, value] = exhausting[limit];
      let reads = 0;
      const now = () => {
        reads += 1;
        return limit === 'timeMs' ? reads : 0;
      };
      const error = failure(() =>
        new Environment({ limits: { [limit]: value }, now }).compile(source).render(),
      );
      expect(error).toMatchObject({ kind: 'limit', limit, line: 1 });
      expect(error.column).toBeGreaterThan(0);
      expect(error.message).toContain(`\`${limit}\` of ${value}`);
    },
  );
});

// Values that grow, each seen by the host as it is made.
const size = fc.constantFrom('0', '1', '2', '3', '7', '20', '70', '400', '10**9', '-5');
const grow = fc.oneof(
  ...[
    'v ~ v',
    'v ~ v ~ v',
    'v + v',
    '[v, v]',
    '(v, v)',
    '{"k": v}',
    'v|list',
    'v|string',
    'v|join("--")',
  ].map(fc.constant),
  ...['v|tojson(2)', 'v|pprint', 'v|upper', 'v|e', 'v|urlencode', '[v] + [v]', 'v.split("")', 'v|title'].map(
    fc.constant,
  ),
  ...['1', '"ab"', '[1, 2]', 'a', 'b', 'c', 'rows', '2', 'v|first', 'v|length', 'v * v', 'v ** v'].map(
    fc.constant,
  ),
  size.map((n) => `v * ${n}`),
  size.map((n) => `v ** ${n}`),
  size.map((n) => `7 ** ${n}`),
  size.map((n) => `range(${n})|list`),
  size.map((n) => `v|batch(${n}, 0)|list`),
  size.map((n) => `v|slice(${n})|list`),
  size.map((n) => `v|center(${n})`),
  size.map((n) => `v|indent(${n}, true)`),
  size.map((n) => `v|replace("", "x" * ${n})`),
  size.map((n) => `"%${n.replace(/\D.*/, '')}s" % v`),
  size.map((n) => `"{:>${n.replace(/\D.*/, '')}}".format(v)`),
  size.map((n) => `(v|string).zfill(${n})`),
  size.map((n) => `(v|string).expandtabs(${n})`),
);
const part = fc.oneof(
  grow.map((value) => `{% set v = (${value})|seen %}`),
  grow.map((value) => `{{ (${value})|seen }}`),
  grow.map(
    (value) => `{% for i in range(9) %}{% set n.v = [n.v, i]|seen %}{{ (${value})|seen }}{% endfor %}`,
  ),
  grow.map(
    (value) =>
      `{% for x in v %}{{ x }}{% for y in v %}{{ y }}{% set w = (${value})|seen %}{% endfor %}{% endfor %}`,
  ),
  fc.constantFrom(
    '{% macro m(d) %}{{ level(d) }}{{ m(d + 1) }}{% endmacro %}{{ m(1) }}',
    '{% for x in [[[[1]]]] recursive %}{{ level(loop.depth) }}{{ loop([[x]]) }}{% endfor %}',
    '{% set w = [] %}{% for i in range(99) %}{{ w.append(v) or "" }}{{ (w|length)|seen }}{% endfor %}',
    '{% set w %}{{ v }}{{ v }}{% endset %}{% set v = w|seen %}',
    '{% filter upper %}{% for i in range(99) %}{{ v }}{% endfor %}{% endfilter %}',
  ),
);
const growing = fc
  .array(part, { minLength: 1, maxLength: 8 })
  .map((parts) => `{% set v = "ab" %}{% set n = namespace(v=0) %}${parts.join('')}`);

/** `text`, or the kind of the error. */
function outcome(source: string): string {
  try {
    const loader = (name: string) => (name === 't' ? '{{ a }}{% macro m() %}{% endmacro %}' : null);
    expect(
      typeof new Environment({ extensions: ['do', 'loopcontrols'], loader }).compile(source).render(context),
    ).toBe('string');
    return 'text';
  } catch (error) {
    return checkedKind(error, source);
  }
}

function expressionOutcome(source: string): void {
  try {
    new Environment().compileExpression(source).evaluate(context);
  } catch (error) {
    checkedKind(error, source);
  }
}

function checkedKind(error: unknown, source: string): string {
  if (!(error instanceof TemplateError)) throw error;
  expect(error.line, source).toBeGreaterThan(0);
  expect(error.column, source).toBeGreaterThan(0);
  return error.kind;
}

function failure(work: () => void): TemplateError {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('Nothing failed.');
}

function expectSmall(value: unknown, limits: Limits, source: string): void {
  if (typeof value === 'string') expect(value.length, source).toBeLessThanOrEqual(limits.stringLength);
  if (typeof value === 'bigint')
    expect(value.toString(2).replace('-', '').length, source).toBeLessThanOrEqual(limits.integerBits);
  if (Array.isArray(value)) expect(value.length, source).toBeLessThanOrEqual(limits.collectionSize);
}
