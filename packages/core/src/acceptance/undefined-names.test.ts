import { type BlockDraft, defineBlock, Type, template } from '@runwright/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../engine/create-engine.ts';

const say = defineBlock({
  type: 'say',
  config: Type.Object({ value: Type.Unknown(template('native')) }),
  output: Type.Unknown(),
  run: async ({ value }) => value,
});
const got = { block_type: 'say', label: 'got', value: { orders: [1] }, next_block_label: 'next' };

async function notices(block: BlockDraft) {
  const engine = await createEngine({ blocks: [say] });
  onTestFinished(() => engine.close());
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Names',
    workflow_definition: { parameters: [], blocks: [got, { ...block, label: 'next' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  expect(await engine.runs.finished(organizationId, runId)).toMatchObject({ status: 'completed' });
  const events = await engine.runs.timeline(organizationId, runId);
  return events.flatMap((event) => (event.type === 'progress' ? [event.message] : []));
}

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

it('a condition that names what does not exist is false, and the timeline names it', async () => {
  expect(await notices(branch('{{ got_output.order | length > 0 and other }}'))).toEqual([
    'In `branch_conditions[0].criteria.expression` of block `next`, `got_output.order`, `other` have no value and count as nothing.',
  ]);
  expect(await notices(whileLoop('{{ got_output.order }}'))).toEqual([
    'In `condition.expression` of block `next`, `got_output.order` has no value and counts as nothing.',
  ]);
});

it.each([
  branch('{{ got_output.orders | length > 0 }}'),
  branch('{{ other is defined }}'),
  branch('{{ got_output.order | default([]) | length > 0 }}'),
  whileLoop('{{ current_index == 0 or (current_index == 1 and not inner_output) }}'),
])('a condition that names what exists, or asks whether it does, leaves no notice', async (block) => {
  expect(await notices(block)).toEqual([]);
});
