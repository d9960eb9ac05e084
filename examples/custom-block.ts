/** A block type of one's own: its two schemas give the types, the validation and the documents. */
import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';

export const countWords = defineBlock({
  type: 'count_words',
  onWorkerLost: 'repeat',
  config: Type.Object({
    text: Type.String({ description: 'What is counted.' }),
    minimum_length: Type.Integer({ default: 1, minimum: 1, description: 'Shorter words do not count.' }),
  }),
  output: Type.Object({ words: Type.Integer() }),
  async run({ text, minimum_length }, { log, signal }) {
    let words = 0;
    for (const [index, line] of text.split('\n').entries()) {
      signal.throwIfAborted();
      words += line.split(/\s+/).filter((word) => word.length >= minimum_length).length;
      await log.record({ type: 'progress', message: `line ${index + 1}`, data: { words } });
    }
    if (words === 0)
      throw new RunwrightError('block_failed', 'There is no word to count; give a longer text.');
    return { words };
  },
});

const engine = await createEngine({ blocks: [countWords] });
await engine.start();
const { organizationId } = await engine.organizations.first();
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  workflow_definition: {
    parameters: [{ parameter_type: 'workflow', key: 'text', workflow_parameter_type: 'string' }],
    blocks: [{ block_type: 'count_words', label: 'long_words', text: '{{ text }}', minimum_length: 5 }],
  },
});
const parameters = { text: 'the quick brown fox\njumps over the lazy dog' };
const run = await engine.runs.start({ workflow_id: workflowPermanentId, parameters }, { organizationId });
for await (const event of engine.runs.events(organizationId, run.runId))
  if (event.type === 'progress') console.log(event.label, event.message, event.data);
console.log((await engine.runs.get(organizationId, run.runId)).output);
await engine.close();
