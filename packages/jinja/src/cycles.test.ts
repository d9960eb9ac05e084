import { describe, expect, it } from 'vitest';
import { Environment, TemplateError } from './index.ts';

const print = (source: string) => new Environment().compile(source).render();
const failure = (source: string): string => {
  try {
    return print(source);
  } catch (error) {
    if (error instanceof TemplateError) return `${error.kind} ${error.limit ?? error.message}`;
    throw error;
  }
};
const list = (expression: string) => `{% set x = [1] %}{{ [x.append(x), ${expression}][1] }}`;
const dict = (expression: string) => `{% set x = {} %}{{ [x.update(a=x), ${expression}][1] }}`;
const tuple = (expression: string) =>
  `{% set x = [] %}{% set t = (x,) %}{{ [x.append(t), ${expression}][1] }}`;
const view = (part: string, expression: string) =>
  `{% set x = {} %}{{ [x.update(a=x.${part}()), ${expression}][1] }}`;
const two = (expression: string) =>
  `{% set x = [] %}{% set y = [] %}{{ [x.append(y), y.append(x), ${expression}][2] }}`;
const id = 'with id=139637976727552>';

describe('data that holds itself', { tags: ['security'] }, () => {
  it.each([
    [list('x'), '[1, [...]]'],
    [list('"%s" % [x]'), '[[1, [...]]]'],
    [list('x|string'), '[1, [...]]'],
    [list('x|join(",")'), '1,[1, [...]]'],
    [dict('x'), "{'a': {...}}"],
    [dict('x.items()'), "dict_items([('a', {'a': {...}})])"],
    [tuple('t'), '([(...)],)'],
    ['{% set n = namespace() %}{% set n.n = n %}{{ n }}', "<Namespace {'n': <Namespace {...}>}>"],
    [view('values', 'x.values()'), 'dict_values([dict_values([...])])'],
    [view('items', 'x'), "{'a': dict_items([('a', ...)])}"],
  ])('is printed as Python prints it: %s', (source, printed) => {
    expect(print(source)).toBe(printed);
  });

  it.each([
    [list('x|pprint'), `[1, <Recursion on list ${id}]`],
    [dict('x|pprint'), `{'a': <Recursion on dict ${id}}`],
    [tuple('t|pprint'), `([<Recursion on tuple ${id}],)`],
    [
      '{% set x = ["a" * 50, "b" * 50] %}{{ [x.append(x), x|pprint][1] }}',
      `['${'a'.repeat(50)}',\n '${'b'.repeat(50)}',\n <Recursion on list ${id}]`,
    ],
  ])('is laid out by pprint as Python does: %s', (source, printed) => {
    expect(print(source)).toBe(printed);
  });

  it.each([
    [list('x|tojson'), 'runtime Circular reference detected'],
    [dict('x|tojson'), 'runtime Circular reference detected'],
    [list('{(x,): 1}'), "runtime unhashable type: 'list'"],
    [list('[x]|unique|list'), "runtime unhashable type: 'list'"],
    [list('x == [1, [1, x.copy()]]'), 'True'],
    [two('x == y'), 'limit recursion'],
    [two('x < y'), 'limit recursion'],
    [two('x in [y]'), 'limit recursion'],
    [two('[x, y]|sort'), 'limit recursion'],
    [list('[x, x.copy()]|sort'), '[[1, [...]], [1, [1, [...]]]]'],
    [list('x in [x.copy()]'), 'True'],
    [list('x == x'), 'True'],
  ])('is compared, searched and written as JSON to a clear end: %s', (source, end) => {
    expect(failure(source)).toBe(end);
  });
});
