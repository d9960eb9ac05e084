import { defineBlock, parameterFields, Type } from '@runwright/contract';
import { validateDraft } from '@runwright/definition';
import { expect, it } from 'vitest';
import { conditional } from '../blocks/conditions/conditional.ts';
import { httpRequest } from '../blocks/http/http-request.ts';
import { createRegistry } from '../registry/registry.ts';

const plain = (type: string) =>
  defineBlock({
    type,
    config: Type.Object({
      title: Type.Optional(Type.String()),
      url: Type.Optional(Type.String()),
      navigation_goal: Type.Optional(Type.String()),
      prompt: Type.Optional(Type.String()),
      ...parameterFields,
    }),
    output: Type.Object({}),
    run: async () => ({}),
  });
const registry = createRegistry([
  plain('navigation'),
  plain('text_prompt'),
  plain('ours'),
  conditional,
  httpRequest,
]);
const parameters = [
  { key: 'token', parameter_type: 'aws_secret', aws_key: 'k' },
  { key: 'account', parameter_type: 'workflow', workflow_parameter_type: 'credential_id' },
  { key: 'city', parameter_type: 'workflow', workflow_parameter_type: 'string' },
];
const found = (blocks: readonly object[], definition: object = {}, settings: object = {}) =>
  validateDraft(
    { workflow_definition: { parameters, blocks, ...definition }, ...settings },
    registry,
  ).warnings.map(
    ({ path, type, message }) => `${path.join('.').replace('workflow_definition.', '')} ${type}: ${message}`,
  );

it('a secret in the prompt of an agent has to be declared', () => {
  const goal = { block_type: 'navigation', label: 'A', navigation_goal: 'Type {{ token }} in {{ city }}' };
  expect(found([goal])).toEqual([
    'blocks.0.navigation_goal secret_undeclared: `navigation_goal` names the secret `token`, but block `A` does not declare it; add it to `parameter_keys`.',
  ]);
  expect(found([{ ...goal, parameter_keys: ['token'] }])).toEqual([]);
});

it('texts that are read show a placeholder, declared or not', () => {
  const blocks = [
    { block_type: 'navigation', label: 'A', title: '{{ account.username }}', parameter_keys: ['account'] },
    { block_type: 'text_prompt', label: 'B', prompt: 'Is {{ token | default("x") }} good?' },
    {
      block_type: 'conditional',
      label: 'C',
      branch_conditions: [{ criteria: { expression: '{{ token == "x" }}' } }],
    },
  ];
  const chained = blocks.map((block, index) => ({ ...block, next_block_label: ['B', 'C', null][index] }));
  const settings = { sequential_key: '{{ token }}' };
  expect(
    found(chained, { workflow_system_prompt: 'Use {{ token }}' }, settings).map((text) => text.split(':')[0]),
  ).toEqual([
    'blocks.0.title secret_shown',
    'blocks.1.prompt secret_shown',
    'blocks.2.branch_conditions.0.criteria.expression secret_shown',
    'workflow_system_prompt secret_shown',
    'sequential_key secret_shown',
  ]);
});

it('fields in which a value is put in, and the fields of other types, are no doubt', () => {
  const blocks = [
    {
      block_type: 'http_request',
      label: 'A',
      url: 'https://x.example/?t={{ token }}',
      headers: { authorization: 'Bearer {{ token }}' },
      body: { account: '{{ account.password }}' },
    },
    { block_type: 'ours', label: 'B', title: '{{ token }}' },
  ];
  expect(found(blocks)).toEqual([]);
});
