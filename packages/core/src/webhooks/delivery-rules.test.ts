import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type EgressPolicy, RunwrightError, Type } from '@runwright/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { EngineSettings } from '../api/engine-options.ts';
import { toWebhookDeliveryRecord } from '../records/webhook-delivery-record.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Ends its run as it is told. */
const ends = defineBlock({
  type: 'ends',
  config: Type.Object({ as: Type.String({ default: 'completed' }) }),
  output: Type.Object({ extracted_information: Type.String() }),
  async run({ as }, { signal }) {
    if (as === 'failed')
      throw new RunwrightError('block_failed', 'it broke', { details: { output: 'kept' } });
    if (as === 'terminated') throw new RunwrightError('terminated', 'it is sold out');
    if (as === 'canceled') await once(signal, 'abort');
    return { extracted_information: 'data' };
  },
});

interface Received {
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
}

async function receiver(answer: RequestListener) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: Buffer.concat(await request.toArray()), headers: request.headers });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function scene(settings: EngineSettings = {}) {
  const refused = new Set<string>();
  const egress: EgressPolicy = {
    async check(url) {
      if (refused.has(new URL(url).host)) {
        throw new RunwrightError('egress_denied', `Address is not allowed: ${new URL(url).hostname}`);
      }
      return { url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] };
    },
  };
  const engine = await createTestEngine({ blocks: [ends], drivers: { egress }, settings });
  closers.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  const { key, text } = await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
  const start = async (options: {
    as?: string;
    webhookUrl?: string | null;
    callback?: string;
    inside?: string;
  }) => {
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      webhook_callback_url: options.callback ?? null,
      workflow_definition: {
        ...(options.inside === undefined ? {} : { webhook_url: options.inside }),
        blocks: [{ block_type: 'ends', label: 'e', as: options.as ?? 'completed' }],
      },
    } as Parameters<typeof engine.workflows.create>[1]);
    const request = { workflow_id: workflowPermanentId, webhook_url: options.webhookUrl ?? null };
    return (await engine.runs.start(request, { organizationId, apiKeyId: key.apiKeyId })).runId;
  };
  /** Waits until the run is final and its webhook decided. */
  const over = async (runId: string) => {
    for await (const _event of engine.runs.events(organizationId, runId));
    const run = await engine.runs.get(organizationId, runId);
    const deliveries = (await engine.runs.deliveries(organizationId, runId)).map(toWebhookDeliveryRecord);
    return { run, deliveries };
  };
  const resend = async (runId: string, webhookUrl: string | null = null) => {
    const { deliveryId } = await engine.runs.retryWebhook(organizationId, runId, { webhookUrl });
    // The run has the outcome together with the event.
    await expect
      .poll(() => engine.runs.timeline(organizationId, runId))
      .toContainEqual(expect.objectContaining({ type: 'webhook', deliveryId }));
    return over(runId);
  };
  return { engine, organizationId, apiKey: text, refused, start, over, resend };
}

const answers =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end();
  };

