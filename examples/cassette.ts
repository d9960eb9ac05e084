/** Records the call of a model on a cassette, and replays it without the model. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cassette } from '@runwright/cassette';
import { createEngine } from '@runwright/core';
import { scriptedModel } from '@runwright/testing';

const dir = await mkdtemp(join(tmpdir(), 'cassette-'));
// Any model of a provider in its place, such as `openaiModel({ … })`.
const model = scriptedModel({ answers: [{ llm_response: 'A short greeting.' }] });

for (const mode of ['record', 'replay'] as const) {
  const engine = await createEngine({ drivers: { model: cassette(model, { mode, dir }) } });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Summary',
    workflow_definition: {
      parameters: [],
      blocks: [{ block_type: 'text_prompt', label: 'sum_up', prompt: 'Sum up: Hello, and welcome!' }],
    },
  });
  const started = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const { status } = await engine.runs.finished(organizationId, started.runId);
  console.log(`${mode}: ${status}, ${model.requests.length} call of the model so far`);
  await engine.close();
}
await rm(dir, { recursive: true });
