import { type BlockDraft, defineBlock, type JsonObject, Type, template } from '@runwright/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../engine/create-engine.ts';
import { toRunRecord } from '../records/run-record.ts';

const say = defineBlock({
  type: 'say',
  config: Type.Object({
    value: Type.Unknown(template('native')),
    to: Type.Optional(Type.Array(Type.String())),
    url: Type.Optional(Type.String()),
  }),
  output: Type.Unknown(),
  run: async ({ value }) => value,
});
const got = { block_type: 'say', label: 'got', value: { orders: [1] }, next_block_label: 'next' };
const all = {
  block_type: 'say',
  label: 'all_orders',
  value: { status: 'completed', extracted_information: { orders: [1] } },
  next_block_label: 'next',
};

/** Runs the blocks and returns how the run ended, its warnings, and the lines on its timeline. */
async function run(blocks: readonly BlockDraft[], more: JsonObject = {}) {
  const engine = await createEngine({ blocks: [say] });
  onTestFinished(() => engine.close());
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Names',
    workflow_definition: { parameters: [], blocks, ...more },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const ended = await engine.runs.finished(organizationId, runId);
  const events = await engine.runs.timeline(organizationId, runId);
  const notices = events.flatMap((event) => (event.type === 'progress' ? [event.message] : []));
  const { warnings } = toRunRecord({ run: ended, artifacts: [], files: [], links: engine.links });
  return { ended, notices, warnings };
}
const notices = async (block: BlockDraft) => {
  const { ended, notices } = await run([got, { ...block, label: 'next' }]);
  expect(ended).toMatchObject({ status: 'completed' });
  return notices;
};

const branch = (expression: string): BlockDraft => ({
  block_type: 'conditional',
  label: 'next',
  branch_conditions: [
    { criteria: { criteria_type: 'jinja2_template', expression }, next_block_label: null },
    { is_default: true, next_block_label: null },
  ],
});
const whileLoop = (expression: string): BlockDraft => ({
  block_type: 'while_loop',
  label: 'next',
  condition: { criteria_type: 'jinja2_template', expression },
  loop_blocks: [{ block_type: 'say', label: 'inner', value: 1 }],
});
const each = (blocks: readonly BlockDraft[], more: object = {}): BlockDraft => ({
  block_type: 'for_loop',
  label: 'next',
  loop_variable_reference: 'got_output.orders',
  loop_blocks: blocks,
  ...more,
});

it('a condition that names what does not exist is false, and the timeline names it', async () => {
  expect(await notices(branch('{{ got_output.order | length > 0 and other }}'))).toEqual([
    'In `branch_conditions[0].criteria.expression` of block `next`, `got_output.order`, `other` have no value and count as nothing. Did you mean `got_output.orders`?',
  ]);
  expect(await notices(whileLoop('{{ got_output.order }}'))).toEqual([
    'In `condition.expression` of block `next`, `got_output.order` has no value and counts as nothing. Did you mean `got_output.orders`?',
  ]);
});

it.each([
  branch('{{ got_output.orders | length > 0 }}'),
  branch('{{ other is defined }}'),
  branch('{% if other is defined %}{{ other.x }}{% endif %}'),
  branch('{{ got_output.order | default([]) | length > 0 }}'),
  branch('{{ got_output.items() | list | length > 0 and got_output.orders[-1] }}'),
  whileLoop('{{ current_index == 0 or (current_index == 1 and not inner_output) }}'),
  { block_type: 'say', label: 'next', value: '{{ other | default(1) }}', url: '{{ got.orders[0] }}' },
])('what exists, or is asked whether it does, leaves no notice and no warning', async (block) => {
  const { ended, notices, warnings } = await run([got, { ...block, label: 'next' }]);
  expect([ended.status, notices, warnings]).toEqual(['completed', [], []]);
});

it('the record of a run has each name without a value once: its block, field, expression, and what was meant', async () => {
  const { ended, warnings } = await run([
    all,
    { ...branch('{{ all_orders.orders | length > 0 }}'), next_block_label: 'send' },
    {
      block_type: 'say',
      label: 'send',
      value: { deep: ['{{ all_orders_output.orders }}'] },
      to: ['{{ mail }}'],
      url: 'https://shop.example/{{ all_orders.extracted_information.orders[7] }}',
    },
  ]);
  expect(ended.status).toBe('completed');
  const meant = 'all_orders_output.extracted_information.orders';
  expect(warnings).toEqual([
    {
      code: 'undefined_name',
      message: `\`all_orders.orders\` in \`branch_conditions[0].criteria.expression\` of block \`next\` has no value and counts as nothing. Did you mean \`${meant}\`? Expression: \`{{ all_orders.orders | length > 0 }}\``,
      path: ['next', 'branch_conditions', '0', 'criteria', 'expression'],
      suggestion: meant,
    },
    expect.objectContaining({ path: ['send', 'value', 'deep', '0'], suggestion: meant }),
    expect.objectContaining({ path: ['send', 'to', '0'], suggestion: null }),
    expect.objectContaining({ path: ['send', 'url'], suggestion: null }),
  ]);
});

it.each([1, 3])(
  'iterations, %i at once, leave one warning and one line for each name',
  async (concurrency) => {
    const inner = { block_type: 'say', label: 'inner', value: '{{ got.order }}' };
    const items = { ...got, value: { orders: [1, 2, 3, 4] } };
    const first = { block_type: 'say', label: 'first', value: 1, next_block_label: 'inner' };
    const { ended, notices, warnings } = await run([items, each([first, inner], { concurrency })]);
    expect(ended.status).toBe('completed');
    expect(warnings).toMatchObject([{ path: ['inner', 'value'], suggestion: 'got_output.orders' }]);
    expect(notices).toHaveLength(1);
  },
);

it('a loop over what does not exist fails, says what was meant, and warns of it', async () => {
  const { ended, warnings } = await run([
    all,
    each([{ block_type: 'say', label: 'inner', value: 1 }], { loop_variable_reference: 'all_orders.orders' }),
  ]);
  const meant = 'all_orders_output.extracted_information.orders';
  expect(ended.status).toBe('failed');
  expect(ended.failureReason).toContain(`\`all_orders.orders\` has no value. Did you mean \`${meant}\`?`);
  expect(warnings).toMatchObject([{ path: ['next', 'loop_variable_reference'], suggestion: meant }]);
});

it('a while loop whose condition holds because a name does not exist warns of it', async () => {
  const { warnings } = await run([got, whileLoop('{{ current_index < 3 and not innr_output }}')]);
  expect(warnings).toMatchObject([{ path: ['next', 'condition', 'expression'], suggestion: 'inner_output' }]);
});

it('strict templates fail on such a name as before', async () => {
  const block = { block_type: 'say', label: 'next', value: '{{ other }}' };
  const { ended, warnings } = await run([got, block], { strict_templates: true });
  expect([ended.status, warnings]).toEqual(['failed', []]);
});
