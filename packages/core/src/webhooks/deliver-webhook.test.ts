import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics } from '@opentelemetry/api';
import { defineBlock, type EgressPolicy, type Store, type TimelineEvent, Type } from '@runwright/contract';
import { manualClock, openOutboxEntries } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineDrivers, EngineSettings } from '../api/engine-options.ts';
import { collectMetrics } from '../telemetry/collect-metrics.test-helpers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Lets this machine's own addresses through, which no default policy does. */
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

const extract = defineBlock({
  type: 'extract',
  config: Type.Object({}),
  output: Type.Object({ extracted_information: Type.Object({ total: Type.Number() }) }),
  run: async () => ({ extracted_information: { total: 3.0 } }),
});
/** A stand-in for the agent's block, so that a task can be executed here. */
const task = defineBlock({
  type: 'task',
  config: Type.Object({ navigation_goal: Type.String(), error_code_mapping: Type.Optional(Type.Any()) }),
  output: Type.Object({ extracted_information: Type.Array(Type.Number()) }),
  run: async () => ({ extracted_information: [1, 2] }),
});

interface Received {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** A receiver that answers every request with a status; null leaves it without an answer. */
async function receiver(
  status: number | null,
): Promise<{ url: string; received: Received[]; first: Promise<void> }> {
  const received: Received[] = [];
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ body: Buffer.concat(pieces), headers: request.headers });
      if (status !== null) response.writeHead(status).end('thank you');
      resolve();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, first };
}

async function scene(drivers: EngineDrivers = {}, settings: EngineSettings = {}) {
  const engine = await createTestEngine({
    blocks: [extract, task],
    drivers: { egress: loopback, ...drivers },
    settings,
  });
  closers.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  const { key, text } = await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Extract',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'extract', label: 'e' }] },
  });
  const start = (webhookUrl: string) =>
    engine.runs.start(
      { workflow_id: workflowPermanentId, webhook_url: webhookUrl },
      { organizationId, apiKeyId: key.apiKeyId },
    );
  return { engine, organizationId, apiKey: text, apiKeyId: key.apiKeyId, start };
}

/** Waits until the run and its webhook are over. */
async function over(engine: Engine, organizationId: string, runId: string): Promise<void> {
  for await (const _event of engine.runs.events(organizationId, runId));
}

it('a webhook arrives once, before any time has passed, signed over its raw bytes with the key of the run', async () => {
  const { url, received } = await receiver(200);
  const { engine, organizationId, apiKey, start } = await scene({ clock: manualClock() });
  const { runId } = await start(url);
  await over(engine, organizationId, runId);
  const run = await engine.runs.get(organizationId, runId);
  const [delivery] = await engine.runs.deliveries(organizationId, runId);
  expect(received).toHaveLength(1);
  const [{ body, headers }] = received as [Received];
  expect(headers['x-service-signature']).toBe(createHmac('sha256', apiKey).update(body).digest('hex'));
  expect(headers['content-type']).toBe('application/json');
  expect(headers['x-service-timestamp']).toMatch(/^\d{10}$/);
  expect(headers['user-agent']).toMatch(/^runwright\/\d/);
  expect(delivery).toMatchObject({ status: 'delivered', httpStatus: 200, responseExcerpt: 'thank you' });
  expect(delivery?.createdAt).toBe(run.finishedAt);
  expect(body.toString()).toContain('"extracted_information":{"total":3}');
});

it('events after the one of the webhook end at once', async () => {
  const { url } = await receiver(200);
  const { engine, organizationId, start } = await scene();
  const { runId } = await start(url);
  await over(engine, organizationId, runId);
  const after = (await engine.runs.timeline(organizationId, runId)).at(-1)?.sequence as number;
  const rest: TimelineEvent[] = [];
  for await (const event of engine.runs.events(organizationId, runId, { after })) rest.push(event);
  expect(rest).toEqual([]);
});

it('a webhook carries the traceparent of what started the run, without the tracestate', async () => {
  const { url, received } = await receiver(200);
  const { engine, organizationId, start } = await scene();
  const traceContext = {
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    tracestate: 'vendor=1',
  };
  const { workflowPermanentId } = await start(url);
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId, webhook_url: url, title: 'traced' },
    { organizationId, traceContext },
  );
  await over(engine, organizationId, runId);
  const headers = received.find(({ body }) => String(body).includes(runId))?.headers;
  expect(headers).toMatchObject({ traceparent: traceContext.traceparent });
  expect(headers).not.toHaveProperty('tracestate');
});

