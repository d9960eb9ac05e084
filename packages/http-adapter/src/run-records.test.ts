import { scriptedModel } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Service } from './two-organizations.test-helpers.ts';

const usage = { input: 100, output: 20, reasoning: 0, cached: 0, cacheWrite: 0, cost: 0.25 };
const draft = (title: string) => ({
  title,
  workflow_definition: {
    parameters: [],
    blocks: [{ block_type: 'text_prompt', label: 'ask', prompt: 'Say hello' }],
  },
});

let service: Service;
beforeAll(async () => {
  const model = scriptedModel({
    answers: [{ parts: [{ type: 'text', text: '{"llm_response":"hello"}' }], usage }],
  });
  service = await openService({ drivers: { model } });
  await service.engine.start();
});
afterAll(() => service.close());

it('a record names its workflow, what started the run, and what its model calls used', async () => {
  const { call, engine, organizationId } = service;
  const { body: workflow } = await call('POST', '/v1/workflows', { json_definition: draft('Greetings') });
  const { workflow_permanent_id, workflow_id } = workflow;
  const { body: started } = await call('POST', '/v1/run/workflows', {
    workflow_id: workflow_permanent_id,
    title: 'Morning',
  });
  expect(started).toMatchObject({ model_use: null, title: 'Morning', workflow_permanent_id, workflow_id });
  expect(started).not.toHaveProperty('workflow_title');
  expect(started).not.toHaveProperty('workflow_version');
  await engine.runs.finished(organizationId, started.run_id);
  await call('POST', `/v1/workflows/${workflow_permanent_id}`, { json_definition: draft('Renamed') });

  const expected = {
    ...{ status: 'completed', title: 'Morning', workflow_title: 'Greetings', trigger_type: 'api' },
    ...{ workflow_permanent_id, workflow_id, workflow_version: 1, model_use: { tokens: 120, cost: 0.25 } },
  };
  expect((await call('GET', `/v1/runs/${started.run_id}`)).body).toMatchObject(expected);
  expect((await call('GET', '/v1/runs')).body).toMatchObject([expected]);
  await call('DELETE', `/v1/workflows/${workflow_permanent_id}`);
  expect((await call('GET', '/v1/runs')).body).toMatchObject([expected]);
});

it('a record tells what started the run', async () => {
  const { call, engine, organizationId } = service;
  const { workflowPermanentId: workflow_id } = await engine.workflows.create(organizationId, {
    workflow_definition: { parameters: [], blocks: [] },
  });
  for (const triggerType of ['manual', 'api', 'mcp', 'scheduled', 'webhook'] as const) {
    const { runId } = await engine.runs.start({ workflow_id }, { organizationId, triggerType });
    expect((await call('GET', `/v1/runs/${runId}`)).body.trigger_type).toBe(triggerType);
  }
});
