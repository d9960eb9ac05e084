import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, Type } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { expect, it, onTestFinished } from 'vitest';
import { agentTask, openService } from './two-organizations.test-helpers.ts';

const look = defineBlock({
  type: 'look',
  config: Type.Object({}),
  output: Type.Null(),
  run: async () => null,
});

/** A service, what a receiver of webhooks got, and a second key of the organization. */
async function scene() {
  const received: { readonly body: Buffer; readonly signature: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ body, signature: request.headers['x-service-signature'] });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const egress = egressPolicy({ allowedHosts: [host] });
  const service = await openService({ blocks: [look, agentTask], drivers: { egress } });
  onTestFinished(() => service.close());
  await service.engine.start();
  const { key, text } = await service.engine.keys.create(service.organizationId, { name: 'second' });
  const post = async (path: string, body: object, by = text) => {
    const headers = { 'x-api-key': by, 'content-type': 'application/json' };
    const answer = await service.app.inject({ method: 'POST', url: path, headers, payload: body });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const signers = async (count: number) => {
    await expect.poll(() => received.length).toBe(count);
    const keys = { first: service.key, second: text };
    return received.map(({ body, signature }) =>
      Object.entries(keys).flatMap(([name, one]) =>
        createHmac('sha256', one).update(body).digest('hex') === signature ? [name] : [],
      ),
    );
  };
  return { service, keyId: key.apiKeyId, post, signers, url: `http://${host}/hook` };
}

it('webhooks are signed with the key that started the run, whoever resends them', async () => {
  const { service, post, signers, url, keyId } = await scene();
  const json_definition = {
    workflow_definition: { parameters: [], blocks: [{ block_type: 'look', label: 'l' }] },
  };
  const workflow = await post('/v1/workflows', { json_definition });
  const start = { workflow_id: workflow.workflow_permanent_id, webhook_url: url };
  const { run_id: id } = await post('/v1/run/workflows', start);
  expect(await signers(1)).toEqual([['second']]);
  await post('/v1/run/tasks', { prompt: 'Look', webhook_url: url });
  expect(await signers(2)).toEqual([['second'], ['second']]);
  await post(`/v1/runs/${id}/retry_webhook`, {}, service.key);
  await post('/v1/run/workflows', start, service.key);
  expect((await signers(4)).flat().toSorted()).toEqual(['first', 'second', 'second', 'second']);
  await service.engine.keys.revoke(service.organizationId, keyId);
  await post(`/v1/runs/${id}/retry_webhook`, {}, service.key);
  expect((await signers(5)).at(-1)).toEqual(['second']);
});
