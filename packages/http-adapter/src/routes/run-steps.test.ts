import { ArtifactType, defineBlock, modelPurposes, Type } from '@runwright/contract';
import { scriptedModel } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

const usage = { input: 100, output: 20, reasoning: 5, cached: 50, cacheWrite: 0, cost: 0.25 };

/** Two steps: one asks the model and does something, the other is asked in vain. */
const looks = defineBlock({
  type: 'look',
  config: Type.Object({}),
  output: Type.Object({}),
  async run(_config, context) {
    const ask = (stepId: string) =>
      context.model('act').generateText({
        messages: [{ role: 'user', content: 'What is there?' }],
        ...{ stepId, signal: context.signal },
      });
    const first = await context.log.record({ type: 'step-start', order: 0 });
    await context.artifact({ type: 'visible_elements_tree', content: '[]', stepId: first });
    await ask(first);
    await context.log.record({
      ...{ type: 'action', stepId: first, order: 0, action: { action_type: 'complete' } },
      ...{ status: 'completed', reasoning: 'It is there.', response: null },
    });
    await context.log.record({ type: 'step-end', stepId: first, status: 'completed', usage });
    const second = await context.log.record({ type: 'step-start', order: 1 });
    await ask(second).catch(() => undefined);
    return {};
  },
});

/** A step that fails, with an action, an artifact of each type and a model call of each purpose. */
const keepsAll = defineBlock({
  type: 'keep_all',
  config: Type.Object({}),
  output: Type.Object({}),
  async run(_config, context) {
    const stepId = await context.log.record({ type: 'step-start', order: 0 });
    const actionId = await context.log.record({
      ...{ type: 'action', stepId, order: 0, action: { action_type: 'click' } },
      ...{ status: 'failed', reasoning: null, response: null },
    });
    for (const type of ArtifactType.enum) await context.artifact({ type, content: 'a', stepId, actionId });
    const messages = [{ role: 'user', content: 'And there?' }] as const;
    for (const purpose of modelPurposes) {
      const place = { stepId, thoughtId: context.log.makeThoughtId(), signal: context.signal };
      await context.model(purpose).generateText({ messages, ...place });
    }
    await context.log.record({ type: 'step-end', stepId, status: 'failed', usage });
    return {};
  },
});

let service: Service;
let runId: string;
beforeAll(async () => {
  const model = scriptedModel({
    answers: [
      { parts: [{ type: 'text', text: 'A button' }], usage },
      new Error('no credit at the provider'),
      ...modelPurposes.map(() => ({ parts: [{ type: 'text', text: 'A link' } as const], usage })),
    ],
  });
  service = await openService({ blocks: [looks, keepsAll], drivers: { model } });
  const { engine, organizationId } = service;
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: {
      parameters: [],
      blocks: [
        { block_type: 'look', label: 'look' },
        { block_type: 'wait', label: 'rest', wait_sec: 1 },
      ],
    },
  });
  ({ runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId }));
  await engine.runs.finished(organizationId, runId);
});
afterAll(() => service.close());

it('model calls show what each used, where it belongs and which artifacts hold it', async () => {
  const { body: calls } = await service.call('GET', `/v1/runs/${runId}/model_calls`);
  expect(calls).toMatchObject([
    {
      ...{
        purpose: 'act',
        model: 'scripted',
        status: 'completed',
        failure_reason: null,
        block_label: 'look',
      },
      ...{ input_token_count: 100, output_token_count: 20, reasoning_token_count: 5, cached_token_count: 50 },
      ...{ cost: 0.25, duration: expect.any(Number), thought_id: null },
    },
    {
      ...{ status: 'failed', failure_reason: expect.stringContaining('no credit at the provider') },
      ...{ request_artifact_id: null, response_artifact_id: null, input_token_count: null, cost: null },
    },
  ]);
  const types = { prompt: 'llm_prompt', request: 'llm_request', response: 'llm_response' };
  for (const [name, type] of Object.entries(types)) {
    const { body } = await service.call('GET', `/v1/artifacts/${calls[0][`${name}_artifact_id`]}`);
    expect(body).toMatchObject({ artifact_type: type, step_id: calls[0].step_id, action_id: null });
  }
  const prompt = await service.app.inject({
    url: `/v1/artifacts/${calls[0].prompt_artifact_id}/content`,
    headers: { 'x-api-key': service.key },
  });
  expect(prompt.body).toContain('What is there?');
});