describe('what counts as delivered', () => {
  it.each([200, 201, 204, 299])('%i does', async (status) => {
    const { host, received } = await receiver(answers(status));
    const { start, over } = await scene();
    const { run, deliveries } = await over(await start({ webhookUrl: `http://${host}/hook` }));
    expect(run).toMatchObject({ status: 'completed', failureReason: null, errors: [] });
    expect(deliveries).toMatchObject([{ status: 'delivered', http_status: status, error: null }]);
    expect(received).toHaveLength(1);
  });

  it.each([301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])('%i does not', async (status) => {
    const { host, received } = await receiver(answers(status));
    const { start, over } = await scene();
    const { run, deliveries } = await over(await start({ webhookUrl: `http://${host}/hook` }));
    expect(run).toMatchObject({
      status: 'failed',
      failureReason: `Webhook delivery failed: the receiver answered ${status}`,
      failureCategory: 'webhook',
      output: { e_output: { extracted_information: 'data' } },
    });
    expect(deliveries).toMatchObject([
      { status: 'failed', http_status: status, error: `the receiver answered ${status}` },
    ]);
    // No redirect is followed, nothing is sent again, and no second webhook tells of the change.
    expect(received).toHaveLength(1);
  });

  it.each([
    ['a connection that is cut', 'http', (request: IncomingMessage) => request.socket.destroy()],
    ['a receiver that speaks no TLS', 'https', answers(200)],
  ] as const)('%s does not', async (_name, scheme, answer) => {
    const { host } = await receiver(answer);
    const { start, over } = await scene();
    const { run, deliveries } = await over(await start({ webhookUrl: `${scheme}://${host}/hook` }));
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'webhook' });
    expect(run.failureReason).toMatch(/^Webhook delivery failed: \S/);
    expect(deliveries).toMatchObject([{ status: 'failed', http_status: null, response_excerpt: null }]);
    expect(deliveries[0]?.error).not.toBe('');
  });

  it('an address that the egress policy refuses by then gets nothing', async () => {
    const { host, received } = await receiver(answers(200));
    const { engine, organizationId, refused, start, over } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook`, as: 'canceled' });
    await expect
      .poll(async () => (await engine.runs.timeline(organizationId, runId)).map(({ type }) => type))
      .toContain('block-start');
    refused.add(host);
    await engine.runs.cancel(organizationId, runId);
    const { run } = await over(runId);
    expect(run).toMatchObject({
      status: 'failed',
      failureReason: 'Webhook delivery failed: Address is not allowed: 127.0.0.1',
    });
    expect(received).toEqual([]);
  });
});

describe('the status of the webhook', () => {
  it('is `pending` from the end of the run until its delivery is decided, and again while it is sent once more', async () => {
    const requests: Parameters<RequestListener>[1][] = [];
    const { host } = await receiver((_request, response) => void requests.push(response));
    const { engine, organizationId, start, over } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook` });
    const read = async () => (await engine.runs.get(organizationId, runId)).webhookStatus;
    await engine.runs.finished(organizationId, runId);
    await expect.poll(() => requests.length).toBe(1);
    expect(await read()).toBe('pending');
    requests[0]?.writeHead(500).end();
    expect((await over(runId)).run).toMatchObject({ status: 'failed', webhookStatus: 'failed' });
    await engine.runs.retryWebhook(organizationId, runId);
    expect(await read()).toBe('pending');
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.writeHead(200).end();
    await expect.poll(read).toBe('delivered');
    expect((await engine.runs.get(organizationId, runId)).status).toBe('completed');
  });

  it('is null without a webhook, and `failed` where a host lets the run keep its status', async () => {
    const { host } = await receiver(answers(500));
    const plain = await scene();
    expect((await plain.over(await plain.start({}))).run.webhookStatus).toBeNull();
    const { start, over } = await scene({ webhookFailure: 'keep_status' });
    const { run } = await over(await start({ webhookUrl: `http://${host}/hook` }));
    expect(run).toMatchObject({ status: 'completed', failureReason: null, webhookStatus: 'failed' });
  });
});

