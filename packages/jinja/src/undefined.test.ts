import { describe, expect, it } from 'vitest';
import { Environment, TemplateError, type UndefinedKind } from './index.ts';

function kindOf(source: string, kind: UndefinedKind): string {
  try {
    return `text ${new Environment({ undefined: kind }).compile(source).render()}`;
  } catch (error) {
    if (error instanceof TemplateError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

// What Jinja2 3.1.6 answers with UndefinedError for its default Undefined.
const inEveryKind = [
  '"%.1f" % y',
  '"%e" % y',
  '"%d" % y',
  '"%d" % (y,)',
  '"%(b)s" % y',
  '"%.1f"|format(y)',
  '"{:d}".format(y.a)',
  '[1] + y',
  'y + [1]',
  '[1] * y',
  '(1,) + y',
  '(1,) * y',
  '1 + y',
  'y ** 2',
  '1 < y',
  'dict(**y)',
  'range(**y)',
  '"a"|indent(y)',
  '"a"|truncate(y)',
  '"a"|wordwrap(y)',
  '[1]|slice(y)|list',
  '"a".translate(y)',
  '-y',
];

// And for its StrictUndefined alone.
const inStrictOnly = [
  '[1]|batch(y)|list',
  '[{}]|map(attribute=y)|list',
  '[1]|map(y)|list',
  '[1]|select(y)|list',
  '"a"|attr(y)',
  '"%s" % y',
  'y == 1',
  '1 in y',
  'y in [1]',
  '{y: 1}',
  'y ~ "a"',
];

describe('an undefined name in an operation or an argument is an error of the kind `undefined`', () => {
  it.each(inEveryKind)('with default and strict undefined: %s', (expression) => {
    for (const kind of ['default', 'strict'] as const)
      expect(kindOf(`{{ ${expression} }}`, kind), kind).toMatch(/^undefined: 'y' is undefined/);
  });

  it.each(inStrictOnly)('with strict undefined: %s', (expression) => {
    expect(kindOf(`{{ ${expression} }}`, 'strict')).toMatch(/^undefined: 'y' is undefined/);
    expect(kindOf(`{{ ${expression} }}`, 'default')).not.toMatch(/^undefined/);
  });
});

it('the variable self prints as in Jinja2', () => {
  expect(kindOf('{{ self }}', 'default')).toBe('text <TemplateReference None>');
  const environment = new Environment({ loader: () => '{{ self }}' });
  expect(environment.compile('{% include "a.txt" %}').render()).toBe("<TemplateReference 'a.txt'>");
});
