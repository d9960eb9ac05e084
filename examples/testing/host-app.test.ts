/** Test of an application that serves the engine under a prefix, with sign-in and organizations of its own. */
import { createEngine } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';

async function createApp() {
  const engine = await createEngine({ urls: httpUrls({ publicUrl: 'https://app.example.com/automation' }) });
  for (const id of ['acme', 'globex']) await engine.organizations.create({ name: id, organizationId: id });
  const app = fastify(serverOptions());
  await app.register(httpAdapter, {
    prefix: '/automation',
    engine,
    version: '1.0.0',
    // A real application looks up its session here.
    authenticate: async ({ headers }) => {
      const tenant = headers['x-tenant'];
      return typeof tenant === 'string' ? tenant : null;
    },
  });
  app.addHook('onClose', () => engine.close());
  await engine.start();
  return { app, engine };
}

let host: Awaited<ReturnType<typeof createApp>>;
beforeEach(async () => {
  host = await createApp();
});
afterEach(() => host.app.close());

async function call(tenant: string, path: string, payload?: object) {
  const response = await host.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/automation${path}`, headers: { 'x-tenant': tenant } },
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

// #region tenants
it('a tenant runs a workflow, and another one sees nothing of it', async () => {
  const blocks = [{ block_type: 'code', label: 'sum', code: 'return 1 + 1' }];
  const { body: workflow } = await call('acme', '/v1/workflows', {
    json_definition: { title: 'Sum', workflow_definition: { parameters: [], blocks } },
  });
  const { body: started } = await call('acme', '/v1/run/workflows', {
    workflow_id: workflow.workflow_permanent_id,
  });
  await host.engine.runs.finished('acme', started.run_id);

  const own = await call('acme', `/v1/runs/${started.run_id}`);
  expect([own.body.status, own.body.output.sum_output]).toEqual(['completed', 2]);
  expect((await call('globex', `/v1/runs/${started.run_id}`)).status).toBe(404);
});
// #endregion

it('nobody gets in without signing in', async () => {
  const response = await host.app.inject({ method: 'GET', url: '/automation/v1/runs' });
  expect(response.statusCode).toBe(403);
});
