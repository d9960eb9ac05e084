import { describe, expect, it } from 'vitest';
import { Environment, type Limits, TemplateError } from './index.ts';

const million = 1_000_000;
const repeated = (text: string) => text.repeat(Math.floor(million / text.length));
const nested = (open: string, close: string, middle = '') => {
  const times = Math.floor(million / (open.length + close.length));
  return open.repeat(times) + middle + close.repeat(times);
};
const numbered = (write: (name: string) => string, size = million) => {
  let text = '';
  for (let index = 0; text.length < size; index += 1) text += write(`n${index}`);
  return text;
};
const assigned = numbered((name) => `{% set ${name} = 1 %}`, million / 2);
const afterMany = (statement: string) =>
  assigned + statement.repeat(Math.floor(million / 2 / statement.length));

/** Sources of a megabyte that took quadratic time, or would with a careless parser. */
const sources: readonly (readonly [string, string])[] = [
  ['tags', repeated('{{ a }}')],
  ['names', numbered((name) => `{{ ${name} }}`)],
  ['open tags', repeated('{{')],
  ['open blocks', repeated('{%')],
  ['open comments', repeated('{#')],
  ['comments', repeated('{##}')],
  ['unclosed strings', repeated('{{ "a }} ')],
  ['an unclosed string', `{{ "${'a'.repeat(million)}`],
  ['an unclosed string of backslashes', `{{ "${'\\'.repeat(million + 1)}`],
  ['raw blocks that do not end', repeated('{% raw %}{% endraw')],
  ['whitespace at trimmed tags', repeated('   -}}{{-')],
  ['parentheses', `{{ ${nested('(', ')', '1')} }}`],
  ['lists', `{{ ${nested('[', ']')} }}`],
  ['dictionaries', `{{ ${nested('{1:', '}', '1')} }}`],
  ['filters in arguments', `{{ ${nested('x|default(', ')')} }}`],
  ['ifs in ifs', nested('{% if a %}', '{% endif %}')],
  ['loops in loops', nested('{% for a in b %}', '{% endfor %}')],
  ...[
    '+ 1',
    '- 1',
    '~ 1',
    'and 1',
    'or 1',
    '** 1',
    '< 1',
    'in a',
    'is none',
    'if 1 else 1',
    '|abs',
    '.a',
    '[1]',
    '()',
  ].map((operator) => [`operators in a chain: ${operator}`, `{{ 1 ${repeated(` ${operator}`)} }}`] as const),
  ['signs', `{{ ${'-'.repeat(million)}1 }}`],
  ['a list', `{{ [${repeated('1, ')}] }}`],
  ['arguments', `{{ f(${numbered((name) => `${name}=1,`)}z=1) }}`],
  ['parameters', `{% macro m(${numbered((name) => `${name},`)}z) %}{% endmacro %}`],
  ['digits', `{{ ${'1'.repeat(million)} }}`],
  ['loops after many names', afterMany('{% for a in b %}{% endfor %}')],
  ['scopes after many names', afterMany('{% with a = 1 %}{% endwith %}')],
  ['macros after many names', afterMany('{% macro a() %}{% endmacro %}')],
  ['calls after many names', afterMany('{% call a() %}{% endcall %}')],
  ['ifs after many names', afterMany('{% if a %}{% endif %}')],
  ['ifs that assign after many names', afterMany('{% if a %}{% set b = 1 %}{% endif %}')],
  ['block sets after many names', afterMany('{% set a %}{% endset %}')],
  ['filter blocks after many names', afterMany('{% filter upper %}{% endfilter %}')],
  ['branches that assign', `{% if a %}${numbered((name) => `{% elif a %}{% set ${name} = 1 %}`)}{% endif %}`],
  [
    'loops that read many names',
    `${assigned}{% for a in b %}${numbered((name) => `{{ ${name} }}`)}{% endfor %}`,
  ],
];

function ends(work: () => unknown): string {
  try {
    work();
    return 'compiled';
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return error.kind;
  }
}

function limitOf(source: string, limits: Partial<Limits>): string | null {
  try {
    new Environment({ limits }).compile(source);
    return null;
  } catch (error) {
    return error instanceof TemplateError ? `${error.limit} ${error.line}:${error.column}` : String(error);
  }
}

// A quadratic step would take these minutes or hours.
describe('a source of a megabyte', { tags: ['security'] }, () => {
  it('is searched for names in linear time', () => {
    const source = afterMany('{% if a %}{% set b = 1 %}{% endif %}');
    expect(new Environment().references(source)).toHaveLength(source.split('{% if a').length - 1);
  });

  it.each(sources)(
    'is compiled, searched for names or refused soon: %s',
    { tags: ['extended'] },
    (_name, source) => {
      const environment = new Environment({ extensions: ['do'] });
      expect(ends(() => environment.compile(source))).toMatch(/^(compiled|syntax|limit)$/);
      expect(ends(() => environment.references(source))).toMatch(/^(compiled|syntax|limit)$/);
    },
  );
});

describe('the limit `tokens`', { tags: ['security'] }, () => {
  it('ends the compiling of a source that has more, with the place', () => {
    expect(limitOf('{{ a }}{{ b }}', { tokens: 6 })).toBe(null);
    expect(limitOf('{{ a }}\n{{ b + c }}', { tokens: 7 })).toBe('tokens 2:8');
    expect(limitOf(`{{ [${'1,'.repeat(300_000)}] }}`, {})).toMatch(/^tokens /);
  });

  it('holds for expressions, references, trees and templates of a loader', () => {
    const environment = new Environment({ limits: { tokens: 3 }, loader: () => '{{ a + b }}' });
    const message = /limit `tokens` of 3/;
    expect(() => environment.compileExpression('a + b + c')).toThrow(message);
    expect(() => environment.expressionReferences('a + b + c')).toThrow(message);
    expect(() => environment.references('{{ a + b }}')).toThrow(message);
    expect(() => environment.parse('{{ a + b }}')).toThrow(message);
    expect(() =>
      new Environment({ limits: { tokens: 4 }, loader: () => '{{ a + b }}' })
        .compile('{% include "x" %}')
        .render(),
    ).toThrow(/limit `tokens` of 4/);
  });
});
