import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type EgressPolicy, RunwrightError, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from '../index.ts';

/** Lets this machine's own addresses through, but for one that stands for all that a policy refuses. */
const loopback: EgressPolicy = {
  async check(url) {
    const checked = new URL(url);
    if (checked.hostname === 'refused.test') throw new RunwrightError('egress_denied', 'It is refused.');
    return { url: checked, addresses: [{ address: '127.0.0.1', family: 4 }] };
  },
};

const echo = defineBlock({
  type: 'echo',
  config: Type.Object({ text: Type.String() }),
  output: Type.Object({ text: Type.String() }),
  run: async ({ text }) => ({ text }),
});

const ask = { block_type: 'human_interaction', label: 'ask', recipients: ['a@b.test'], body: 'Please look.' };

let engine: Engine;
let app: FastifyInstance;
let key: string;
let organizationId: string;
const received: { readonly status: string; readonly signature: unknown; readonly bytes: number }[] = [];
/** Answers for requests to `/slow`, which wait for them. */
const slow: (() => void)[] = [];
const hook = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  received.push({
    status: JSON.parse(body).status,
    signature: request.headers['x-service-signature'],
    bytes: Buffer.byteLength(body),
  });
  if (request.url?.startsWith('/slow')) await new Promise<void>((answer) => slow.push(answer));
  response.writeHead(request.url?.startsWith('/broken') ? 500 : 200).end();
});
let hookUrl: string;

beforeAll(async () => {
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  engine = await createEngine({ blocks: [echo], drivers: { egress: loopback } });
  await engine.start();
  organizationId = (await engine.organizations.first()).organizationId;
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
});
afterAll(async () => {
  await app.close();
  await engine.close();
  hook.closeAllConnections();
  await new Promise((closed) => hook.close(closed));
});

async function call(method: 'GET' | 'POST', url: string, body?: object) {
  const answer = await app.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as any };
}

async function start(blocks: readonly object[], request: object = {}): Promise<string> {
  const workflow = await call('POST', '/v1/workflows', {
    json_definition: { title: 'Test', workflow_definition: { parameters: [], blocks } },
  });
  const started = await call('POST', '/v1/run/workflows', {
    workflow_id: workflow.body.workflow_permanent_id,
    ...request,
  });
  return started.body.run_id;
}

async function over(runId: string): Promise<void> {
  for await (const _event of engine.runs.events(organizationId, runId));
}

async function paused(runId: string): Promise<void> {
  for await (const event of engine.runs.events(organizationId, runId))
    if (event.type === 'block-pause') return;
}

it('a run that waits reads `running` and `paused`, and its block shows what is asked', async () => {
  const runId = await start([ask]);
  await paused(runId);
  expect((await call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ status: 'running', paused: true });
  const timeline = await call('GET', `/v1/runs/${runId}/timeline`);
  const item = timeline.body.find((one: { type: string }) => one.type === 'block');
  expect(item.block).toMatchObject({
    status: 'paused',
    recipients: ['a@b.test'],
    body: 'Please look.',
    positive_descriptor: 'Approve',
    negative_descriptor: 'Reject',
  });
  await call('POST', `/v1/runs/${runId}/cancel`);
});

it('a resume without a body approves', async () => {
  const runId = await start([ask]);
  await paused(runId);
  const answer = await call('POST', `/v1/runs/${runId}/resume`);
  expect(answer).toMatchObject({ status: 200, body: { run_id: runId, status: 'running', paused: false } });
  await over(runId);
  expect((await call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
    status: 'completed',
    output: { ask_output: { success: true } },
  });
});

it('a resume may reject with a comment, and name the block that is meant', async () => {
  const runId = await start([ask]);
  await paused(runId);
  const timeline = await call('GET', `/v1/runs/${runId}/timeline`);
  const { workflow_run_block_id } = timeline.body.find((one: { type: string }) => one.type === 'block').block;
  const unknown = await call('POST', `/v1/runs/${runId}/resume`, { workflow_run_block_id: 'wrb_0' });
  expect(unknown.status).toBe(404);
  await call('POST', `/v1/runs/${runId}/resume`, {
    decision: 'reject',
    comment: 'too dear',
    workflow_run_block_id,
    payload: { limit: 5 },
  });
  await over(runId);
  expect((await call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
    status: 'terminated',
    failure_category: 'user_defined',
    output: { ask_output: { success: false, reason: 'too dear', limit: 5 } },
  });
});

