import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Artifact,
  defineBlock,
  type EgressPolicy,
  keptBodyBytes,
  type Store,
  Type,
} from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { EngineDrivers, EngineSettings } from '../api/engine-options.ts';
import type { HostUrls } from '../api/urls.ts';
import { hostUrls } from '../files/host-urls.test-helpers.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Lets this machine's own addresses through, which no default policy does. */
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const text = defineBlock({
  type: 'text',
  config: Type.Object({ text: Type.String(), times: Type.Integer() }),
  output: Type.Object({ extracted_information: Type.String() }),
  run: async ({ text: piece, times }) => ({ extracted_information: piece.repeat(times) }),
});

/** A receiver on loopback that answers every request with a status. */
async function receiver(status = 200) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(status).end('thank you');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies };
}

async function scene(drivers: EngineDrivers = {}, settings: EngineSettings = {}, urls?: HostUrls) {
  const store = drivers.store ?? storeUnderTest();
  const engine = await createTestEngine({
    blocks: [text],
    drivers: { egress: loopback, ...drivers, store },
    settings,
    ...(urls ? { urls } : {}),
  });
  closers.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
  const start = async (webhookUrl: string, { text = 'Zoë', times = 1 } = {}) => {
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      workflow_definition: { blocks: [{ block_type: 'text', label: 't', text, times }] },
    });
    const request = { workflow_id: workflowPermanentId, webhook_url: webhookUrl };
    return (await engine.runs.start(request, { organizationId })).runId;
  };
  /** Waits until the run and its webhook are over. */
  const over = async (runId: string) => {
    for await (const _event of engine.runs.events(organizationId, runId));
  };
  const newest = async (runId: string) => {
    const [delivery] = await engine.runs.deliveries(organizationId, runId);
    return engine.runs.delivery(organizationId, runId, delivery?.deliveryId ?? '');
  };
  const resend = async (runId: string) => {
    const { deliveryId } = await engine.runs.retryWebhook(organizationId, runId);
    const sent = () => engine.runs.delivery(organizationId, runId, deliveryId);
    await expect.poll(async () => (await sent()).finishedAt).not.toBeNull();
    return sent();
  };
  return { engine, store, organizationId, start, over, newest, resend };
}

it('a delivery keeps the body that was sent, to the byte, and the headers with a masked signature', async () => {
  const { url, bodies } = await receiver();
  const { engine, organizationId, start, over, newest } = await scene();
  const runId = await start(url);
  await over(runId);
  const { request, ...delivery } = await newest(runId);
  expect(request).toEqual({
    headers: {
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^runwright\//),
      'x-service-signature': '*****',
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
    },
    body: bodies[0],
    bodyBytes: Buffer.byteLength(bodies[0] ?? ''),
    bodyBytesCut: 0,
  });
  expect(request?.body).toContain('Zoë');
  expect(await engine.runs.deliveries(organizationId, runId)).toEqual([delivery]);
});

it('of a body of more than 256 KiB the beginning is kept, whole characters, and the rest is counted', async () => {
  const { url, bodies } = await receiver();
  const { start, over, newest } = await scene();
  const runId = await start(url, { text: 'ü', times: 200_000 });
  await over(runId);
  const { request } = await newest(runId);
  const [sent = ''] = bodies;
  const { body = '', bodyBytes, bodyBytesCut = 0 } = request ?? {};
  expect(bodyBytes).toBe(Buffer.byteLength(sent));
  expect(sent.startsWith(body)).toBe(true);
  expect(body.endsWith('ü')).toBe(true);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(keptBodyBytes);
  expect(Buffer.byteLength(body)).toBeGreaterThan(keptBodyBytes - 2);
  expect(Buffer.byteLength(body) + bodyBytesCut).toBe(bodyBytes);
});

it('the query of the address is sent in the body, and masked where the body is kept', async () => {
  const { url, bodies } = await receiver();
  const { start, over, newest } = await scene();
  const runId = await start(`${url}?token=of-the-receiver`);
  await over(runId);
  const { request } = await newest(runId);
  expect(bodies[0]).toContain(`"webhook_callback_url":"${url}?token=of-the-receiver"`);
  expect(request?.body).toBe(bodies[0]?.replace('token=of-the-receiver', '*****'));
  expect(request).toMatchObject({ bodyBytes: Buffer.byteLength(bodies[0] ?? ''), bodyBytesCut: 0 });
});

