import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type EgressPolicy, type Store, Type } from '@runwright/contract';
import { manualClock, openOutboxEntries } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { EngineDrivers, EngineSettings } from '../api/engine-options.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

const noop = defineBlock({
  type: 'noop',
  config: Type.Object({}),
  output: Type.Null(),
  run: async () => null,
});

/** A receiver that answers nobody until `answer` is called, and then everybody. */
async function silentReceiver() {
  const open = new Set<ServerResponse>();
  const arrivals: (() => void)[] = [];
  let most = 0;
  let total = 0;
  let answering = false;
  const server = createServer((_request, response) => {
    total += 1;
    open.add(response);
    most = Math.max(most, open.size);
    response.on('close', () => open.delete(response));
    if (answering) response.end();
    for (const look of arrivals) look();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    most: () => most,
    total: () => total,
    /** Waits until so many requests have arrived. */
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (total >= count) resolve();
        };
        arrivals.push(look);
        look();
      }),
    answer() {
      answering = true;
      for (const response of open) response.end();
    },
  };
}

async function scene(drivers: EngineDrivers, settings: EngineSettings = {}) {
  const engine = await createTestEngine({
    blocks: [noop],
    drivers: { egress: loopback, ...drivers },
    settings: { masterKey: new Uint8Array(32).fill(7), ...settings },
  });
  closers.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  const { key } = await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'noop', label: 'only' }] },
  });
  return {
    engine,
    organizationId,
    /** Executes a run and answers its id; its webhook is sent afterwards. */
    async execute(webhookUrl?: string): Promise<string> {
      const { runId } = await engine.runs.start(
        { workflow_id: workflowPermanentId, ...(webhookUrl ? { webhook_url: webhookUrl } : {}) },
        { organizationId, apiKeyId: key.apiKeyId },
      );
      expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
      return runId;
    },
  };
}

it('at most 16 webhooks are sent at once, and new runs start while no receiver answers', async () => {
  const receiver = await silentReceiver();
  const store = storeUnderTest();
  const { engine, organizationId, execute } = await scene({ store, clock: manualClock() });
  const runIds: string[] = [];
  for (let count = 0; count < 70; count += 1) runIds.push(await execute(receiver.url));
  await receiver.arrived(16);
  await execute();
  expect(receiver.total()).toBe(16);

  receiver.answer();
  for (const runId of runIds) for await (const _event of engine.runs.events(organizationId, runId));
  expect(receiver.total()).toBe(70);
  expect(receiver.most()).toBe(16);
  expect(await openOutboxEntries(store)).toEqual([]);
});

it('webhooks that wait for a place are sent by the next engine, once', async () => {
  const receiver = await silentReceiver();
  const store: Store = { ...storeUnderTest(), close: async () => undefined };
  const first = await scene({ store, clock: manualClock() });
  const runIds: string[] = [];
  for (let count = 0; count < 20; count += 1) runIds.push(await first.execute(receiver.url));
  await receiver.arrived(16);
  const closed = first.engine.close();
  receiver.answer();
  await closed;
  expect(receiver.total()).toBe(16);
  expect(await openOutboxEntries(store)).toHaveLength(4);

  const next = await scene({ store }, { takeOver: true });
  for (const runId of runIds) for await (const _event of next.engine.runs.events(next.organizationId, runId));
  expect(receiver.total()).toBe(20);
  expect(await openOutboxEntries(store)).toEqual([]);
});