it('a resume of a run that has ended is a conflict, and an unknown decision is refused', async () => {
  const runId = await start([{ block_type: 'echo', label: 'e', text: 'hi' }]);
  await over(runId);
  expect(await call('POST', `/v1/runs/${runId}/resume`)).toMatchObject({
    status: 409,
    body: { detail: `Run ${runId} cannot be resumed: it has ended as \`completed\`.` },
  });
  expect((await call('POST', '/v1/runs/wr_0/resume')).status).toBe(404);
  const wrong = await call('POST', `/v1/runs/${runId}/resume`, { decision: 'maybe' });
  expect(wrong).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'decision'], type: 'enum' }] },
  });
});

it('runs are listed with their filters', async () => {
  const before = new Date().toISOString();
  const done = await start([{ block_type: 'echo', label: 'e', text: 'hi' }], { title: 'Wöchentlich 100%' });
  await over(done);
  const waiting = await start([ask], { title: 'Waits' });
  await paused(waiting);
  const ids = async (query: string) =>
    (await call('GET', `/v1/runs?created_after=${before}&${query}`)).body.map(
      (run: { run_id: string }) => run.run_id,
    );
  expect(await ids('')).toEqual([waiting, done]);
  expect(await ids('status=running')).toEqual([waiting]);
  expect(await ids('status=completed&status=failed')).toEqual([done]);
  expect(await ids(`search_key=${encodeURIComponent('WÖCHENTLICH 1')}`)).toEqual([done]);
  expect(await ids('run_type=task_v1&run_type=cua_a')).toEqual([]);
  expect(await ids('run_type=workflow_run&created_before=2020-01-01')).toEqual([]);
  const first = await call('GET', `/v1/runs?created_after=${before}&page_size=1`);
  expect(first.headers.link).toContain('page=2');
  expect(await call('GET', '/v1/runs?status=sleeping&created_after=yesterday')).toMatchObject({
    status: 422,
  });
  const date = await call('GET', '/v1/runs?created_after=yesterday');
  expect(date).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'created_after'], type: 'datetime_parsing' }] },
  });
  await call('POST', `/v1/runs/${waiting}/cancel`);
});

it('a page of runs that is too deep is refused with how to go on, also in the list of a workflow', async () => {
  const run = await call('GET', `/v1/runs/${await start([ask], { title: 'Deep' })}`);
  const workflowId = run.body.run_request.workflow_id;
  const lists = {
    '/v1/runs?': 50_000,
    '/v1/runs?search_key=a&': 1000,
    [`/v1/workflows/${workflowId}/runs?`]: 50_000,
  };
  for (const [list, most] of Object.entries(lists)) {
    expect((await call('GET', `${list}page_size=100&page=${most / 100}`)).status).toBe(200);
    expect(await call('GET', `${list}page_size=100&page=${most / 100 + 1}`)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['query', 'page'],
            msg: `Value error, a list shows its first ${most.toLocaleString('en')} runs by pages. Go on from page 1 with \`created_before\`: the time of the last run that you have`,
            type: 'value_error',
          },
        ],
      },
    });
  }
  await call('POST', `/v1/runs/${run.body.run_id}/cancel`);
});