describe('what a failure changes', () => {
  it.each([
    ['completed', null, 'webhook', []],
    ['failed', 'ends block e failed: it broke', 'block', ['block_failed']],
    ['terminated', 'ends block e terminated: it is sold out', 'webhook', []],
  ])('a %s run fails, and keeps its reason, errors and time', async (as, reason, category, codes) => {
    const { host, received } = await receiver(answers(500));
    const { engine, organizationId, start, over } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook`, as });
    const ended = await engine.runs.finished(organizationId, runId);
    const { run } = await over(runId);
    const added = 'Webhook delivery failed: the receiver answered 500';
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({ status: as, failure_reason: reason });
    expect(run).toMatchObject({
      status: 'failed',
      failureReason: reason === null ? added : `${reason}; ${added}`,
      failureCategory: category,
      finishedAt: ended.finishedAt,
      output: ended.output,
    });
    expect(run.errors.map(({ error_code }) => error_code)).toEqual([...codes, 'webhook_delivery_failed']);
    expect(run.errors.at(-1)).toEqual({
      error_code: 'webhook_delivery_failed',
      reasoning: added,
      confidence_float: null,
      block_label: null,
    });
  });
});

describe('where it is sent', () => {
  it.each([
    ['the address of the request', '/own', '/workflow', '/own'],
    ['that of the workflow without one', null, '/workflow', '/workflow'],
    ['blanks around it are no part of it', ' \t/own\n', '/workflow', '/own'],
    ['nor around that of the workflow', null, '  /workflow ', '/workflow'],
  ])('%s', async (_name, own, callback, path) => {
    const paths: (string | undefined)[] = [];
    const { host, received } = await receiver((request, response) => {
      paths.push(request.url);
      response.end();
    });
    const { start, over } = await scene();
    const at = (text: string) => text.replace('/', `http://${host}/`);
    const runId = await start({ webhookUrl: own === null ? null : at(own), callback: at(callback) });
    const { deliveries } = await over(runId);
    expect(paths).toEqual([path]);
    expect(deliveries).toMatchObject([{ webhook_url: `http://${host}${path}` }]);
    expect(JSON.parse(String(received[0]?.body)).webhook_callback_url).toBe(`http://${host}${path}`);
  });

  it('a `webhook_url` in a definition is ignored without a word', async () => {
    const { host, received } = await receiver(answers(200));
    const { start, over } = await scene();
    const { run, deliveries } = await over(await start({ inside: `http://${host}/inside` }));
    expect([run.status, deliveries, received]).toEqual(['completed', [], []]);
  });
});

