/** A block type of one's own: its two schemas give the types, the validation and the documents. */
import { defineBlock, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';

export const countWords = defineBlock({
  type: 'count_words',
  onWorkerLost: 'repeat',
  config: Type.Object({ text: Type.String(), minimum_length: Type.Integer({ default: 1 }) }),
  output: Type.Object({ words: Type.Integer() }),
  async run({ text, minimum_length }, { log }) {
    const words = text.split(/\s+/).filter((word) => word.length >= minimum_length).length;
    log.info(`counted ${words} words`);
    return { words };
  },
});

const engine = await createEngine({ blocks: [countWords] });
await engine.start();
const { organizationId } = await engine.organizations.first();

const workflow = await engine.workflows.create(organizationId, {
  workflow_definition: {
    parameters: [{ parameter_type: 'workflow', key: 'text', workflow_parameter_type: 'string' }],
    blocks: [{ block_type: 'count_words', label: 'long_words', text: '{{ text }}', minimum_length: 5 }],
  },
});
const run = await engine.runs.start(
  { workflow_id: workflow.workflowPermanentId, parameters: { text: 'the quick brown fox jumps over' } },
  { organizationId },
);
const { output } = await engine.runs.finished(organizationId, run.runId);
console.log(output);
await engine.close();