it('a delivery is measured by its status and that of the answer', async () => {
  const { series } = collectMetrics();
  closers.push(async () => metrics.disable());
  for (const status of [200, 500]) {
    const { url } = await receiver(status);
    const { engine, organizationId, start } = await scene();
    const { runId } = await start(url);
    await over(engine, organizationId, runId);
  }
  const status = 'runwright.webhook.status';
  expect(await series('runwright.webhook.delivery.duration')).toMatchObject([
    { attributes: { [status]: 'delivered', 'http.response.status_code': 200 }, count: 1 },
    { attributes: { [status]: 'failed', 'http.response.status_code': 500 }, count: 1 },
  ]);
});

it('a workflow payload has its members in order and times without a zone', async () => {
  const { url, received } = await receiver(204);
  const { engine, organizationId, start } = await scene();
  const { runId } = await start(url);
  await over(engine, organizationId, runId);
  const payload = JSON.parse(String(received[0]?.body));
  expect(Object.keys(payload).join(' ')).toBe(
    'run_id workflow_run_id status output parameters workflow_title downloaded_files recording_url screenshot_urls failure_reason errors step_count run_type app_url organization_id workflow_id workflow_permanent_id proxy_location webhook_callback_url webhook_failure_reason totp_identifier browser_session_id browser_profile_id max_screenshot_scrolls run_with ai_fallback script_run created_at modified_at queued_at started_at finished_at failure_category metadata',
  );
  expect(payload).toMatchObject({
    run_id: runId,
    status: 'completed',
    run_type: 'workflow_run',
    app_url: '',
  });
  expect(payload.finished_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
});

it('a task payload has the members of the API in order, and output as an object', async () => {
  const { url, received } = await receiver(200);
  const { engine, organizationId } = await scene();
  const started = await engine.runs.startTask(
    { prompt: 'Count {{ x }}', webhook_url: url },
    { organizationId },
  );
  expect(started.runId).toMatch(/^tsk_/);
  await over(engine, organizationId, started.runId);
  const payload = JSON.parse(String(received[0]?.body));
  expect(Object.keys(payload).join(' ')).toBe(
    'run_id task_id status output summary prompt url downloaded_files recording_url screenshot_urls failure_reason errors step_count run_type app_url organization_id workflow_run_id workflow_id workflow_permanent_id proxy_location webhook_callback_url webhook_failure_reason created_at modified_at queued_at started_at finished_at failure_category metadata',
  );
  expect(payload).toMatchObject({
    task_id: started.runId,
    status: 'completed',
    output: { extracted_information: [1, 2] },
    prompt: 'Count {{ x }}',
    run_type: 'task_v2',
    proxy_location: 'RESIDENTIAL',
    url: '',
  });
  expect((await engine.runs.get(organizationId, started.runId)).output).toEqual([1, 2]);
});

it('a receiver that answers 500 makes the run failed, with the reason and without losing its output', async () => {
  const { url, received } = await receiver(500);
  const { engine, organizationId, start } = await scene();
  const { runId } = await start(url);
  const ended = await engine.runs.finished(organizationId, runId);
  await over(engine, organizationId, runId);
  const run = await engine.runs.get(organizationId, runId);
  expect(run).toMatchObject({
    status: 'failed',
    failureReason: 'Webhook delivery failed: the receiver answered 500',
    failureCategory: 'webhook',
    errors: [{ error_code: 'webhook_delivery_failed', block_label: null }],
  });
  expect(run.output).toEqual({
    e_output: { extracted_information: { total: 3 } },
    extracted_information: [{ total: 3 }],
  });
  expect(run.finishedAt).toBe(ended.finishedAt);
  expect(received).toHaveLength(1);
});

it('a host may choose that a failed webhook leaves the status alone', async () => {
  const { url } = await receiver(500);
  const { engine, organizationId, start } = await scene({}, { webhookFailure: 'keep_status' });
  const { runId } = await start(url);
  await over(engine, organizationId, runId);
  expect((await engine.runs.get(organizationId, runId)).status).toBe('completed');
  expect((await engine.runs.deliveries(organizationId, runId))[0]).toMatchObject({
    status: 'failed',
    httpStatus: 500,
  });
});

it('a redirect is not followed and counts as a failure', async () => {
  const { url } = await receiver(302);
  const { engine, organizationId, start } = await scene();
  const { runId } = await start(url);
  await over(engine, organizationId, runId);
  expect((await engine.runs.get(organizationId, runId)).failureReason).toContain('302');
});

it('a receiver that nobody runs makes the run failed', async () => {
  const { engine, organizationId, start } = await scene();
  const { runId } = await start('http://127.0.0.1:2/hook');
  await over(engine, organizationId, runId);
  expect((await engine.runs.get(organizationId, runId)).failureReason).toMatch(/^Webhook delivery failed: /);
});

it('a receiver that does not answer within 10 seconds has failed', async () => {
  const clock = manualClock();
  const { url, first } = await receiver(null);
  const { engine, organizationId, start } = await scene({ clock });
  const { runId } = await start(url);
  await first;
  await clock.advance(10_000);
  await over(engine, organizationId, runId);
  expect((await engine.runs.get(organizationId, runId)).failureReason).toContain(
    'no answer within 10 seconds',
  );
});

it('a canceled run sends its webhook too', async () => {
  const { url, received } = await receiver(200);
  const { engine, organizationId } = await scene({}, { concurrency: 0 });
  const { runId } = await engine.runs.startTask({ prompt: 'x', webhook_url: url }, { organizationId });
  await engine.runs.cancel(organizationId, runId);
  await over(engine, organizationId, runId);
  expect(JSON.parse(String(received[0]?.body))).toMatchObject({
    run_id: runId,
    status: 'canceled',
    output: null,
  });
});

it('a receiver whose answer never ends is given up, and its status counts', async () => {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.writeHead(200).write('thank');
    resolve();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const clock = manualClock();
  const { engine, organizationId, start } = await scene({ clock });
  const { runId } = await start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  await begun;
  let decided = false;
  const ended = over(engine, organizationId, runId).finally(() => {
    decided = true;
  });
  while (!decided) {
    await clock.advance(1000);
    await new Promise((turn) => setImmediate(turn));
  }
  await ended;
  expect(await engine.runs.deliveries(organizationId, runId)).toMatchObject([
    { status: 'delivered', httpStatus: 200, responseExcerpt: null },
  ]);
});

it('a webhook whose sender died is not sent again and counts as failed', async () => {
  const { url, received } = await receiver(200);
  const store: Store = { ...storeUnderTest(), close: async () => undefined };
  const silent = { ...store, outbox: { ...store.outbox, due: async () => [] } };
  const first = await scene({ store: silent }, { concurrency: 0 });
  const { runId } = await first.start(url);
  await first.engine.runs.cancel(first.organizationId, runId);
  const [webhook] = await store.outbox.due({ type: 'webhook', now: Date.now() + 1000, limit: 10 });
  await store.outbox.settle(webhook?.entryId ?? '', { from: 'pending', to: 'sending' });
  await first.engine.close();

  const next = await scene({ store }, { takeOver: true });
  await over(next.engine, next.organizationId, runId);
  const run = await next.engine.runs.get(next.organizationId, runId);
  expect(run.status).toBe('failed');
  expect(run.failureReason).toContain('interrupted');
  expect(received).toEqual([]);
});

it.each([
  { receiver: 'took it', status: 200, end: 'canceled' },
  { receiver: 'refused it', status: 500, end: 'failed' },
])(
  'a sender that dies when the receiver $receiver leaves that outcome, on record once, wherever it died',
  async ({ status, end }) => {
    for (const surviving of [1, 2]) {
      const { url, received } = await receiver(status);
      const store: Store = { ...storeUnderTest(), close: async () => undefined };
      const { cut, died } = cutAfterDecision(store, surviving);
      const first = await scene({ store: cut }, { concurrency: 0 });
      const { runId } = await first.start(url);
      await first.engine.runs.cancel(first.organizationId, runId);
      await died;
      await first.engine.close();

      const next = await scene({ store }, { takeOver: true });
      await next.engine.close();
      const run = await store.runs.find(runId);
      expect(run).toMatchObject({ status: end, errors: end === 'failed' ? [expect.anything()] : [] });
      const deliveries = await store.deliveries.list(first.organizationId, runId);
      expect(deliveries).toMatchObject([{ httpStatus: status }]);
      const events = await store.timeline.read(runId, { limit: 100 });
      expect(events.filter(({ type }) => type === 'webhook')).toHaveLength(1);
      expect(await openOutboxEntries(store)).toEqual([]);
      expect(received).toHaveLength(1);
    }
  },
);

/** A store that answers so many writes from the outcome of a delivery on, that one included, and none after them. */
function cutAfterDecision(
  store: Store,
  surviving: number,
): { readonly cut: Store; readonly died: Promise<void> } {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  let left = Number.POSITIVE_INFINITY;
  const counted =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      left -= 1;
      if (left >= 0) return write(...args);
      resolve();
      throw new Error('killed');
    };
  const { runs, outbox, deliveries } = store;
  const put = counted(deliveries.put);
  return {
    died,
    cut: {
      ...store,
      runs: { ...runs, commit: counted(runs.commit) },
      outbox: { ...outbox, settle: counted(outbox.settle) },
      deliveries: {
        ...deliveries,
        put(delivery) {
          if (delivery.finishedAt !== null) left = surviving;
          return put(delivery);
        },
      },
    },
  };
}
