import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type EgressPolicy, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from '../index.ts';

const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const released = Promise.withResolvers<void>();
const work = defineBlock({
  type: 'work',
  config: Type.Object({ waits: Type.Boolean({ default: false }) }),
  output: Type.Object({ done: Type.Boolean() }),
  async run({ waits }, { artifact, log }) {
    if (waits) await released.promise;
    await artifact({ type: 'screenshot_final', content: new Uint8Array([1]) });
    await log.record({
      type: 'action',
      stepId: null,
      order: 0,
      action: { action_type: 'complete' },
      status: 'completed',
      reasoning: null,
      response: null,
    });
    return { done: true };
  },
});

let engine: Engine;
let app: FastifyInstance;
let address: string;
let key: string;
let organizationId: string;
const hook = createServer((_request, response) => response.end());
beforeAll(async () => {
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening));
  engine = await createEngine({ blocks: [work], drivers: { egress: loopback }, urls: httpUrls() });
  await engine.start();
  organizationId = (await engine.organizations.first()).organizationId;
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await engine.close();
  await new Promise((closed) => hook.close(closed));
});

async function start(block: object = {}, request: object = {}): Promise<string> {
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { parameters: [], blocks: [{ block_type: 'work', label: 'a', ...block }] },
  });
  return (await engine.runs.start({ workflow_id: workflowPermanentId, ...request }, { organizationId }))
    .runId;
}

interface Received {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

async function* follow(runId: string, headers: object = {}, query = ''): AsyncGenerator<Received> {
  const response = await fetch(`${address}/v1/runs/${runId}/events${query}`, {
    headers: { 'x-api-key': key, ...headers },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const found = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(part);
      if (found) yield { id: Number(found[1]), event: String(found[2]), data: JSON.parse(String(found[3])) };
    }
  }
}

async function collect(events: AsyncIterable<Received>): Promise<Received[]> {
  const all: Received[] = [];
  for await (const received of events) all.push(received);
  return all;
}

it('a run is followed from its first event to its end, with ids that grow', async () => {
  const runId = await start();
  const received = await collect(follow(runId));
  expect(new Set(received.map(({ event }) => event))).toEqual(
    new Set(['run', 'block', 'artifact', 'action', 'end']),
  );
  const ids = received.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(received.at(-1)).toMatchObject({ event: 'end', data: { run_id: runId, status: 'completed' } });
  const blocks = received.filter(({ event }) => event === 'block').map(({ data }) => data.block);
  expect(blocks).toMatchObject([
    { label: 'a', status: 'running' },
    { label: 'a', status: 'completed', actions: [{ action_type: 'complete' }] },
  ]);
  expect(received.find(({ event }) => event === 'artifact')?.data).toMatchObject({
    artifact_type: 'screenshot_final',
    signed_url: expect.stringContaining('http'),
  });
});

it('a stream goes on after the id that the client saw last, and what it changes is whole', async () => {
  const runId = await start();
  await engine.runs.finished(organizationId, runId);
  const all = await collect(follow(runId));
  const seen = all.findIndex(({ event }) => event === 'artifact');
  const last = String(all[seen]?.id);
  expect(await collect(follow(runId, { 'last-event-id': last }))).toEqual(all.slice(seen + 1));
  expect(await collect(follow(runId, {}, `?after=${last}`))).toEqual(all.slice(seen + 1));
  // A browser connects again to the address that it has, with the last id as a header.
  expect(await collect(follow(runId, { 'last-event-id': last }, '?after=0'))).toEqual(all.slice(seen + 1));
});

it('events arrive while the run goes on', async () => {
  const runId = await start({ waits: true });
  const stream = follow(runId);
  const before: Received[] = [];
  for await (const received of stream) {
    before.push(received);
    if (received.event === 'block') released.resolve();
  }
  expect(before.at(-1)?.event).toBe('end');
});

it('the end comes once the delivery of the webhook is decided', async () => {
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const runId = await start({}, { webhook_url: url });
  for await (const { event } of follow(runId)) {
    if (event === 'end')
      expect(await engine.runs.deliveries(organizationId, runId)).toMatchObject([{ status: 'delivered' }]);
  }
});

it('an unknown run and an id that is no number are refused before anything is sent', async () => {
  const call = (path: string, headers: object = {}) =>
    app.inject({ url: path, headers: { 'x-api-key': key, ...headers } });
  expect(await call('/v1/runs/wr_404/events')).toMatchObject({ statusCode: 404 });
  const runId = await start();
  const refused = await call(`/v1/runs/${runId}/events`, { 'last-event-id': 'x' });
  expect([refused.statusCode, refused.json().detail[0].loc]).toEqual([422, ['header', 'last-event-id']]);
});