it('steps show their tokens, actions, model calls and the artifacts of the page', async () => {
  const { body: steps } = await service.call('GET', `/v1/runs/${runId}/steps`);
  const { body: calls } = await service.call('GET', `/v1/runs/${runId}/model_calls`);
  const { body: timeline } = await service.call('GET', `/v1/runs/${runId}/timeline?order=asc`);
  const [{ block }] = timeline;
  expect(steps).toMatchObject([
    {
      ...{ step_id: calls[0].step_id, step_order: 1, status: 'completed', block_label: 'look' },
      ...{ workflow_run_block_id: block.workflow_run_block_id, model_call_ids: [calls[0].model_call_id] },
      ...{ action_ids: [block.actions[0].action_id], finished_at: expect.any(String), cost: 0.25 },
      ...{ input_token_count: 100, output_token_count: 20, reasoning_token_count: 5, cached_token_count: 50 },
    },
    {
      ...{ step_order: 2, status: 'running', finished_at: null, cost: null, input_token_count: null },
      ...{ model_call_ids: [calls[1].model_call_id], action_ids: [] },
    },
  ]);
  const kept = steps[0].artifacts.map(({ artifact_type }: { artifact_type: string }) => artifact_type);
  expect(kept).toEqual(expect.arrayContaining(['visible_elements_tree', 'llm_prompt', 'llm_response']));
  expect(block.actions[0]).toMatchObject({
    workflow_run_block_id: block.workflow_run_block_id,
    block_label: 'look',
  });
});

it('steps and model calls come in pages', async () => {
  for (const name of ['steps', 'model_calls']) {
    const path = `/v1/runs/${runId}/${name}`;
    const { body: all, headers } = await service.call('GET', path);
    expect(headers.link).toBeUndefined();
    const first = await service.call('GET', `${path}?page_size=1`);
    expect(first.body).toEqual(all.slice(0, 1));
    expect(first.headers.link).toBe(`<${path}?page_size=1&page=2>; rel="next"`);
    const second = await service.call('GET', `${path}?page_size=1&page=2`);
    expect([second.body, second.headers.link]).toEqual([all.slice(1), undefined]);
    expect((await service.call('GET', `${path}?page_size=1001`)).status).toBe(422);
  }
});

it('a timeline names the event that it has reached, and a later read has only what has changed', async () => {
  const { engine, organizationId, call } = service;
  const whole = await call('GET', `/v1/runs/${runId}/timeline`);
  const events = await engine.runs.timeline(organizationId, runId);
  const last = events.at(-1)?.sequence;
  expect(whole.headers['x-last-event-id']).toBe(String(last));
  expect((await call('GET', `/v1/runs/${runId}/timeline?after=${last}`)).body).toEqual([]);
  const looked = events.find(({ type, label }) => type === 'block-end' && label === 'look');
  const later = await call('GET', `/v1/runs/${runId}/timeline?after=${looked?.sequence}`);
  expect(later.body).toMatchObject([{ block: { label: 'rest' } }]);
  const acted = events.find(({ type }) => type === 'action');
  const before = await call(
    'GET',
    `/v1/runs/${runId}/timeline?order=asc&after=${(acted?.sequence ?? 0) - 1}`,
  );
  expect(before.body).toMatchObject([{ block: { label: 'look' } }, { block: { label: 'rest' } }]);
  expect((await call('GET', `/v1/runs/${runId}/timeline?after=-1`)).status).toBe(422);
});

it('steps and model calls show each type of artifact, each purpose, the action and the thought', async () => {
  const { call, engine, organizationId } = service;
  const { workflowPermanentId: workflow_id } = await engine.workflows.create(organizationId, {
    workflow_definition: { parameters: [], blocks: [{ block_type: 'keep_all', label: 'all' }] },
  });
  const { runId: run } = await engine.runs.start({ workflow_id }, { organizationId });
  await engine.runs.finished(organizationId, run);
  const { body: steps } = await call('GET', `/v1/runs/${run}/steps`);
  expect(steps).toMatchObject([{ status: 'failed', action_ids: [expect.any(String)] }]);
  const [{ artifacts, action_ids, model_call_ids }] = steps;
  const own = artifacts.filter((one: { action_id: string | null }) => one.action_id === action_ids[0]);
  expect(own.map((one: { artifact_type: string }) => one.artifact_type)).toEqual(ArtifactType.enum);
  const { body: calls } = await call('GET', `/v1/runs/${run}/model_calls`);
  expect(calls.map((one: { purpose: string }) => one.purpose)).toEqual(modelPurposes);
  expect(calls.map((one: { model_call_id: string }) => one.model_call_id)).toEqual(model_call_ids);
  const thoughts = new Set(calls.map((one: { thought_id: string }) => one.thought_id));
  expect(thoughts.size).toBe(modelPurposes.length);
  const { body: listed } = await call('GET', `/v1/runs/${run}/artifacts?artifact_type=pdf`);
  const pdf = own.find((one: { artifact_type: string }) => one.artifact_type === 'pdf');
  expect(listed).toMatchObject([{ artifact_id: pdf.artifact_id, action_id: action_ids[0] }]);
});
