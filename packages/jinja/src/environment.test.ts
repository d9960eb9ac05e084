import { describe, expect, it } from 'vitest';
import { Environment, isTrue, TemplateError, toText } from './index.ts';

const environment = new Environment();
const render = (source: string, context: Record<string, unknown> = {}) =>
  environment.compile(source).render(context);
const evaluate = (source: string, context: Record<string, unknown> = {}) =>
  environment.compileExpression(source).evaluate(context);

function failure(work: () => unknown): TemplateError {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

it('finalize answers what stands for each value; the text of the template and undefined values stay', () => {
  const finalize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const own = new Environment({ finalize, undefined: 'strict' });
  const text = '{"a": {{ a }}, "b": "{{ b }}", "c": {{ none }}}{% if false %}{{ a }}{% endif %}';
  expect(own.compile(text).render({ a: { x: [true, 1] }, b: 'B' })).toBe(
    '{"a": {"x":[true,1]}, "b": "B", "c": null}',
  );
  expect(failure(() => own.compile('{{ a.y }}').render({ a: {} })).kind).toBe('undefined');
  expect(new Environment({ finalize }).compile('[{{ nope }}]').render()).toBe('[]');
});

describe('an expression', () => {
  it('answers plain JavaScript values', () => {
    expect(evaluate('[1, 2.0, "a", none, true, (1, 2), {"k": x}]', { x: { y: [3] } })).toEqual([
      1,
      2,
      'a',
      null,
      true,
      [1, 2],
      { k: { y: [3] } },
    ]);
  });

  it('answers undefined for an undefined value', () => {
    expect(evaluate('missing')).toBe(undefined);
    expect(evaluate('x.missing', { x: {} })).toBe(undefined);
  });

  it('answers a bigint for an int that a number cannot hold', () => {
    expect(evaluate('2 ** 64')).toBe(18446744073709551616n);
  });

  it('keeps a key named __proto__ as plain data', () => {
    const value = evaluate('{"__proto__": {"polluted": 1}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
  });

  it('refuses words after its end', () => {
    expect(failure(() => evaluate('a b')).kind).toBe('syntax');
  });
});

describe('the departures from Jinja2', () => {
  it('a member wins over a method of the same name when it is not called', () => {
    expect(render('{{ x.items }} {{ x.items()|list }}', { x: { items: [1] } })).toBe("[1] [('items', [1])]");
  });

  it('a template changes its own copy of the context and never the data of the host', () => {
    const context = { list: [3, 1], data: { inner: { n: 1 } } };
    const source =
      '{% set _ = list.append(2) %}{% set _ = list.sort() %}{% set _ = data.inner.update({"n": 9}) %}{{ list }} {{ data }}';
    expect(render(source, context)).toBe("[1, 2, 3] {'inner': {'n': 9}}");
    expect(context).toEqual({ list: [3, 1], data: { inner: { n: 1 } } });
    expect(render('{{ list }}', context)).toBe('[3, 1]');
  });
});

describe('additions of the host', () => {
  it('a filter receives plain values, named arguments last as one object', () => {
    const own = new Environment().addFilter('seen', (...args) => JSON.stringify(args));
    expect(own.compile('{{ [1.0]|seen("a", b={"c": 2}) }}').render()).toBe('[[1],"a",{"b":{"c":2}}]');
  });

  it('a test and a global are found by their names, and a context name hides a global', () => {
    const own = new Environment()
      .addTest('big', (value) => Number(value) > 10)
      .addGlobal('greet', (name: unknown) => `hi ${String(name)}`)
      .addGlobal('site', { title: 'T' });
    const source = '{{ 11 is big }} {{ greet("you") }} {{ site.title }}';
    expect(own.compile(source).render()).toBe('True hi you T');
    expect(own.compile('{{ site }}').render({ site: 1 })).toBe('1');
  });

  it('an error in a function of the host becomes a template error with the original as cause', () => {
    const cause = new Error('boom');
    const own = new Environment().addGlobal('fail', () => {
      throw cause;
    });
    const error = failure(() => own.compile('ok\n{{ fail() }}').render());
    expect(error).toMatchObject({ kind: 'runtime', message: 'fail() failed: boom', line: 2, cause });
  });

  it('the extensions are off until they are asked for', () => {
    const source = '{% for i in range(5) %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}';
    expect(failure(() => render(source)).kind).toBe('syntax');
    const own = new Environment({ extensions: ['do', 'loopcontrols'] });
    expect(own.compile(source).render()).toBe('012');
    expect(own.compile('{% set l = [] %}{% do l.append(1) %}{{ l }}').render()).toBe('[1]');
  });

  it('other delimiters and line prefixes may be chosen', () => {
    const own = new Environment({
      delimiters: {
        variableStart: '<<',
        variableEnd: '>>',
        lineStatementPrefix: '%',
        lineCommentPrefix: '##',
      },
    });
    const source = '% for i in [1, 2]\n<< i >>{{ ## note\n% endfor\nend';
    expect(own.compile(source).render()).toBe('1{{\n2{{\nend');
  });
});

describe('an error', () => {
  it('has line, column, and the source line with a caret', () => {
    const error = failure(() => render('one\n  {{ a.b.c }}', { a: {} }));
    expect(error).toMatchObject({ kind: 'undefined', line: 2, column: 9 });
    expect(error.message).toBe("'dict object' has no attribute 'b'");
    expect(error.hint).toBe('2 |   {{ a.b.c }}\n            ^');
  });

  it('names the kind of what went wrong', () => {
    expect(failure(() => render('{% if %}')).kind).toBe('syntax');
    expect(failure(() => render('{{ 1|nope }}')).kind).toBe('syntax');
    expect(failure(() => render('{{ 1 / 0 }}')).kind).toBe('runtime');
    expect(failure(() => render('{{ x.y }}')).kind).toBe('undefined');
    expect(failure(() => render('{{ "a" * 10 ** 9 }}'))).toMatchObject({
      kind: 'limit',
      limit: 'stringLength',
    });
  });
});

describe('helpers for native values', () => {
  it('isTrue is the truth of Jinja', () => {
    expect([[], {}, '', 0, null, undefined, false, Number.NaN, '0', [0], new Date(0)].map(isTrue)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('toText prints as Jinja prints', () => {
    expect(toText({ a: [1, 1.5, null, true, "it's"] })).toBe("{'a': [1, 1.5, None, True, \"it's\"]}");
    expect(toText(undefined)).toBe('');
  });
});

describe('templates that name others', () => {
  const sources: Readonly<Record<string, string>> = {
    base: '<{% block a %}A{% endblock %}|{% block b %}B{% endblock %}>',
    child: '{% extends "base" %}dropped{% block a %}{{ super() }}{{ n }}{% endblock %}',
    part: 'part {{ n }} {{ local }}',
    tools: '{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}{% set version = 3 %}',
    bad: 'fine\n{{ 1 / 0 }}',
  };
  const own = new Environment({
    loader: (name) => (Object.hasOwn(sources, name) ? (sources[name] ?? null) : null),
  });

  it('extends, include and import work with a loader', () => {
    expect(own.compile('{% extends "child" %}{% block b %}b{% endblock %}').render({ n: 7 })).toBe('<A7|b>');
    expect(own.compile('{% set local = 1 %}{% include "part" %}').render({ n: 7 })).toBe('part 7 1');
    expect(own.compile('{% include "none" ignore missing %}ok').render()).toBe('ok');
    expect(own.compile('{% import "tools" as t %}{{ t.twice(t.version) }}').render()).toBe('33');
    expect(own.compile('{% from "tools" import twice as d %}{{ d("a") }}').render()).toBe('aa');
  });

  it('an error names the template it happened in', () => {
    expect(failure(() => own.compile('{% include "bad" %}').render())).toMatchObject({
      template: 'bad',
      line: 2,
    });
  });

  it('a missing template, and any template without a loader, is an error', () => {
    expect(failure(() => own.compile('{% include "none" %}').render()).kind).toBe('runtime');
    expect(failure(() => render('{% include "part" %}')).message).toContain('there is no loader');
  });
});
