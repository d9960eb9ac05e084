import { once } from 'node:events';
import { connect } from 'node:net';
import { defineBlock, type Store, Type } from '@runwright/contract';
import { createEngine, type Engine, memoryQueue, memoryStore } from '@runwright/core';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { httpAdapter } from './index.ts';

const security = { tags: ['security'] };
const wait = defineBlock({
  type: 'wait_for_end',
  config: Type.Object({}),
  output: Type.Null(),
  async run(_config, { signal }) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return null;
  },
});

/** A service, another process on its store, a key of the service, and the events of a run that does not end. */
async function scene(mcp?: (signal: AbortSignal) => Response) {
  const store: Store = { ...memoryStore(), close: async () => undefined };
  const options = { drivers: { store, queue: memoryQueue() }, settings: { masterKey: new Uint8Array(32) } };
  const engine = await createEngine({ ...options, blocks: [wait] });
  const other = await createEngine({ ...options, settings: { ...options.settings, concurrency: 0 } });
  onTestFinished(() => engine.close());
  onTestFinished(() => other.close());
  const { organizationId } = await engine.organizations.first();
  const keeper = await engine.keys.create(organizationId, { name: 'another' });
  const { key, text } = await engine.keys.create(organizationId, { name: 'ends' });
  const app = fastify();
  onTestFinished(() => app.close());
  const answers = new AbortController();
  onTestFinished(() => answers.abort());
  await app.register(httpAdapter, {
    ...{ engine, version: '0' },
    ...(mcp ? { mcp: async () => mcp(answers.signal) } : {}),
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ label: 'wait', block_type: 'wait_for_end' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const end = (by: Engine) => by.keys.revoke(organizationId, key.apiKeyId);
  return { engine, other, store, key, text, keeper: keeper.text, address, runId, end };
}

/** Reads an answer until it is over. */
async function over(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => null);
    if (!part || part.done) return;
  }
}

it.each(['engine', 'other'] as const)(
  'a key that is revoked in this process or another ends its event streams, and no others: %s',
  security,
  async (where) => {
    const all = await scene();
    const follow = (key: string) =>
      fetch(`${all.address}/v1/runs/${all.runId}/events`, { headers: { 'x-api-key': key } });
    const [own, kept] = [await follow(all.text), await follow(all.keeper)];
    await all.end(all[where]);
    await over(own);
    const reader = kept.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  },
);

it('a key that loses the scope `read` ends its event streams', security, async () => {
  const { store, key, text, address, runId } = await scene();
  const stream = await fetch(`${address}/v1/runs/${runId}/events`, { headers: { 'x-api-key': text } });
  await store.apiKeys.put({ ...key, scopes: ['run'] });
  await over(stream);
});

it('a client that reads nothing is cut off when its key ends', security, async () => {
  const { address, runId, text, end, engine } = await scene();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const path = `/v1/runs/${runId}/events`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${text}\r\nconnection: close\r\n\r\n`);
  await once(socket, 'data');
  const closed = once(socket, 'close');
  await end(engine);
  await closed;
});

it('an answer of the Model Context Protocol that goes on ends with its key', security, async () => {
  const all = await scene(
    (signal) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(': waiting\n\n'));
            signal.addEventListener('abort', () => controller.close());
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
  );
  const answer = await fetch(`${all.address}/mcp`, {
    method: 'POST',
    headers: { 'x-api-key': all.text, 'content-type': 'application/json' },
    body: '{}',
  });
  await all.end(all.engine);
  await over(answer);
});
