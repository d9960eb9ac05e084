import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, egressPolicy } from '@runwright/core';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { httpAdapter } from './index.ts';

/** A server whose response is sent by the test. */
async function heldServer() {
  let take: (response: ServerResponse) => void;
  const asked = new Promise<ServerResponse>((resolve) => {
    take = resolve;
  });
  const server = createServer((_request, response) => take(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('a host app that drains its engine before it closes answers status requests during the drain', async () => {
  const { asked, host } = await heldServer();
  const engine = await createEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
  onTestFinished(() => engine.close());
  await engine.organizations.create({ name: 'Acme', organizationId: 'acme' });
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(httpAdapter, {
    prefix: '/automation',
    engine,
    version: '0',
    authenticate: async () => 'acme',
  });
  app.addHook('onClose', () => engine.close({ drainMs: 20_000 }));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create('acme', {
    workflow_definition: {
      blocks: [{ label: 'wait', block_type: 'http_request', url: `http://${host}/` }],
    },
  });
  const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId: 'acme' });
  const response = await asked;

  const draining = engine.drain();
  const status = await fetch(`${address}/automation/v1/runs/${run.runId}`);
  expect(status.status).toBe(200);
  expect(await status.json()).toMatchObject({ status: 'running' });
  expect(await (await fetch(`${address}/automation/ready`)).json()).toEqual({ status: 'draining' });
  response.setHeader('content-type', 'application/json').end('{}');
  await draining;
  await app.close();
  await expect(engine.runs.get('acme', run.runId)).rejects.toMatchObject({ code: 'unavailable' });
});
