import { once } from 'node:events';
import { connect } from 'node:net';
import { defineBlock, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { httpAdapter } from './index.ts';

const wait = defineBlock({
  type: 'wait_for_end',
  config: Type.Object({}),
  output: Type.Null(),
  async run(_config, { signal }) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return null;
  },
});

/** A plain Fastify app, and the path of the events of a run that does not end. */
async function scene() {
  const engine = await createEngine({ blocks: [wait] });
  onTestFinished(() => engine.close());
  await engine.organizations.create({ name: 'Acme', organizationId: 'acme' });
  const app = fastify();
  await app.register(httpAdapter, { engine, version: '0', authenticate: async () => 'acme' });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create('acme', {
    workflow_definition: { blocks: [{ label: 'wait', block_type: 'wait_for_end' }] },
  });
  const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId: 'acme' });
  return { app, address, path: `/v1/runs/${run.runId}/events` };
}

it('a plain Fastify app that closes ends its event streams, and does not wait for the runs', async () => {
  const { app, address, path } = await scene();
  const response = await fetch(`${address}${path}`);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);

  await app.close();
  let last = await reader?.read();
  while (last?.done === false) last = await reader?.read();
  expect(last?.done).toBe(true);
});

it('a client that reads nothing of its event stream does not keep the app from closing', async () => {
  const { app, address, path } = await scene();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();

  await app.close();
  expect(app.server.listening).toBe(false);
});
