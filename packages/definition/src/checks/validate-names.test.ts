import { defineBlock, Type, template } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { validateDraft } from './validate-draft.ts';

const registry = createBlockTypes([
  defineBlock({
    type: 'text_prompt',
    config: Type.Object({ prompt: Type.String() }),
    output: Type.Unknown(),
    run: async () => null,
  }),
]);
const say = (label: string, prompt: string) => ({ block_type: 'text_prompt', label, prompt });
const warnings = (blocks: readonly object[], parameters: readonly object[] = []) =>
  validateDraft({ title: 'Names', workflow_definition: { parameters, blocks } }, registry).warnings.map(
    ({ type }) => type,
  );

it('functions of every template are no undeclared names', () => {
  expect(warnings([say('a', '{{ range(3) | list }} {{ dict(a=1).a }} {{ lipsum.x }}')])).toEqual([]);
});

it('a built-in name is that of a block or a parameter when the definition has one', {
  tags: ['security'],
}, () => {
  const reader = say('reader', '{{ range.text }} {{ range(3) | list }}');
  const source = say('range', 'Say something.');
  expect(warnings([source, reader])).toEqual([]);
  expect(warnings([reader, source])).toEqual(['too_early']);
  const secret = { parameter_type: 'workflow', key: 'dict', workflow_parameter_type: 'credential_id' };
  expect(warnings([say('a', '{{ dict.password }}')], [secret])).toEqual(['secret_shown']);
});

const blocks = createBlockTypes([
  defineBlock({
    type: 'extraction',
    config: Type.Object({
      goal: Type.String(),
      data_schema: Type.Optional(Type.Object({}, { additionalProperties: true, ...template('none') })),
    }),
    output: Type.Object({
      status: Type.String(),
      extracted_information: Type.Unknown(),
      errors: Type.Array(Type.Object({ error_code: Type.String() })),
    }),
    run: async () => ({ status: '', extracted_information: null, errors: [] }),
  }),
  defineBlock({
    type: 'open',
    config: Type.Object({}),
    output: Type.Object({ a: Type.Number() }, { additionalProperties: true }),
    run: async () => ({ a: 1 }),
  }),
  defineBlock({
    type: 'rows',
    config: Type.Object({}),
    output: Type.Array(Type.Unknown()),
    run: async () => [],
  }),
]);
const dataSchema = { type: 'object', properties: { orders: { type: 'array', items: { type: 'object' } } } };
const membersOf = (goal: string, data_schema?: object) =>
  validateDraft(
    {
      workflow_definition: {
        parameters: [],
        blocks: [
          {
            block_type: 'extraction',
            label: 'all_orders',
            goal: 'x',
            ...(data_schema ? { data_schema } : {}),
          },
          { block_type: 'open', label: 'open' },
          { block_type: 'rows', label: 'rows' },
          { block_type: 'extraction', label: 'next', goal },
        ],
      },
    },
    blocks,
  ).warnings.map(({ type, message }) => `${type} ${/Did you mean `(.*)`/.exec(message)?.[1] ?? 'nothing'}`);

it.each([
  ['all_orders.orders', 'all_orders_output.extracted_information.orders'],
  ['all_orders_output.orders', 'all_orders_output.extracted_information.orders'],
  ['workflow_run_outputs.all_orders.orders', 'all_orders_output.extracted_information.orders'],
  ['all_orders_output.extracted_informaton.x', 'all_orders_output.extracted_information'],
  ['all_orders.errors[0].error_cod', 'all_orders_output.errors[0].error_code'],
  ['rows.first', 'nothing'],
])('a member that an output does not have is warned of: %s', (path, meant) => {
  for (const goal of [`{{ ${path} }}`, `{% for o in ${path} %}{{ o }}{% endfor %}`])
    expect(membersOf(goal)).toEqual([`unknown_output_member ${meant}`]);
  for (const goal of [`{{ ${path} | default([]) }}`, `{% if ${path} is defined %}{{ ${path} }}{% endif %}`])
    expect(membersOf(goal)).toEqual([]);
});

it('the data of an output has the members that its block asks for', () => {
  expect(membersOf('{{ all_orders.output.order }}', dataSchema)).toEqual([
    'unknown_output_member all_orders_output.extracted_information.orders',
  ]);
  expect(membersOf('{{ all_orders.items }}', dataSchema)).toEqual(['unknown_output_member nothing']);
  expect(membersOf('{{ all_orders.output.orders[0].id }}', dataSchema)).toEqual([]);
  expect(membersOf('{{ all_orders.output.anything.else }}')).toEqual([]);
});

it.each([
  'open.b.c',
  'rows[0].x',
  'all_orders.failure_reason',
  'all_orders.output[0]',
  'all_orders_output.errors[0]',
])('nothing is said of %s, which may have a value', (path) => {
  expect(membersOf(`{{ ${path} }}{{ all_orders.items() }}`)).toEqual([]);
});
