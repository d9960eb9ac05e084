import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, defineBlock, type EgressPolicy, Type } from '@runwright/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { systemClock } from '../runtime/clock.ts';

const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const say = defineBlock({
  type: 'say',
  config: Type.Object({}),
  output: Type.Object({}),
  run: async () => ({}),
});

it.each([
  [200, 'delivered'],
  [500, 'failed'],
])(
  'a row that an earlier version left `pending` after the answer %i reads `%s` a minute later, unless a resend is pending',
  async (answer, webhookStatus) => {
    const held: ServerResponse[] = [];
    const answers = [answer];
    const server = createServer((_request, response) => {
      const status = answers.shift();
      if (status === undefined) held.push(response);
      else response.writeHead(status).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const store = storeUnderTest();
    let ahead = 0;
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const engine = await createTestEngine({ blocks: [say], drivers: { store, clock, egress: loopback } });
    onTestFinished(() => engine.close());
    const { organizationId } = await engine.organizations.first();
    await engine.keys.create(organizationId, { name: 'test' });
    await engine.start();
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      webhook_callback_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      workflow_definition: { blocks: [{ block_type: 'say', label: 's' }] },
    });
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    for await (const _event of engine.runs.events(organizationId, runId));
    const { revision } = (await store.runs.find(runId)) ?? expect.unreachable();
    const patch = { webhookStatus: 'pending' } as const;
    await store.runs.commit(runId, [{ type: 'run', patch, revision }], null, { now: clock.now() });

    const read = async () => (await engine.runs.get(organizationId, runId)).webhookStatus;
    expect(await read()).toBe('pending');
    ahead = 62_000;
    expect(await read()).toBe(webhookStatus);
    await engine.runs.retryWebhook(organizationId, runId);
    await expect.poll(() => held.length).toBe(1);
    expect(await read()).toBe('pending');
    held[0]?.end();
  },
);
