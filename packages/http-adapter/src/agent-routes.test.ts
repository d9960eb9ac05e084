import { defineBlock, Type } from '@runwright/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openService, type Service } from './two-organizations.test-helpers.ts';

const greet = defineBlock({
  type: 'greet',
  config: Type.Object({}),
  output: Type.String(),
  run: async () => 'hello',
});

let service: Service;
beforeEach(async () => {
  service = await openService({ blocks: [greet] });
});
afterEach(() => service.close());

const definition = {
  json_definition: { workflow_definition: { blocks: [{ block_type: 'greet', label: 'a' }] } },
};
const create = async (): Promise<string> =>
  (await service.call('POST', '/v1/agents', definition)).body.workflow_permanent_id;

it('every route of workflows has an alias, and the document shows each with its own operation id', async () => {
  const { body: document } = await service.call('GET', '/openapi.json');
  const paths = Object.keys(document.paths);
  const targets = paths.filter((path) => /^\/v1\/(run\/)?workflows(\/|$)/.test(path));
  expect(targets.length).toBeGreaterThan(6);
  const ids: string[] = [];
  for (const target of targets) {
    const alias = document.paths[target.replace('workflows', 'agents')];
    expect(Object.keys(alias), target).toEqual(Object.keys(document.paths[target]));
    for (const operation of Object.values<Record<string, string>>(alias)) {
      expect(operation['x-alias-of']?.replace(/:(\w+)/g, '{$1}')).toBe(target);
      ids.push(operation.operationId ?? '');
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('runAgent');
  const { requestBody } = document.paths['/v1/run/agents'].post;
  expect(requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/RunAgentRequest');
  const schema = document.components.schemas.RunAgentRequest;
  expect(schema.properties).toHaveProperty('agent_id');
  expect(schema.required ?? []).not.toContain('workflow_id');
});

it('workflows carry their permanent id as agent_id, on aliases only', async () => {
  const { body } = await service.call('POST', '/v1/agents', definition);
  const { workflow_permanent_id: id } = body;
  expect(body.agent_id).toBe(id);
  expect((await service.call('GET', `/v1/agents/${id}`)).body.agent_id).toBe(id);
  expect((await service.call('GET', '/v1/agents')).body).toMatchObject([{ agent_id: id }]);
  expect((await service.call('GET', `/v1/workflows/${id}`)).body).not.toHaveProperty('agent_id');
});

it('a run takes agent_id or workflow_id, or both when they are the same', async () => {
  const id = await create();
  for (const body of [{ agent_id: id }, { workflow_id: id }, { agent_id: id, workflow_id: id }]) {
    expect(await service.call('POST', '/v1/run/agents', body)).toMatchObject({
      status: 200,
      body: { run_request: { workflow_id: id } },
    });
  }
  const refused = async (body: object) => (await service.call('POST', '/v1/run/agents', body)).body.detail;
  expect(await refused({ agent_id: id, workflow_id: 'wpid_1' })).toMatchObject([
    { loc: ['body', 'agent_id'], type: 'value_error' },
  ]);
  expect(await refused({ agent_id: 7 })).toMatchObject([{ loc: ['body', 'agent_id'], type: 'string_type' }]);
  expect(await refused({})).toMatchObject([{ loc: ['body', 'workflow_id'], type: 'missing' }]);
  expect((await service.call('POST', '/v1/run/workflows', { agent_id: id })).status).toBe(422);
});

it('errors, pages and methods are those of the routes behind them', async () => {
  const id = await create();
  await create();
  expect(await service.rivalCall('GET', `/v1/agents/${id}`)).toMatchObject({
    status: 404,
    body: { detail: `Workflow ${id} not found` },
  });
  const page = await service.call('GET', '/v1/agents?page_size=1');
  expect(page.headers.link).toBe('</v1/agents?page_size=1&page=2>; rel="next"');
  expect((await service.call('PUT', '/v1/agents')).status).toBe(405);
  expect(await service.call('DELETE', `/v1/agents/${id}`)).toMatchObject({ status: 204, body: undefined });
  expect((await service.call('POST', `/v1/agents/${id}/delete`)).status).toBe(404);
  expect((await service.app.inject('/v1/agents')).statusCode).toBe(403);
});

it('an agent is deleted by POST, and queries are checked as behind', async () => {
  const id = await create();
  for (const path of ['', `/${id}/versions`, `/${id}/runs`, `/${id}/schedules`]) {
    const { status, body } = await service.call('GET', `/v1/agents${path}?page=0`);
    expect([path, status, body.detail]).toMatchObject([path, 422, [{ loc: ['query', 'page'] }]]);
  }
  const { status, body } = await service.call('GET', `/v1/agents/${id}?version=x`);
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['query', 'version'] }]]);
  expect((await service.call('POST', `/v1/agents/${id}/delete`)).status).toBe(200);
  expect((await service.call('GET', `/v1/agents/${id}`)).status).toBe(404);
});