it('runs are listed by their metadata, by all of it that is named', async () => {
  const blocks = [{ block_type: 'echo', label: 'e', text: 'hi' }];
  const first = await start(blocks, { metadata: { job: 'j-17', 'customer no': 'Zürich & Co' } });
  const second = await start(blocks, { metadata: { job: 'j-18', 'customer no': 'Zürich & Co' } });
  const ids = async (query: object) => {
    const { body } = await call('GET', `/v1/runs?${new URLSearchParams({ ...query })}`);
    return body.map((run: { run_id: string }) => run.run_id);
  };
  expect(await ids({ 'metadata[job]': 'j-17' })).toEqual([first]);
  expect(await ids({ 'metadata[customer no]': 'Zürich & Co' })).toEqual([second, first]);
  expect(await ids({ 'metadata[customer no]': 'Zürich & Co', 'metadata[job]': 'j-18' })).toEqual([second]);
  expect(await ids({ 'metadata[job]': 'j-17', status: 'canceled' })).toEqual([]);
  expect(await ids({ 'metadata[job]': 'j' })).toEqual([]);
});

it.each([
  ['six entries', [1, 2, 3, 4, 5, 6].map((n) => `metadata[${n}]=a`).join('&'), []],
  ['a value of 256 characters', `metadata[job]=${'x'.repeat(256)}`, ['job']],
  ['the character 0', 'metadata[job]=%00', ['job']],
  ['a value that is given twice', 'metadata[job]=a&metadata[job]=b', ['job']],
  ['a text', 'metadata=job', []],
])('a filter by metadata with %s is refused where it stands', async (_what, query, path) => {
  expect(await call('GET', `/v1/runs?${query}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'metadata', ...path] }] },
  });
});

it('a webhook is sent once more as its first delivery said, and a success restores the status', async () => {
  const runId = await start([{ block_type: 'echo', label: 'e', text: 'hi' }], {
    webhook_url: `${hookUrl}/broken?token=secret`,
  });
  await over(runId);
  expect((await call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
    status: 'failed',
    failure_category: 'webhook',
    webhook_status: 'failed',
  });
  const resent = await call('POST', `/v1/runs/${runId}/retry_webhook`, { webhook_url: `${hookUrl}/other` });
  expect(resent).toMatchObject({
    status: 200,
    body: { run_id: runId, webhook_url: `${hookUrl}/other`, status: 'scheduled' },
  });
  await expect.poll(() => received.length).toBe(2);
  expect(received.map((one) => one.status)).toEqual(['completed', 'completed']);
  const log = () => call('GET', `/v1/runs/${runId}/webhook_deliveries`);
  await expect.poll(async () => (await log()).body[0].status).toBe('delivered');
  expect((await log()).body).toMatchObject([
    { trigger: 'manual', webhook_url: `${hookUrl}/other`, http_status: 200 },
    { trigger: 'automatic', webhook_url: `${hookUrl}/broken?*****`, status: 'failed', http_status: 500 },
  ]);
  await expect
    .poll(async () => (await call('GET', `/v1/runs/${runId}`)).body)
    .toMatchObject({ status: 'completed', failure_reason: null, webhook_status: 'failed' });
});

it('a run that has ended says that its webhook is on its way, and then that it was delivered', async () => {
  const runId = await start([{ block_type: 'echo', label: 'e', text: 'hi' }], {
    webhook_url: `${hookUrl}/slow`,
  });
  await engine.runs.finished(organizationId, runId);
  await expect.poll(() => slow.length).toBe(1);
  const read = async () => (await call('GET', `/v1/runs/${runId}`)).body;
  expect(await read()).toMatchObject({ status: 'completed', webhook_status: 'pending' });
  slow[0]?.();
  await expect.poll(read).toMatchObject({ status: 'completed', webhook_status: 'delivered' });
});

it('the record of a run warns of names in templates that have no value, and says what was meant', async () => {
  const runId = await start([
    { block_type: 'echo', label: 'first', text: 'hi' },
    { block_type: 'echo', label: 'second', text: 'It says {{ first_output.txt }}' },
  ]);
  await over(runId);
  expect((await call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
    status: 'completed',
    webhook_status: null,
    recording_status: null,
    warnings: [
      {
        code: 'undefined_name',
        message: expect.stringContaining('`first_output.txt` in `text` of block `second` has no value'),
        path: ['second', 'text'],
        suggestion: 'first_output.text',
      },
    ],
  });
});

it('a delivery shows the body that was sent, which lists of deliveries leave out', async () => {
  const runId = await start([{ block_type: 'echo', label: 'e', text: 'hi' }], {
    webhook_url: `${hookUrl}/broken?token=secret`,
  });
  await over(runId);
  const log = `/v1/runs/${runId}/webhook_deliveries`;
  const [listed] = (await call('GET', log)).body;
  expect(listed).not.toHaveProperty('request');
  const { status, body } = await call('GET', `${log}/${listed.delivery_id}`);
  expect(status).toBe(200);
  const { request, ...delivery } = body;
  expect(delivery).toEqual(listed);
  expect(request).toEqual({
    headers: {
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^runwright\//),
      'x-service-signature': '*****',
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
    },
    body: expect.any(String),
    body_bytes: expect.any(Number),
    body_bytes_cut: 0,
  });
  expect(JSON.parse(request.body)).toMatchObject({
    ...{ run_id: runId, status: 'completed', failure_reason: null },
    webhook_callback_url: `${hookUrl}/broken?*****`,
  });
  expect(request.body_bytes).toBe(received.at(-1)?.bytes);
});

it('a delivery is found in its run alone', async () => {
  const blocks = [{ block_type: 'echo', label: 'e', text: 'hi' }];
  const [first, second] = [await start(blocks, { webhook_url: `${hookUrl}/fine` }), await start(blocks)];
  await over(first);
  const [{ delivery_id: id }] = (await call('GET', `/v1/runs/${first}/webhook_deliveries`)).body;
  for (const [run, delivery] of [
    [second, id],
    [first, 'whd_0'],
  ])
    expect(await call('GET', `/v1/runs/${run}/webhook_deliveries/${delivery}`)).toMatchObject({
      status: 404,
      body: { detail: `Webhook delivery ${delivery} not found` },
    });
});

it('a resend to another address never changes the run', async () => {
  const runId = await start([{ block_type: 'echo', label: 'e', text: 'hi' }], {
    webhook_url: `${hookUrl}/fine`,
  });
  await over(runId);
  await call('POST', `/v1/runs/${runId}/retry_webhook`, { webhook_url: `${hookUrl}/broken` });
  const first = async () => (await call('GET', `/v1/runs/${runId}/webhook_deliveries`)).body[0];
  await expect.poll(async () => (await first()).status).toBe('failed');
  expect((await call('GET', `/v1/runs/${runId}`)).body.status).toBe('completed');
});

it('a resend needs an address and a run that has ended', async () => {
  const runId = await start([ask]);
  await paused(runId);
  expect(await call('POST', `/v1/runs/${runId}/retry_webhook`, { webhook_url: hookUrl })).toMatchObject({
    status: 409,
    body: { detail: 'Run is not final' },
  });
  await call('POST', `/v1/runs/${runId}/cancel`);
  expect(await call('POST', `/v1/runs/${runId}/retry_webhook`)).toMatchObject({
    status: 409,
    body: { detail: 'No webhook address' },
  });
  expect((await call('POST', '/v1/runs/wr_0/retry_webhook')).status).toBe(404);
  const refused = { webhook_url: 'http://refused.test' };
  expect(await call('POST', `/v1/runs/${runId}/retry_webhook`, refused)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'webhook_url'], type: 'egress_denied' }], code: 'egress_denied' },
  });
  const blocked = { webhook_url: 'https://hooks.test:6667/' };
  expect(await call('POST', `/v1/runs/${runId}/retry_webhook`, blocked)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'webhook_url'], msg: expect.stringContaining('the port 6667') }] },
  });
  const wrong = await call('POST', `/v1/runs/${runId}/retry_webhook`, { webhook_url: 'ftp://x.test' });
  expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'webhook_url'] }] } });
});

it('a run that has ended cannot be canceled', async () => {
  const runId = await start([{ block_type: 'echo', label: 'e', text: 'hi' }]);
  await over(runId);
  expect(await call('POST', `/v1/runs/${runId}/cancel`)).toEqual({
    headers: expect.anything(),
    status: 409,
    body: { detail: `Run ${runId} cannot be canceled: it has ended as \`completed\`.` },
  });
});
