import { type Attack, attack, attackOn, exceeds, fails, prints } from './attack.ts';

const deepList = (depth: number): unknown => {
  let list: unknown[] = [];
  for (let level = 0; level < depth; level += 1) list = [list];
  return list;
};
const deepMap = (depth: number): unknown => {
  let map = new Map<string, unknown>();
  for (let level = 0; level < depth; level += 1) map = new Map([['a', map]]);
  return map;
};
const laughs = (): unknown => {
  let list: unknown = ['ha'];
  for (let level = 0; level < 60; level += 1) list = [list, list];
  return list;
};
const cyclic = () => {
  const list: unknown[] = [];
  const other: unknown[] = [];
  list.push(list);
  other.push(other);
  const dict: Record<string, unknown> = {};
  dict.self = dict;
  return { list, other, dict };
};
const shared = () => ({ x: laughs(), y: laughs() });
const tuples =
  '{% set n = namespace(t=("ha",)) %}{% for i in range(60) %}{% set n.t = (n.t, n.t) %}{% endfor %}';
const deepTuple =
  '{% set n = namespace(t=()) %}{% for i in range(50000) %}{% set n.t = (n.t,) %}{% endfor %}';
const templates: Readonly<Record<string, string>> = {
  self: '{% include "self" %}',
  ping: '{% include "pong" %}',
  pong: '{% import "ping" as p %}',
  base: '{% extends "base" %}',
  blocks: '{% block a %}{{ self.a() }}{% endblock %}',
  wide: '{% include "wide" %}{% include "wide" %}',
};
const options = { loader: (name: string) => templates[name] ?? null };
const names = (count: number, write: (name: string) => string) =>
  Array.from({ length: count }, (_, index) => write(`n${index}`)).join('');

