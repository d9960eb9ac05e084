import { type BlockNode, defineBlock, type Json, Type, template } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { renderConfig, templateValueToJson } from '../blocks/render-config.ts';
import { renderedSize } from './rendered-size.ts';
import { renderJson, renderText, renderValue } from './template.ts';
import { createTemplateScope } from './template-scope.ts';

const scope = (parameters: Record<string, Json> = {}) =>
  createTemplateScope({
    parameters,
    outputs: new Map(),
    run: {
      workflowTitle: 'Orders',
      workflowId: 'w_1',
      workflowPermanentId: 'wpid_1',
      workflowRunId: 'wr_1',
      browserSessionId: null,
    },
    now: 0,
  });
const send = defineBlock({
  type: 'send',
  config: Type.Object({ body: Type.Unknown(template('native')), text: Type.Optional(Type.String()) }),
  output: Type.Object({}),
  run: async () => ({}),
});
const block = createBlockTypes([send]).get('send');
const render = (members: object, parameters: Record<string, Json> = {}) => {
  if (!block) throw new Error('no block');
  const node = { block_type: 'send', label: 'S', ...members } as BlockNode;
  return renderConfig(block, node, scope(parameters), { strict: false });
};

/** On a busy machine the time may end before the steps. */
const limit = /limit `(?:steps|timeMs)`/;
const shared = '[[1]*10000]*100000';
const doubled = `[x, ${'x.append(x.copy()), '.repeat(40)}x][-1]`;

describe('what a template unfolds to is limited', { tags: ['security'] }, () => {
  it.each([shared, doubled])('in a rendered config: %s', (expression) => {
    const failed = () => render({ body: { rows: `{{ ${expression} }}` } }, { x: [] });
    expect(failed).toThrow(
      /The jinja template in `body\.rows` of block `S` could not be rendered: .*limit `(?:steps|timeMs)`/,
    );
  });

  it.each([true, false])('in the value of an expression (strict: %s)', (strict) => {
    expect(() => renderValue(`{{ ${shared} }}`, scope(), { strict })).toThrow(limit);
    expect(() => renderValue(`{{ ${doubled} }}`, scope({ x: [] }), { strict })).toThrow(limit);
  });

  it('in the filter json, once and in a loop', () => {
    const text = (source: string) => renderText(source, scope({ x: [] }), { strict: false });
    expect(() => text(`{{ (${shared})|json }}`)).toThrow(limit);
    expect(() => text(`{{ (${doubled})|json }}`)).toThrow(limit);
    const again = `{% set x = [1]*1000 %}{% for i in range(100000) %}{% set y = x|json %}{% endfor %}`;
    expect(() => text(again)).toThrow(limit);
  });

  it('in the JSON of a template of JSON', () => {
    expect(() => renderJson(`{{ ${shared} }}`, scope())).toThrow(limit);
  });

  it('and a cycle is an error', () => {
    expect(() => render({ body: '{{ [x, x.append(x)] }}' }, { x: [] })).toThrow(
      'Circular reference detected',
    );
  });

  it('for all templates of a block together', () => {
    const body = Array.from({ length: 150 }, () => '{{ "x" * 1000000 }}');
    expect(() => render({ body })).toThrow(
      /rendered values of the block are larger than 33554432 characters/,
    );
  });

  it('and counted in texts, keys and values', () => {
    const size = () => renderedSize(100);
    expect(templateValueToJson({ a: 'b' }, size())).toEqual({ a: 'b' });
    expect(() => templateValueToJson([1, 2, 3], size())).toThrow('larger than 100 characters');
    expect(() => templateValueToJson({ [`${'k'.repeat(70)}`]: '' }, size())).toThrow(
      'larger than 100 characters',
    );
    expect(() => templateValueToJson('x'.repeat(101), size())).toThrow('larger than 100 characters');
  });
});

it('a shared value of ordinary size is rendered at every place', () => {
  expect(render({ body: ['{{ [row] * 3 }}'] }, { row: { a: 1 } }).body).toEqual([
    [{ a: 1 }, { a: 1 }, { a: 1 }],
  ]);
});
