import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type EgressPolicy, type Recording, type Store, Type } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const visit = defineBlock({
  type: 'visit',
  config: Type.Object({ waits: Type.Boolean() }),
  output: Type.Object({}),
  async run({ waits }, { browser, signal }) {
    await browser();
    if (waits) {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    return {};
  },
});
const masterKey = new Uint8Array(32).fill(7);
const video: Recording = { type: 'recording', content: new Uint8Array([1]), contentType: 'video/webm' };

/** A run whose browser closes when the test says so, and the webhooks that came. */
async function scene({ waits, statuses = [] }: { readonly waits: boolean; readonly statuses?: number[] }) {
  const closing = Promise.withResolvers<void>();
  const recordings = Promise.withResolvers<readonly Recording[]>();
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(statuses.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: Store = { ...storeUnderTest(), close: async () => undefined };
  const browser = fakeBrowser({ pages: [], recordings: [] });
  const engine = await createTestEngine({
    blocks: [visit],
    settings: { masterKey },
    drivers: {
      store,
      egress: loopback,
      browser: {
        ...browser,
        async open(options) {
          const session = await browser.open(options);
          return Object.assign(session, {
            recordings: () => {
              closing.resolve();
              return recordings.promise;
            },
          });
        },
      },
    },
  });
  closers.push(
    () => server.close(),
    () => engine.close(),
    () => recordings.resolve([]),
  );
  const { organizationId } = await engine.organizations.first();
  await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    webhook_callback_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    workflow_definition: { blocks: [{ block_type: 'visit', label: 'v', waits }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const over = async () => {
    for await (const _event of engine.runs.events(organizationId, runId));
  };
  return { engine, store, organizationId, workflowPermanentId, runId, closing, recordings, received, over };
}

it.each(['completed', 'canceled'])(
  'the webhook of a %s run waits for its recording, and the run does not',
  async (status) => {
    const waits = status === 'canceled';
    const { engine, organizationId, runId, closing, recordings, received, over } = await scene({ waits });
    const read = () => engine.runs.get(organizationId, runId);
    if (waits) {
      await expect.poll(read).toMatchObject({ hasOpenRecording: true });
      await engine.runs.cancel(organizationId, runId);
    }
    expect((await engine.runs.finished(organizationId, runId)).status).toBe(status);
    await closing.promise;
    expect(await engine.runs.deliveries(organizationId, runId)).toEqual([]);
    expect(await read()).toMatchObject({ hasOpenRecording: true, webhookStatus: 'pending' });
    recordings.resolve([video]);
    await over();
    expect(await read()).toMatchObject({ hasOpenRecording: false, webhookStatus: 'delivered', status });
    const [artifact] = await engine.runs.artifacts(organizationId, runId, { types: ['recording'] });
    expect(received).toMatchObject([{ status, recording_url: `artifact://${artifact?.artifactId}` }]);
  },
);

it('an engine that closes sends the webhook of a run whose browser it has just closed', async () => {
  const { engine, closing, recordings, received } = await scene({ waits: false });
  await closing.promise;
  const closed = engine.close();
  recordings.resolve([video]);
  await closed;
  expect(received).toMatchObject([{ status: 'completed', recording_url: expect.any(String) }]);
});

it.each([
  { status: 200, end: 'completed', webhookStatus: 'delivered', reason: null },
  { status: 503, end: 'failed', webhookStatus: 'failed', reason: /^Webhook delivery failed: [^;]* 503$/ },
])(
  'the webhook that waited takes back what a resend has changed meanwhile: the answer $status decides',
  async ({ status, end, webhookStatus, reason }) => {
    const first = await scene({ waits: false, statuses: [500, status] });
    const { store, organizationId, runId } = first;
    await first.closing.promise;
    const other = await createTestEngine({
      blocks: [visit],
      drivers: { store, egress: loopback },
      settings: { masterKey, concurrency: 0 },
    });
    closers.push(() => other.close());
    await other.start();
    await other.runs.retryWebhook(organizationId, runId);
    await expect.poll(() => other.runs.get(organizationId, runId)).toMatchObject({ status: 'failed' });
    first.recordings.resolve([video]);
    await expect.poll(() => first.received).toHaveLength(2);
    await expect
      .poll(() => first.engine.runs.deliveries(organizationId, runId))
      .toMatchObject([
        { trigger: 'automatic', httpStatus: status },
        { trigger: 'manual', httpStatus: 500 },
      ]);
    await first.engine.close();
    const run = await other.runs.get(organizationId, runId);
    expect(run).toMatchObject({ status: end, webhookStatus });
    if (reason === null) expect(run).toMatchObject({ failureReason: null, errors: [] });
    else
      expect([run.failureReason, run.errors]).toEqual([expect.stringMatching(reason), [expect.anything()]]);
  },
);

it('another process that sends webhooks meanwhile leaves it alone', async () => {
  const first = await scene({ waits: false });
  const { organizationId, workflowPermanentId, received } = first;
  await first.closing.promise;
  const other = await createTestEngine({
    blocks: [visit],
    drivers: { store: first.store, egress: loopback },
    settings: { masterKey, concurrency: 0 },
  });
  closers.push(() => other.close());
  await other.start();
  const { runId } = await other.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await other.runs.cancel(organizationId, runId);
  for await (const _event of other.runs.events(organizationId, runId));
  expect(received).toMatchObject([{ run_id: runId, status: 'canceled' }]);
  first.recordings.resolve([video]);
  await first.over();
  expect(received.slice(1)).toMatchObject([{ run_id: first.runId, recording_url: expect.any(String) }]);
});
