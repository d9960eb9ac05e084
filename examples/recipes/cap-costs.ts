/** Limits what models may cost, and asks a cheaper model when the main one gives no answer. */
import { createEngine } from '@runwright/core';
import { openaiModel } from '@runwright/model-openai';

const { OPENAI_API_KEY: apiKey = '', OPENAI_BASE_URL: baseUrl, CHEAP_BASE_URL: cheapUrl } = process.env;

const engine = await createEngine({
  drivers: {
    model: openaiModel({ apiKey, model: 'gpt-4.1', ...(baseUrl ? { baseUrl } : {}) }),
    fallbackModels: [
      openaiModel({ apiKey, model: 'gpt-4.1-mini', ...(cheapUrl ? { baseUrl: cheapUrl } : {}) }),
    ],
  },
  settings: { models: { runCost: 0.5, dayCost: 20 } },
});
await engine.start();
const { organizationId } = await engine.organizations.first();
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  workflow_definition: {
    parameters: [],
    blocks: [{ block_type: 'text_prompt', label: 'answer', prompt: 'Which city is the capital of France?' }],
  },
});
// The second run may spend less than any call could cost.
for (const max_cost of [0.1, 0.000_001]) {
  const run = await engine.runs.start({ workflow_id: workflowPermanentId, max_cost }, { organizationId });
  const { status, output, errors } = await engine.runs.finished(organizationId, run.runId);
  console.log(max_cost, status, JSON.stringify(Object(output).answer_output), errors[0]?.error_code ?? '');
}
await engine.close();
