import { describe, expect, it } from 'vitest';
import { Environment, TemplateError } from './index.ts';

const given = "{% set d = {'a': 1, 'b': 2} %}{% set f = {'b': 2} %}{% set l = {'a': [1]} %}";
const answer = (expression: string): string => {
  try {
    return new Environment().compile(`${given}{{ ${expression} }}`).render();
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
};

describe('the keys and items of a dictionary are sets, as in Python', () => {
  it.each([
    ['d.keys() == d.copy().keys()', 'True'],
    ['d.keys() == f.keys()', 'False'],
    ['d.keys() != f.keys()', 'True'],
    ['d.items() == d.copy().items()', 'True'],
    ['l.items() == l.copy().items()', 'True'],
    ['d.values() == d.values()', 'False'],
    ['{1: 1}.items() == {1.0: true}.items()', 'True'],
    ["d.keys() == ['a', 'b']", 'False'],
    ['d.keys() < d.keys()', 'False'],
    ['f.keys() < d.keys()', 'True'],
    ['d.keys() >= f.keys()', 'True'],
    ['d.keys() <= f.keys()', 'False'],
    ["{'z': 1}.keys() < d.keys()", 'False'],
    ["{'z': 1}.keys() > d.keys()", 'False'],
    ['f.items() < d.items()', 'True'],
    ["d.keys() < ['a']", "'<' not supported between instances of 'dict_keys' and 'list'"],
    ['d.values() < d.values()', "'<' not supported between instances of 'dict_values' and 'dict_values'"],
    ['[d.keys(), f.keys()]|sort', "[dict_keys(['b']), dict_keys(['a', 'b'])]"],
    ['d.keys() in [d.keys()]', 'True'],
    ["('a', 1) in d.items()", 'True'],
    ["['a', 1] in d.items()", 'False'],
    ["('a', 2) in d.items()", 'False'],
    ['([], 2) in d.items()', "unhashable type: 'list'"],
  ])('%s is %s', (expression, value) => {
    expect(answer(expression)).toBe(value);
  });

  it.each([
    ['d.keys() - f.keys()', "{'a'}"],
    ['d.keys() - d', 'set()'],
    ["d.keys() - ['b', 'b']", "{'a'}"],
    ["['a', 'b'] - f.keys()", "{'a'}"],
    ["'ac' - d.keys()", "{'c'}"],
    ['{1: 1, 2: 2}.keys() - [2.0]', '{1}'],
    ['d.items() - f.items()', "{('a', 1)}"],
    ['l.items() - []', "unhashable type: 'list'"],
    ['d.keys() - 1', "'int' object is not iterable"],
    ['d.values() - [1]', "unsupported operand type(s) for -: 'dict_values' and 'list'"],
    ["(d.keys() - f) - ['a']", "unsupported operand type(s) for -: 'set' and 'list'"],
    ['(d.keys() - f) - f.keys()', "{'a'}"],
    ['(d.keys() - f) - (d.keys() - f)', 'set()'],
    ['(d.keys() - []) == d.keys()', 'True'],
    ['(d.keys() - f) < d.keys()', 'True'],
    ["'a' in (d.keys() - f)", 'True'],
    ['[] in (d.keys() - f)', "unhashable type: 'list'"],
    ['(d.keys() - f)|length', '1'],
    ['(d.keys() - f)|join', 'a'],
    ['(d.keys() - f) is sequence', 'False'],
    ['(d.keys() - f) is iterable', 'True'],
    ['{(d.keys() - f): 1}', "unhashable type: 'set'"],
    ['(d.keys() - f)|tojson', 'Object of type set is not JSON serializable'],
    ["'y' if d.keys() - d.keys() else 'n'", 'n'],
  ])('the difference %s is %s', (expression, value) => {
    expect(answer(expression)).toBe(value);
  });

  it.each([
    ["d.keys().isdisjoint(['z'])", 'True'],
    ['d.items().isdisjoint(f.items())', 'False'],
    ['d.values().isdisjoint([])', "'dict_values object' has no attribute 'isdisjoint'"],
    ["(d.keys() - f).union(['q'], 'r')", "{'a', 'q', 'r'}"],
    ["(d.keys() - []).intersection('a')", "{'a'}"],
    ["(d.keys() - f).difference('a')", 'set()'],
    ["(d.keys() - []).symmetric_difference('ac')", "{'b', 'c'}"],
    ["(d.keys() - f).issubset('abc')", 'True'],
    ["(d.keys() - f).issuperset('a')", 'True'],
    ["(d.keys() - f).issuperset('ab')", 'False'],
    ["(d.keys() - f).isdisjoint('a')", 'False'],
    ['(d.keys() - f).copy()', "{'a'}"],
  ])('the method %s answers %s', (expression, value) => {
    expect(answer(expression)).toBe(value);
  });

  it('a difference is an array for the host', () => {
    expect(new Environment().compileExpression('d.keys() - ["a"]').evaluate({ d: { a: 1, b: 2 } })).toEqual([
      'b',
    ]);
  });

  it('comparing large views ends in a limit', { tags: ['security'] }, () => {
    const source = '{% for i in range(9999) %}{% if d.keys() <= e.keys() %}{% endif %}{% endfor %}';
    const large = Object.fromEntries(Array.from({ length: 9_999 }, (_, index) => [`k${index}`, 0]));
    const environment = new Environment({ now: () => 0 });
    expect(() => environment.compile(source).render({ d: large, e: { ...large } })).toThrow('limit `steps`');
  });

  it('the operators & and ^ are no operators of Jinja', () => {
    expect(answer('d.keys() & f.keys()')).toContain("unexpected char '&'");
    expect(answer('d.keys() ^ f.keys()')).toContain("unexpected char '^'");
  });
});
