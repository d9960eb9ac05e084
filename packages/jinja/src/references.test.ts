import { describe, expect, it } from 'vitest';
import { Environment, references } from './index.ts';

const texts = (source: string) => references(source).map(({ text }) => text);

describe('references', () => {
  it('are the paths a template reads, as far as they are written out', () => {
    expect(texts('{{ a.b[0]["c d"].e }} {{ x[k].y }} {{ f(z)[-1] }}')).toEqual([
      'a.b[0]["c d"].e',
      'x',
      'k',
      'f',
      'z',
    ]);
  });

  it('leave out what the template defines before it reads it', () => {
    expect(texts('{{ a }}{% set a = 1 %}{{ a }}')).toEqual(['a']);
    expect(
      texts('{% for i in rows if i.ok %}{{ i.x }}{{ loop.index }}{% else %}{{ i }}{% endfor %}'),
    ).toEqual(['rows', 'i']);
    expect(texts('{% macro m(p, q=d) %}{{ p }}{{ caller() }}{% endmacro %}{{ m(v) }}')).toEqual(['d', 'v']);
    expect(texts('{% with a = b %}{{ a }}{% endwith %}{{ a }}')).toEqual(['b', 'a']);
    expect(texts('{% if t %}{% set a = 1 %}{% else %}{% set a = 2 %}{% endif %}{{ a }}')).toEqual(['t']);
    expect(texts('{% if t %}{% set a = 1 %}{% endif %}{{ a }}')).toEqual(['t', 'a']);
  });

  it('say whether a missing value is provided for', () => {
    const found = references('{{ a|default(b) }}{{ c is defined }}{{ d }}');
    expect(found.map(({ name, guarded }) => [name, guarded])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
      ['d', false],
    ]);
  });

  it('are provided for where a test of them or of what they are members of stands in the template', () => {
    const guarded = (source: string) =>
      references(source).flatMap(({ text, guarded }) => (guarded ? [text] : []));
    expect(guarded('{% if a.b is defined %}{{ a.b.c }}{{ a.b }}{% endif %}{{ a.x }}{{ a }}')).toEqual([
      'a.b',
      'a.b.c',
      'a.b',
    ]);
    expect(guarded('{{ a if a is not undefined else b }}')).toEqual(['a', 'a']);
    expect(guarded('{{ (a or b.c) | default(d) }}{{ (a if t else b) | default(1) }}')).toEqual([
      'a',
      'b.c',
      'a',
      'b',
    ]);
    const deep = `a${'.b'.repeat(50)}`;
    expect(guarded(`{% if a is defined %}{{ ${deep} }}{% endif %}`)).toEqual(['a', deep]);
  });

  it('are what a method is called on, not the method', () => {
    expect(texts('{{ a.b.items() }} {{ a.items }} {{ a.upper().lower() }} {{ f(x.y) }}')).toEqual([
      'a.b',
      'a.items',
      'a',
      'f',
      'x.y',
    ]);
  });

  it('carry name, path and offset', () => {
    expect(references('hi {{ a.b[0] }}')).toEqual([
      { name: 'a', path: ['b', 0], text: 'a.b[0]', guarded: false, at: 6 },
    ]);
  });

  it('are found in a bare expression too', () => {
    expect(new Environment().expressionReferences('a.b > c').map(({ text }) => text)).toEqual(['a.b', 'c']);
  });
});
