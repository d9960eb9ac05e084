import { defineBlock, type EgressPolicy, Type } from '@runwright/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openService, type Service } from './two-organizations.test-helpers.ts';

const token = 'canary-token-0123456789';
const hook = `https://hooks.example.com/${token}?key=${token}`;
const look = defineBlock({
  type: 'look',
  config: Type.Object({ totp_verification_url: Type.Optional(Type.String()) }),
  output: Type.Object({ webhook_url: Type.String() }),
  run: async () => ({ webhook_url: 'https://of.a.page/path' }),
});
const settings = { extra_http_headers: { 'x-shop-token': token }, webhook_url: hook, totp_url: hook };

let service: Service;
let readKey: string;
let runKey: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  const egress: EgressPolicy = {
    check: async (url) => ({ url: new URL(url), addresses: [] }),
  };
  service = await openService({ blocks: [look], drivers: { egress } });
  await service.engine.start();
  const made = async (scopes: ('read' | 'run')[]) =>
    (await service.engine.keys.create(service.organizationId, { name: 'n', scopes })).text;
  readKey = await made(['read']);
  runKey = await made(['read', 'run']);
  const workflow = await service.call('POST', '/v1/workflows', {
    json_definition: {
      title: 'Look',
      ...{ extra_http_headers: { 'x-shop-token': token } },
      ...{ webhook_callback_url: hook, totp_verification_url: hook },
      workflow_definition: {
        ...{ version: 1, parameters: [] },
        blocks: [{ block_type: 'look', label: 'look', totp_verification_url: hook }],
      },
    },
  });
  expect(workflow.body.detail).toBeUndefined();
  ids.workflow = workflow.body.workflow_permanent_id;
  const run = await service.call('POST', '/v1/run/workflows', { workflow_id: ids.workflow, ...settings });
  expect(run.body.detail).toBeUndefined();
  ids.run = run.body.run_id;
  await service.call('POST', `/v1/workflows/${ids.workflow}/schedules`, {
    ...{ cron: '0 3 * * *', timezone: 'UTC', run_options: settings },
  });
  await service.engine.runs.finished(service.organizationId, ids.run ?? '');
  const deliveries = `/v1/runs/${ids.run}/webhook_deliveries`;
  const isDecided = async () =>
    /delivered|failed/.test((await service.call('GET', deliveries)).body[0]?.status);
  await vi.waitUntil(isDecided);
  ids.delivery = (await service.call('GET', deliveries)).body[0].delivery_id;
});
afterAll(() => service.close());

const read = async (path: string, key: string) => {
  const answer = await service.app.inject({ url: path, headers: { 'x-api-key': key } });
  return { status: answer.statusCode, body: answer.json() };
};

it.each([
  ['the list of runs', () => '/v1/runs'],
  ['a run', () => `/v1/runs/${ids.run}`],
  ['the runs of a workflow', () => `/v1/workflows/${ids.workflow}/runs`],
  ['the list of workflows', () => '/v1/workflows'],
  ['a workflow', () => `/v1/workflows/${ids.workflow}`],
  ['an agent', () => `/v1/agents/${ids.workflow}`],
  ['the versions of a workflow', () => `/v1/workflows/${ids.workflow}/versions`],
  ['the list of schedules', () => '/v1/schedules'],
])('a key that only reads sees no headers and no tokens of addresses in %s', async (_what, path) => {
  const { status, body } = await read(path(), readKey);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(token);
  expect(JSON.stringify(body)).toContain('https://hooks.example.com/*****');
  expect(JSON.stringify((await read(path(), runKey)).body)).toContain(token);
});

it('a delivery shows a key that only reads no token of its address, in no part of it', async () => {
  for (const path of ['webhook_deliveries', `webhook_deliveries/${ids.delivery}`]) {
    const { status, body } = await read(`/v1/runs/${ids.run}/${path}`, readKey);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(body)).toContain('https://hooks.example.com/*****');
  }
});

it('what a run has brought is shown as it is', async () => {
  const { body } = await read(`/v1/runs/${ids.run}`, readKey);
  expect(body.output.look_output.webhook_url).toBe('https://of.a.page/path');
  expect(body.run_request.extra_http_headers).toEqual({});
});

it('the recording of a run is for keys that may start one', async () => {
  expect((await read(`/v1/runs/${ids.run}/cassette`, readKey)).status).toBe(403);
  expect((await read(`/v1/runs/${ids.run}/cassette`, runKey)).status).toBe(404);
});
