import { type BlockDraft, defineBlock, type JsonObject, Type, template } from '@runwright/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../engine/create-engine.ts';

const say = defineBlock({
  type: 'say',
  config: Type.Object({ value: Type.Unknown(template('native')) }),
  output: Type.Unknown(),
  run: async ({ value }) => value,
});

/** Runs the blocks with a list of four rows as a parameter. */
async function run(blocks: readonly BlockDraft[]) {
  const engine = await createEngine({ blocks: [say] });
  onTestFinished(() => engine.close());
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const parameter = { parameter_type: 'workflow', workflow_parameter_type: 'json', key: 'rows' } as const;
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Loops',
    workflow_definition: { parameters: [{ ...parameter, default_value: [1, 2, 3, 4] }], blocks },
  });
  const request = { workflow_id: workflowPermanentId };
  const { runId } = await engine.runs.start(request, { organizationId });
  const { status, failureReason, output } = await engine.runs.finished(organizationId, runId);
  const logs = (await engine.runs.timeline(organizationId, runId)).flatMap((event) =>
    event.type === 'progress' ? [event.message] : [],
  );
  return { status, failureReason, output: output as JsonObject, logs };
}

const odd = {
  block_type: 'conditional',
  label: 'odd',
  branch_conditions: [
    {
      criteria: { criteria_type: 'jinja2_template', expression: '{{ current_value % 2 == 1 }}' },
      next_block_label: 'price',
    },
    { is_default: true, next_block_label: 'send' },
  ],
};
const price = {
  block_type: 'say',
  label: 'price',
  value: '{{ current_value * 10 }}',
  next_block_label: 'send',
};
const send = { block_type: 'say', label: 'send', value: '{{ price_output | default(none) }}' };
const each = (blocks: readonly BlockDraft[], more: object = {}) => ({
  block_type: 'for_loop',
  label: 'each',
  loop_variable_reference: 'rows',
  loop_blocks: blocks,
  ...more,
});
const sent = (output: JsonObject) =>
  (output.each_output as readonly (readonly JsonObject[])[]).map(
    (iteration) => iteration.at(-1)?.output_value,
  );

it.each([1, 3])('an iteration sees no output of an earlier one, %i at once', async (concurrency) => {
  const after = {
    block_type: 'say',
    label: 'after',
    value: '{{ [price_output | default(none), send_output] }}',
  };
  const { status, output } = await run([
    each([odd, price, send], { concurrency, next_block_label: 'after' }),
    after,
  ]);
  expect(status).toBe('completed');
  expect(sent(output)).toEqual([10, null, 30, null]);
  expect(output.after_output).toEqual([null, null]);
});

it('an iteration of a loop in a loop sees the outputs around it, and none of an earlier iteration', async () => {
  const inner = each(
    [
      {
        ...send,
        label: 'inner',
        value: '{{ [price_output | default(none), inner_output | default(none)] }}',
      },
    ],
    {
      label: 'again',
    },
  );
  const { output } = await run([
    each([
      {
        ...odd,
        branch_conditions: odd.branch_conditions.map((branch) => ({
          ...branch,
          next_block_label: branch.next_block_label === 'send' ? 'again' : 'price',
        })),
      },
      { ...price, next_block_label: 'again' },
      inner,
    ]),
  ]);
  const seen = sent(output) as readonly (readonly (readonly JsonObject[])[])[];
  expect(seen.map((iterations) => iterations.map(([entry]) => entry?.output_value))).toEqual(
    [10, null, 30, null].map((outer) => Array.from({ length: 4 }, () => [outer, null])),
  );
});

it('an iteration of a while loop sees what the one before it has left', async () => {
  const { output } = await run([
    {
      block_type: 'while_loop',
      label: 'each',
      condition: { criteria_type: 'jinja2_template', expression: '{{ current_index < 3 }}' },
      loop_blocks: [{ block_type: 'say', label: 'count', value: '{{ (count_output | default(0)) + 1 }}' }],
    },
  ]);
  expect(sent(output)).toEqual([1, 2, 3]);
});

it.each(['items', 'values', 'keys'])('a loop over `%s` of an object that has none fails', async (name) => {
  const { status, failureReason } = await run([
    { block_type: 'say', label: 'got', value: { rows: [] }, next_block_label: 'each' },
    each([send], { loop_variable_reference: `got_output.${name}` }),
  ]);
  expect(status).toBe('failed');
  expect(failureReason).toContain(`\`got_output.${name}\` has no value`);
});

it.each([
  ['"a, b"', 'it is a text'],
  ['7', 'it is a number'],
  ['false', 'it is true or false'],
  ['[7]', null],
  ['{}', null],
])('a loop over %s goes once over it, and says so where no list was meant', async (value, expected) => {
  const { logs, output } = await run([
    { block_type: 'say', label: 'got', value: `{{ ${value} }}`, next_block_label: 'each' },
    each([{ ...send, value: 1 }], { loop_variable_reference: 'got_output' }),
  ]);
  expect(sent(output)).toEqual([1]);
  const said = logs.filter((line) => line.includes('has one iteration'));
  expect(said).toEqual(expected === null ? [] : [expect.stringContaining(expected)]);
});
