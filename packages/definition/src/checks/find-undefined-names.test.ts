import { defineBlock, type Json, Type, template } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { definitionBlock } from '../blocks/block-types.ts';
import { createTemplateScope } from '../template/template-scope.ts';
import { findUndefinedFields, findUndefinedNames } from './find-undefined-names.ts';

const outputs: Readonly<Record<string, Json>> = {
  all_orders: { task_id: 'tsk_1', errors: [], extracted_information: { orders: [{ id: 7 }] } },
  got: { status_code: 200, body: { text: 'abc', none: null, 'two words': 1 } },
};
const scope = createTemplateScope({
  parameters: { city: 'Rome', rows: [1, 2] },
  outputs: new Map(Object.entries(outputs)),
  loop: { value: { id: 1 }, index: 0 },
  run: {
    workflowTitle: 't',
    workflowId: 'w_1',
    workflowPermanentId: 'wpid_1',
    workflowRunId: 'wr_1',
    browserSessionId: null,
  },
  now: 0,
});
const found = (source: string) =>
  findUndefinedNames(source, scope).map(({ text, suggestion }) => [text, suggestion]);

describe('names without a value', () => {
  it.each([
    ['{{ all_orders.orders }}', 'all_orders.orders', 'all_orders_output.extracted_information.orders'],
    [
      '{{ all_orders_output.orders }}',
      'all_orders_output.orders',
      'all_orders_output.extracted_information.orders',
    ],
    [
      '{% for o in all_orders.orders %}{{ o.id }}{% endfor %}',
      'all_orders.orders',
      'all_orders_output.extracted_information.orders',
    ],
    ['{{ orders | length > 0 }}', 'orders', 'all_orders_output.extracted_information.orders'],
    ['{{ all_order.output.orders }}', 'all_order.output.orders', 'all_orders'],
    ['{{ got.status_cod }}', 'got.status_cod', 'got_output.status_code'],
    ['{{ got.body.txt }}', 'got.body.txt', 'got.body.text'],
    ['{{ got["two words"] }}', 'got["two words"]', 'got_output.body["two words"]'],
    ['{{ ciy }}', 'ciy', 'city'],
    ['{{ citty }}', 'citty', 'city'],
    ['{{ rows.length }}', 'rows.length', null],
    ['{{ rows[2] }}', 'rows[2]', null],
    ['{{ current_value.idd }}', 'current_value.idd', null],
    ['{{ got.body.none.x }}', 'got.body.none.x', null],
    ['{{ nothing_like_it }}', 'nothing_like_it', null],
  ])('%s: %s, of which %s is meant', (source, text, suggestion) => {
    expect(found(source)).toEqual([[text, suggestion]]);
  });

  it.each([
    '{{ all_orders.output.orders[0].id }}{{ all_orders_output.extracted_information.orders | length }}',
    '{{ got.body.text[0] }}{{ got.body.text[-1] }}{{ rows[-1] }}{{ got.body.none }}',
    '{{ city.upper() }}{{ got.body.items() | list }}{{ workflow_run_outputs.got.body.get("x") }}',
    '{{ citty | default("-") }}{{ (citty or got.x) | default("-") }}',
    '{% if citty is defined %}{{ citty }}{% endif %}{{ citty.a if citty is defined else "-" }}',
    '{% set a = city %}{{ a }}{{ range(3) | list }}{{ current_date }}{{ current_index }}',
    '{{ not closed',
  ])('there are none in %s', (source) => {
    expect(found(source)).toEqual([]);
  });
});

it('the fields of a block that read what has no value are found, wherever they stand', () => {
  const block = definitionBlock(
    defineBlock({
      type: 'send',
      config: Type.Object({
        url: Type.String(),
        method: Type.String(template('none')),
        to: Type.Array(Type.String()),
        body: Type.Unknown(template('native')),
      }),
      output: Type.Unknown(),
      run: async () => null,
    }),
  );
  const node = {
    block_type: 'send',
    label: 'send',
    url: 'https://shop.example/{{ city }}/{{ citty }}',
    method: '{{ never_rendered }}',
    to: ['a@shop.example', '{{ mail | default("b@shop.example") }}', '{{ mail }}'],
    body: { deep: [{ orders: '{{ all_orders.orders }}' }] },
  };
  expect(findUndefinedFields(block, node, scope).map(({ path, names }) => [path.join('.'), names])).toEqual([
    ['url', [{ text: 'citty', suggestion: 'city' }]],
    ['to.2', [{ text: 'mail', suggestion: null }]],
    [
      'body.deep.0.orders',
      [{ text: 'all_orders.orders', suggestion: 'all_orders_output.extracted_information.orders' }],
    ],
  ]);
});