describe('a resend', () => {
  it('to the own address has the same body, with a new time; its failure counts, its success restores the run', async () => {
    let status = 200;
    const { host, received } = await receiver((request, response) => answers(status)(request, response));
    const { apiKey, start, over, resend } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook` });
    expect((await over(runId)).run.status).toBe('completed');
    status = 503;
    expect((await resend(runId)).run).toMatchObject({
      status: 'failed',
      failureReason: 'Webhook delivery failed: the receiver answered 503',
    });
    status = 200;
    const { run, deliveries } = await resend(runId);
    expect(run).toMatchObject({
      status: 'completed',
      failureReason: null,
      failureCategory: null,
      errors: [],
    });
    expect(new Set(received.map(({ body }) => String(body))).size).toBe(1);
    for (const { body, headers } of received) {
      expect(headers['x-service-signature']).toBe(createHmac('sha256', apiKey).update(body).digest('hex'));
      expect(headers['x-service-timestamp']).toMatch(/^\d{10}$/);
    }
    expect(deliveries.map((one) => `${one.trigger} ${one.status} ${one.http_status}`)).toEqual([
      'manual delivered 200',
      'manual failed 503',
      'automatic delivered 200',
    ]);
  });

  it.each([
    ['completed', null, []],
    ['failed', 'ends block e failed: it broke', ['block_failed']],
    ['terminated', 'ends block e terminated: it is sold out', []],
    ['canceled', null, []],
  ])(
    'that succeeds gives a %s run back its status and reason, which failed ones did not add to',
    async (as, reason, codes) => {
      let status = 500;
      const { host } = await receiver((request, response) => answers(status)(request, response));
      const { engine, organizationId, start, over, resend } = await scene();
      const runId = await start({ webhookUrl: `http://${host}/hook`, as });
      if (as === 'canceled') await engine.runs.cancel(organizationId, runId);
      await over(runId);
      status = 503;
      const { run: failed } = await resend(runId);
      expect(failed).toMatchObject({ status: 'failed', webhookStatus: 'failed' });
      expect(failed.failureReason).toMatch(/503$/);
      expect(failed.failureReason).not.toContain('500');
      status = 200;
      const { run, deliveries } = await resend(runId);
      expect(run).toMatchObject({ status: as, webhookStatus: 'delivered' });
      if (as !== 'canceled') expect(run.failureReason).toBe(reason);
      expect(run.errors.map(({ error_code }) => error_code)).toEqual(codes);
      expect(deliveries.map(({ error }) => error)).toEqual([
        null,
        'the receiver answered 503',
        'the receiver answered 500',
      ]);
    },
  );

  it('to another address that succeeds restores the run too', async () => {
    const { host } = await receiver((request, response) =>
      answers(request.url === '/other' ? 200 : 500)(request, response),
    );
    const { start, over, resend } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook` });
    expect((await over(runId)).run).toMatchObject({ status: 'failed', webhookStatus: 'failed' });
    const { run } = await resend(runId, `http://${host}/other`);
    expect(run).toMatchObject({ status: 'completed', failureReason: null, webhookStatus: 'failed' });
  });

  it('to another address changes no webhook status, also of a run without a webhook', async () => {
    const requests: Parameters<RequestListener>[1][] = [];
    const { host } = await receiver((request, response) => {
      if (request.url === '/other') response.end();
      else requests.push(response);
    });
    const { engine, organizationId, start, resend } = await scene();
    const plain = await start({});
    await engine.runs.finished(organizationId, plain);
    const other = `http://${host}/other`;
    expect((await resend(plain, other)).run).toMatchObject({ status: 'completed', webhookStatus: null });

    const waiting = await start({ webhookUrl: `http://${host}/hook` });
    await expect.poll(() => requests.length).toBe(1);
    const { deliveryId } = await engine.runs.retryWebhook(organizationId, waiting, { webhookUrl: other });
    await expect
      .poll(() => engine.runs.timeline(organizationId, waiting))
      .toContainEqual(expect.objectContaining({ type: 'webhook', deliveryId }));
    expect((await engine.runs.get(organizationId, waiting)).webhookStatus).toBe('pending');
    requests[0]?.end();
  });

  it('decides by the time when it was requested, not when it was answered', async () => {
    const requests: Parameters<RequestListener>[1][] = [];
    const { host } = await receiver((_request, response) => void requests.push(response));
    const { engine, organizationId, start } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook` });
    const read = () => engine.runs.get(organizationId, runId);
    const answer = async (index: number, status: number) => {
      await expect.poll(() => requests.length).toBeGreaterThan(index);
      const decided = async () =>
        (await engine.runs.timeline(organizationId, runId)).filter(({ type }) => type === 'webhook').length;
      const before = await decided();
      requests[index]?.writeHead(status).end();
      await expect.poll(decided).toBe(before + 1);
    };
    await answer(0, 200);
    for (const sent of [2, 3, 4]) {
      await engine.runs.retryWebhook(organizationId, runId);
      await expect.poll(() => requests.length).toBe(sent);
    }
    await answer(1, 200);
    expect(await read()).toMatchObject({ status: 'completed', webhookStatus: 'pending' });
    await answer(3, 200);
    expect(await read()).toMatchObject({ status: 'completed', webhookStatus: 'delivered' });
    await answer(2, 500);
    expect(await read()).toMatchObject({ status: 'completed', errors: [], webhookStatus: 'delivered' });
  });

  it('to another address differs in that address alone, and its failure does not count', async () => {
    const { host, received } = await receiver((request, response) =>
      answers(request.url === '/other' ? 500 : 200)(request, response),
    );
    const { start, over, resend } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook` });
    await over(runId);
    expect((await resend(runId, ` http://${host}/other `)).run.status).toBe('completed');
    const [first, second] = received.map(({ body }) => JSON.parse(String(body)));
    expect(second).toEqual({ ...first, webhook_callback_url: `http://${host}/other` });
  });
});

describe('the log of deliveries', () => {
  it('has every member, the query masked, and the first 2,048 characters of the answer', async () => {
    const { host } = await receiver((_request, response) => {
      response.writeHead(202).end(`ü${'x'.repeat(70_000)}`);
    });
    const { start, over } = await scene();
    const runId = await start({ webhookUrl: `http://${host}/hook?token=secret#part` });
    const { deliveries } = await over(runId);
    expect(deliveries).toEqual([
      {
        delivery_id: expect.stringMatching(/^whd_\d{19,}$/),
        run_id: runId,
        trigger: 'automatic',
        webhook_url: `http://${host}/hook?*****#part`,
        status: 'delivered',
        http_status: 202,
        latency_ms: expect.any(Number),
        response_excerpt: `ü${'x'.repeat(2047)}`,
        error: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
  });
});