it.each(['refused by the receiver', 'without a receiver'])(
  'a delivery that failed, %s, keeps what it had to send',
  async (how) => {
    const { url } = how === 'without a receiver' ? { url: 'http://127.0.0.1:2/hook' } : await receiver(500);
    const { start, over, newest } = await scene();
    const runId = await start(url);
    await over(runId);
    const { status, request } = await newest(runId);
    expect(status).toBe('failed');
    // The failure is not in it: the webhook told how the run had ended.
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ run_id: runId, status: 'completed' });
  },
);

it('a delivery whose sender died keeps what may have arrived', async () => {
  const { url, bodies } = await receiver();
  const store: Store = storeUnderTest();
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const cut: Store = {
    ...store,
    deliveries: {
      ...store.deliveries,
      async put(delivery, request) {
        if (delivery.finishedAt === null) return store.deliveries.put(delivery, request);
        resolve();
        throw new Error('killed');
      },
    },
  };
  const first = await scene({ store: cut });
  const runId = await first.start(url);
  await died;
  await first.engine.close();
  const next = await scene({ store }, { takeOver: true });
  await next.over(runId);
  expect(await next.newest(runId)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('interrupted'),
    request: { body: bodies[0] },
  });
  expect(bodies).toHaveLength(1);
});

it('a delivery that was not sent yet has no request, and one that nobody has is an error', async () => {
  const { url } = await receiver();
  const { engine, organizationId, store, start, over, newest } = await scene();
  const runId = await start(url);
  await over(runId);
  const { request: _, ...sent } = await newest(runId);
  const deliveryId = 'whd_9999999999999999999';
  await store.deliveries.put({ ...sent, deliveryId, status: 'scheduled', finishedAt: null });
  expect((await engine.runs.delivery(organizationId, runId, deliveryId)).request).toBeNull();
  await expect(engine.runs.delivery(organizationId, runId, 'whd_0')).rejects.toMatchObject({
    code: 'not_found',
    message: 'Webhook delivery whd_0 not found',
  });
  await expect(engine.runs.delivery('o_other', runId, deliveryId)).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('a resend has the payload of the first delivery, also when a recording was stored since', async () => {
  const clock = manualClock();
  const { url, bodies } = await receiver();
  const { store, organizationId, start, over, resend } = await scene({ clock });
  const runId = await start(url);
  await over(runId);
  await clock.advance(60_000);
  await store.artifacts.add({ ...recording, organizationId, runId, createdAt: clock.now() });
  const { request } = await resend(runId);
  expect(request?.body).toBe(bodies[0]);
  expect(bodies[1]).toBe(bodies[0]);
});

it('a resend signs the links of its body anew, for they expire', async () => {
  const clock = manualClock();
  const { url, bodies } = await receiver();
  const { store, organizationId, start, over, resend } = await scene({ clock }, {}, hostUrls);
  const runId = await start(url);
  await over(runId);
  await store.artifacts.add({ ...recording, organizationId, runId, createdAt: 1 });
  await resend(runId);
  await clock.advance(60_000);
  await resend(runId);
  const links = bodies.slice(1).map((body) => new URL(JSON.parse(body).recording_url));
  expect(new Set(links.map(({ origin, pathname }) => origin + pathname)).size).toBe(1);
  const [before = 0, after = 0] = links.map(({ searchParams }) => Number(searchParams.get('expiry')));
  expect(after - before).toBe(60);
});

const recording: Artifact = {
  artifactId: 'a_1',
  type: 'recording',
  organizationId: '',
  runId: '',
  workflowRunId: '',
  ...{ blockRunId: null, stepId: null, actionId: null, thoughtId: null },
  contentType: 'video/webm',
  size: 1,
  checksum: `sha256:${'0'.repeat(64)}`,
  key: 'a/1',
  createdAt: 1,
};
