import { agentBlocks } from '@runwright/agent';
import { createEngine, type Engine } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

let engine: Engine;
let app: FastifyInstance;
let key: string;
beforeAll(async () => {
  engine = await createEngine({
    urls: httpUrls(),
    blocks: agentBlocks(),
    drivers: {
      browser: fakeBrowser({ pages: [] }),
      model: scriptedModel({ id: 'text-only', answers: [] }),
    },
    settings: { concurrency: 0 },
  });
  const { organizationId } = await engine.organizations.first();
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
});
afterAll(async () => {
  await app?.close();
  await engine?.close();
});

async function call(url: string, payload?: object) {
  const headers = { 'x-api-key': key };
  const answer = await app.inject(payload ? { method: 'POST', url, headers, payload } : { url, headers });
  return { status: answer.statusCode, body: answer.json() };
}

it.each([
  ['cua-a', "it needs OpenAI's computer tool"],
  ['cua-b', "it needs Anthropic's computer tool"],
  ['ui-agent', 'it works on screenshots'],
])('a task and a workflow with the engine %s are refused when no model suffices', async (engine, reason) => {
  const task = await call('/v1/run/tasks', { prompt: 'x', engine });
  expect(task).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'engine'] }] } });
  expect(task.body.detail[0].msg).toContain(reason);
  const block = { block_type: 'navigation', label: 'go', navigation_goal: 'x', engine };
  const workflow = await call('/v1/workflows', {
    json_definition: { title: 'Go', workflow_definition: { blocks: [block] } },
  });
  const run = await call('/v1/run/workflows', {
    workflow_id: workflow.body.workflow_permanent_id,
  });
  expect(run).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'workflow_id'] }] } });
  expect(run.body.detail[0].msg).toContain(`the block \`go\` cannot use the engine \`${engine}\``);
  expect((await call('/v1/runs')).body).toEqual([]);
});

it('a task with another engine is accepted', async () => {
  expect(await call('/v1/run/tasks', { prompt: 'x', engine: 'service-1.0' })).toMatchObject({
    status: 200,
  });
});
