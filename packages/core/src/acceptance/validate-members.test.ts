import { defineBlock, type Problem, Type, template } from '@runwright/contract';
import { validateDraft } from '@runwright/definition';
import { describe, expect, it } from 'vitest';
import { conditional } from '../blocks/conditions/conditional.ts';
import { httpRequest } from '../blocks/http/http-request.ts';
import { createRegistry } from '../registry/registry.ts';

const task = defineBlock({
  type: 'task',
  config: Type.Object({ navigation_goal: Type.Optional(Type.String()) }),
  output: Type.Object({}),
  run: async () => ({}),
});
const loop = defineBlock({
  type: 'for_loop',
  config: Type.Object({ loop_blocks: Type.Array(Type.Unknown(), template('none')) }),
  output: Type.Unknown(),
  run: async () => null,
});
const registry = createRegistry([task, loop, conditional, httpRequest]);

const block = (label: string, more: object = {}) => ({ block_type: 'task', label, ...more });
const choice = (label: string, branch_conditions: object[]) => ({
  block_type: 'conditional',
  label,
  branch_conditions,
});
const draft = (blocks: readonly unknown[], definition: object = {}, settings: object = {}) => ({
  title: 'Orders',
  workflow_definition: { parameters: [], blocks, ...definition },
  ...settings,
});
const text = ({ path, type, message }: Problem) => `${path.join('.')}: ${type}: ${message}`;
const warnings = (input: unknown) => validateDraft(input, registry).warnings.map(text);

describe('members that a definition does not know', () => {
  const unknown = (input: unknown) =>
    warnings(input)
      .filter((warning) => warning.includes('unknown_field'))
      .map((warning) =>
        warning.replace(/: unknown_field: The field `\w+` is not known here and has no effect\./, ''),
      );

  it('are named at every depth, with what is meant', () => {
    const parameter = { key: 'p', parameter_type: 'workflow', workflow_parameter_type: 'string' };
    const branches = [
      { criteria: { expression: '{{ p }}', criteria_typ: 'prompt' }, next_block_lable: 'A' },
      { is_default: true },
    ];
    const input = draft(
      [choice('Q', branches), block('A', { retry: { max_retrys: 1 }, model: { temperature: 0 } })],
      { parameters: [{ ...parameter, default_valu: 'x' }] },
      { model: { modelname: 'm' }, max_cots: 1 },
    );
    expect(unknown(input)).toEqual([
      'workflow_definition.parameters.0.default_valu Did you mean `default_value`?',
      'workflow_definition.blocks.0.branch_conditions.0.criteria.criteria_typ Did you mean `criteria_type`?',
      'workflow_definition.blocks.0.branch_conditions.0.next_block_lable Did you mean `next_block_label`?',
      'workflow_definition.blocks.1.retry.max_retrys Did you mean `max_retries`?',
      'workflow_definition.blocks.1.model.temperature',
      'model.modelname Did you mean `model_name`?',
      'max_cots Did you mean `max_cost`?',
    ]);
  });

  it('are none of those that an answer of the API adds, and none in data', () => {
    const row = { workflow_id: 'w_1', created_at: 'x', modified_at: 'x', deleted_at: null };
    const parameter = { key: 'p', parameter_type: 'workflow', workflow_parameter_type: 'json' };
    const input = draft(
      [
        block('A', { output_parameter: { ...row, key: 'A_output', output_parameter_id: 'op_1' } }),
        {
          block_type: 'http_request',
          label: 'H',
          url: 'https://a.test',
          headers: { 'x-odd': '1' },
          body: { odd: 1 },
        },
      ],
      { parameters: [{ ...parameter, ...row, workflow_parameter_id: 'wp_1', default_value: { odd: 1 } }] },
    );
    expect(unknown(input)).toEqual([]);
  });
});

it('a workflow or a loop without blocks is a doubt', () => {
  expect(warnings(draft([]))).toEqual([
    'workflow_definition.blocks: no_blocks: The workflow has no blocks, so its runs complete without doing anything. Add a block.',
  ]);
  expect(warnings(draft([{ block_type: 'for_loop', label: 'L', loop_blocks: [] }]))).toEqual([
    'workflow_definition.blocks.0.loop_blocks: no_blocks: The loop has no blocks, so its iterations do nothing. Add a block, or remove the loop.',
  ]);
  expect(warnings(draft([block('A')]))).toEqual([]);
});