/** Depth: of calls, of data, of sources. */
export const nesting: readonly Attack[] = [
  attack(
    'a macro that calls itself',
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    exceeds('recursion'),
  ),
  attack(
    'macros that call each other twice',
    '{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(150) }}',
    exceeds('steps', 'timeMs'),
  ),
  attack(
    'a recursive loop over its own list',
    '{% for x in l recursive %}{{ loop(l) }}{% endfor %}',
    exceeds('recursion'),
    { context: () => ({ l: [1] }) },
  ),
  attack(
    'a call block that calls itself',
    '{% macro m() %}{{ caller() }}{% endmacro %}{% macro r() %}{% call m() %}{{ r() }}{% endcall %}{% endmacro %}{{ r() }}',
    exceeds('recursion'),
  ),
  attack(
    'a deep recursion with a raised limit',
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    exceeds('recursion'),
    { options: { limits: { recursion: 1e9 } } },
  ),
  attack('a template that includes itself', '{% include "self" %}', exceeds('recursion'), { options }),
  attack('templates that include each other', '{% include "ping" %}', exceeds('recursion'), { options }),
  attack(
    'a template that includes itself twice',
    '{% include "wide" ignore missing %}',
    exceeds('recursion'),
    {
      options,
    },
  ),
  attack('a template that extends itself', '{% extends "base" %}', exceeds('recursion'), { options }),
  attack('a block that renders itself', '{% include "blocks" %}', exceeds('recursion'), { options }),
  attack('parentheses', `{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('lists', `{{ ${'['.repeat(100_000)}${']'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('dictionaries', `{{ ${'{1:'.repeat(100_000)}1${'}'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('not not not', `{{ ${'not '.repeat(100_000)}1 }}`, exceeds('parserDepth')),
  attack('signs', `{{ ${'-'.repeat(100_000)}1 }}`, exceeds('parserDepth')),
  attack('inline ifs', `{{ ${'1 if 0 else '.repeat(100_000)}1 }}`, exceeds('parserDepth')),
  attack('calls', `{{ x${'()'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('members', `{{ x${'.a'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('filters', `{{ 1${'|abs'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('tests', `{{ 1${' is none is none'.repeat(50_000)} }}`, fails('syntax')),
  attack('a sum of many', `{{ 1${' + 1'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('many ands', `{{ 1${' and 1'.repeat(100_000)} }}`, exceeds('parserDepth')),
  attack('a sum of a thousand', `{{ 1${' + 1'.repeat(1_000)} }}`, prints('1001')),
  attack('many parts of a concatenation', `{{ (1${' ~ 1'.repeat(100_000)})|length }}`, prints('100001')),
  attack('many comparisons', `{{ 1${' == 1'.repeat(100_000)} }}`, prints('True')),
  attack(
    'many branches',
    `{% if 0 %}${names(20_000, (name) => `{% elif ${name} %}`)}{% endif %}`,
    prints(''),
  ),
  attack(
    'many branches that assign',
    `{% if 0 %}${names(10_000, (name) => `{% elif 0 %}{% set ${name} = 1 %}`)}{% endif %}`,
    prints(''),
  ),
  attack(
    'many ifs',
    names(20_000, (name) => `{% if ${name} %}{% endif %}`),
    prints(''),
  ),
  attack(
    'many scopes',
    names(10_000, (name) => `{% set ${name} = 1 %}{% for ${name} in [] %}{% endfor %}`),
    prints(''),
  ),
  attack(
    'many includes',
    names(10_000, (name) => `{% set ${name} = 1 %}{% include "x" ignore missing %}`),
    prints(''),
    { options },
  ),
  attack(
    'many blocks',
    names(20_000, (name) => `{% block ${name} %}{% endblock %}`),
    prints(''),
  ),
  attack(
    'blocks in blocks',
    `${names(5_000, (name) => `{% block ${name} %}`)}${'{% endblock %}'.repeat(5_000)}`,
    exceeds('parserDepth'),
  ),
  attack(
    'statements in statements',
    `${'{% if 1 %}'.repeat(100_000)}${'{% endif %}'.repeat(100_000)}`,
    exceeds('parserDepth'),
  ),
  attack(
    'nested targets',
    `{% for ${'('.repeat(100_000)}a${')'.repeat(100_000)} in [] %}{% endfor %}`,
    exceeds('parserDepth'),
  ),
  attack('an unclosed string', `{{ "${'a'.repeat(1_000_000)} }}`, fails('syntax')),
  attack('a million opening tags', '{{'.repeat(500_000), exceeds('parserDepth')),
  attack('a million comments that do not end', '{#'.repeat(500_000), fails('syntax')),
  attack('a million raw blocks that do not end', '{% raw '.repeat(150_000), fails('syntax')),
  attack(
    'a million spaces in tags',
    `{%${' '.repeat(1_000_000)}raw${' '.repeat(1_000_000)}`,
    fails('syntax'),
  ),
  attack('a number with a million underscores', `{{ ${'1_'.repeat(1_000_000)}1 }}`, fails('syntax')),
  attack('a name of five million letters', `{{ ${'a'.repeat(5_000_000)} }}`, prints('')),
  attack('a name of five million ideographs', `{{ ${'𠀀'.repeat(5_000_000)} }}`, exceeds('parserDepth')),
  attackOn('repr of cyclic data', cyclic, '{{ list }}{{ dict }}', prints("[[...]]{'self': {...}}")),
  attackOn(
    'pprint of cyclic data',
    cyclic,
    '{{ dict|pprint }}',
    prints("{'self': <Recursion on dict with id=139637976727552>}"),
  ),
  attackOn('tojson of cyclic data', cyclic, '{{ list|tojson }}', fails('runtime')),
  attackOn('comparison of cyclic data', cyclic, '{{ list == other }}', exceeds('recursion')),
  attackOn('order of cyclic data', cyclic, '{{ list < other }}', exceeds('recursion')),
  attackOn('sort of cyclic data', cyclic, '{{ [list, other, list]|sort }}', exceeds('recursion')),
  attackOn(
    'search in cyclic data',
    cyclic,
    '{{ other in list }}{{ list.index(list) }}',
    exceeds('recursion'),
  ),
  attackOn('cyclic data as a key', cyclic, '{{ {(list, 1): 1} }}', fails('runtime')),
  attackOn('cyclic data made unique', cyclic, '{{ [list]|unique|list }}', fails('runtime')),
  attack(
    'a namespace that holds itself',
    '{% set n = namespace() %}{% set n.n = n %}{{ n }}{{ n.n.n is sameas n }}',
    prints("<Namespace {'n': <Namespace {...}>}>True"),
  ),
  attack(
    'a list that holds itself, made by the template',
    '{% set l = [] %}{{ l.append((l, {"l": l})) }}{{ l }}',
    prints("None[([...], {'l': [...]})]"),
  ),
  attackOn('repr of shared data', shared, '{{ x }}', exceeds('steps', 'timeMs', 'stringLength')),
  attackOn(
    'text of shared data',
    shared,
    '{{ x|string|length }}{{ x ~ y }}',
    exceeds('steps', 'timeMs', 'stringLength'),
  ),
  attackOn('tojson of shared data', shared, '{{ x|tojson }}', exceeds('steps', 'timeMs', 'stringLength')),
  attackOn('pprint of shared data', shared, '{{ x|pprint }}', exceeds('steps', 'timeMs', 'stringLength')),
  attackOn('comparison of shared data', shared, '{{ x == y }}', exceeds('steps', 'timeMs')),
  attackOn('order of shared data', shared, '{{ x < y }}', exceeds('steps', 'timeMs')),
  attackOn('sort of shared data', shared, '{{ [x, y]|sort|length }}', exceeds('steps', 'timeMs')),
  attack('shared tuples as a key', `${tuples}{{ {n.t: 1}|length }}`, exceeds('stringLength')),
  attack(
    'shared tuples made unique',
    `${tuples}{{ [n.t, n.t]|unique|list|length }}`,
    exceeds('stringLength'),
  ),
  attack('shared tuples looked up', `${tuples}{{ n.t in {1: 1} }}`, exceeds('stringLength')),
  attack(
    'shared tuples compared',
    `${tuples}{% set a = n.t %}${tuples}{{ a == n.t }}`,
    exceeds('steps', 'timeMs'),
  ),
  attack('deep tuples as a key', `${deepTuple}{{ {n.t: 1} }}`, exceeds('recursion', 'stringLength')),
  attack('deep tuples printed', `${deepTuple}{{ n.t }}`, exceeds('recursion')),
  attackOn('deep lists printed', () => ({ x: deepList(100_000) }), '{{ x }}', exceeds('recursion')),
  attackOn('deep lists as JSON', () => ({ x: deepList(100_000) }), '{{ x|tojson }}', exceeds('recursion')),
  attackOn('deep lists laid out', () => ({ x: deepList(100_000) }), '{{ x|pprint }}', exceeds('recursion')),
  attackOn(
    'deep lists compared',
    () => ({ x: deepList(100_000), y: deepList(100_000) }),
    '{{ x == y }}',
    exceeds('recursion'),
  ),
  attackOn('deep maps', () => ({ x: deepMap(100_000) }), '{{ x }}', exceeds('recursion')),
];
