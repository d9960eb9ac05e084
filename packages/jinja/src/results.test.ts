import { describe, expect, it } from 'vitest';
import { Environment, TemplateError } from './index.ts';

// A clock that stands: on a busy machine the time would run out before the budget that is meant.
const tree = () => new Environment({ results: 'tree', now: () => 0 });
const evaluate = (source: string, data = {}) => tree().compileExpression(source).evaluate(data);
const failure = (work: () => unknown): TemplateError => {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('it did not fail');
};

const doubled = (times: number) =>
  `[x, ${Array.from({ length: times }, () => 'x.append(x.copy())').join(', ')}, x][-1]`;

describe('results as a tree', { tags: ['security'] }, () => {
  it.each([
    ['one list in many places', '[[1]*10000]*100000'],
    ['one long text in many places', '["x"*900000]*400000'],
    ['lists that hold copies of themselves', doubled(40)],
  ])('%s cost their unfolded size', (_title, source) => {
    expect(failure(() => evaluate(source, { x: [] }))).toMatchObject({ kind: 'limit', limit: 'steps' });
  });

  it('bytes in many places cost their size, also without the option', () => {
    for (const results of ['graph', 'tree'] as const) {
      const work = () =>
        new Environment({ results }).compileExpression('[b]*400000').evaluate({ b: new Uint8Array(1e6) });
      expect(failure(work)).toMatchObject({ kind: 'limit' });
    }
  });

  it('a cycle is an error', () => {
    const list: unknown[] = [];
    list.push({ list });
    expect(failure(() => evaluate('x', { x: list })).message).toContain('Circular reference');
    expect(failure(() => evaluate('[x, x.append(x)]', { x: [] })).message).toContain('Circular reference');
  });

  it('levels count where shared data stands deep', () => {
    // Each entry is one level deeper than the one before it, and is exported after it.
    const entries: unknown[] = [[]];
    for (let index = 0; index < 400; index += 1) entries.push([entries.at(-1)]);
    expect(failure(() => evaluate('x', { x: entries }))).toMatchObject({ limit: 'recursion' });
    expect(evaluate('x', { x: entries.slice(0, 150) })).toHaveLength(150);
  });

  it('shared data within the budget is exported as before', () => {
    expect(evaluate('[y, y, {"y": y}]', { y: [1, 'a'] })).toEqual([[1, 'a'], [1, 'a'], { y: [1, 'a'] }]);
  });

  it('arguments and answers of host functions cost their size', () => {
    const environment = tree().addFilter('json', (value) => JSON.stringify(value));
    const shared = environment.compile('{{ ([[1]*10000]*100000)|json|length }}');
    expect(failure(() => shared.render())).toMatchObject({ limit: 'steps' });
    const repeated = environment.compile('{% for i in range(100000) %}{% set t = x|json %}{% endfor %}');
    expect(failure(() => repeated.render({ x: 'x'.repeat(1e6) }))).toMatchObject({ kind: 'limit' });
  });
});
