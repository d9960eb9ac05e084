import { defineBlock, type Problem, parameterFields, Type, template } from '@runwright/contract';
import { asRecord, validateDraft } from '@runwright/definition';
import { describe, expect, it } from 'vitest';
import { conditional } from '../blocks/conditions/conditional.ts';
import type { CoreBlock } from '../registry/block-kinds.ts';
import { createRegistry } from '../registry/registry.ts';

const run = async () => ({});
const blocks: readonly CoreBlock[] = [
  conditional,
  defineBlock({
    type: 'task',
    config: Type.Object({ navigation_goal: Type.Optional(Type.String()), ...parameterFields }),
    output: Type.Object({}),
    run,
  }),
  defineBlock({
    type: 'for_loop',
    config: Type.Object({
      loop_variable_reference: Type.Optional(Type.String()),
      concurrency: Type.Integer({ default: 1 }),
      loop_blocks: Type.Array(Type.Unknown(), template('none')),
    }),
    output: Type.Unknown(),
    run,
  }),
  {
    ...defineBlock({
      type: 'while_loop',
      config: Type.Object({
        condition: Type.Object({ expression: Type.String() }, template('none')),
        loop_blocks: Type.Array(Type.Unknown(), template('none')),
      }),
      output: Type.Unknown(),
      run,
    }),
    templates: (node) => [
      { path: ['condition', 'expression'], source: String(asRecord(node.condition)?.expression) },
    ],
  },
];
const registry = createRegistry(blocks);

const task = (label: string, navigation_goal: string, more: object = {}) => ({
  block_type: 'task',
  label,
  navigation_goal,
  ...more,
});
const each = (label: string, loop_blocks: readonly object[], more: object = {}) => ({
  block_type: 'for_loop',
  label,
  loop_blocks,
  ...more,
});
const repeat = (label: string, expression: string, loop_blocks: readonly object[]) => ({
  block_type: 'while_loop',
  label,
  condition: { expression },
  loop_blocks,
});
const choice = (label: string, targets: readonly (string | null)[], next_block_label: string | null) => ({
  block_type: 'conditional',
  label,
  next_block_label,
  branch_conditions: targets.map((target) => ({
    criteria: { expression: '{{ current_date }}' },
    next_block_label: target,
  })),
});
const found = (list: readonly object[], definition: object = {}, settings: object = {}) => {
  const { problems, warnings } = validateDraft(
    { workflow_definition: { blocks: list, ...definition }, ...settings },
    registry,
  );
  expect(problems).toEqual([]);
  return warnings.map(
    ({ path, type }: Problem) => `${path.join('.').replace('workflow_definition.blocks.', '')} ${type}`,
  );
};

describe('an output is wanted too early', () => {
  it('by the block itself, by an earlier block, and by settings that are rendered before the first block', () => {
    expect(found([task('A', '{{ A }} {{ B_output.x }}'), task('B', '{{ A.x }}')])).toEqual([
      '0.navigation_goal too_early',
      '0.navigation_goal too_early',
    ]);
    expect(
      found([task('A', 'x')], { workflow_system_prompt: '{{ A_output }}' }, { sequential_key: '{{ A }}' }),
    ).toEqual(['workflow_definition.workflow_system_prompt too_early', 'sequential_key too_early']);
  });

  it('through the collected outputs of the run, which know labels only', () => {
    const goal =
      '{{ workflow_run_outputs.B }} {{ workflow_run_outputs["A"] }} {{ workflow_run_outputs.A_output }}';
    expect(found([task('A', 'x'), task('C', goal), task('B', 'x')])).toEqual([
      '1.navigation_goal too_early',
      '1.navigation_goal undeclared_name',
    ]);
  });

  it('but not where it is guarded', () => {
    expect(
      found([task('A', '{{ B.x | default("-") }}{% if B is defined %}!{% endif %}'), task('B', 'x')]),
    ).toEqual([]);
  });
});

describe('an output of another branch', () => {
  it('is distinguished from one that comes later', () => {
    const list = [
      choice('Q', ['A', 'B'], 'M'),
      task('A', '{{ B_output }} {{ M_output }}'),
      task('B', 'x'),
      task('M', '{{ A_output }}'),
    ];
    expect(found(list)).toEqual(['1.navigation_goal other_branch', '1.navigation_goal too_early']);
  });
});

describe('in the body of a loop', () => {
  it('a block of a while loop may want what a later one did in the iteration before, and each the loop values', () => {
    const body = [task('A', '{{ B.x }} {{ current_index }}'), task('B', 'x')];
    expect(found([repeat('W', '{{ current_index < 3 }}', body)])).toEqual([]);
    expect(found([each('L', [repeat('W', '{{ current_index < 3 }}', body)])])).toEqual([]);
    expect(found([each('L', [task('A', '{{ current_value }}')])])).toEqual([]);
    expect(found([task('A', '{{ current_value }} {{ current_index }}')])).toEqual([
      '0.navigation_goal outside_loop',
      '0.navigation_goal outside_loop',
    ]);
  });

  it.each([1, 4])('no iteration of a for loop sees the one before, %i at once', (concurrency) => {
    const body = [task('A', '{{ B.x }}'), task('B', '{{ A.x }}')];
    expect(found([each('L', body, { concurrency })])).toEqual(['0.loop_blocks.0.navigation_goal too_early']);
    expect(found([repeat('W', '{{ current_index < 3 }}', [each('L', body, { concurrency })])])).toEqual([
      '0.loop_blocks.0.loop_blocks.0.navigation_goal too_early',
    ]);
  });

  it('blocks outside are judged by where the loop stands', () => {
    const list = [
      task('A', '{{ I_output }}'),
      each('L', [task('I', '{{ A }} {{ C }}')]),
      task('C', '{{ I }}'),
    ];
    expect(found(list)).toEqual(['0.navigation_goal too_early', '1.loop_blocks.0.navigation_goal too_early']);
  });

  it('the condition of a while loop sees what the body did, the list of a for loop does not', () => {
    expect(found([repeat('W', '{{ current_index == 0 or P.output.more }}', [task('P', 'x')])])).toEqual([]);
    expect(found([each('L', [task('P', 'x')], { loop_variable_reference: '{{ P_output }}' })])).toEqual([
      '0.loop_variable_reference too_early',
    ]);
  });
});

it('reports unreachable blocks', () => {
  const list = [choice('Q', ['Z', 'Z'], 'M'), task('M', 'x'), task('Z', 'x')];
  expect(found(list, { finally_block_label: 'Z' })).toEqual(['1.label unreachable_block']);
});

it('a cache key knows the domain', () => {
  const settings = { cache_key: '{{ domain }}-{{ nobody }}' };
  expect(found([task('A', 'Look')], {}, settings)).toEqual(['cache_key undeclared_name']);
});
