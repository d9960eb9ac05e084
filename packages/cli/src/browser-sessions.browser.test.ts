import { on, once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserDriver, defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { browserUnderTest } from '@runwright/testing/browser';
import fastify, { type FastifyInstance } from 'fastify';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

/** Goes to an address, if it has one, and says where the browser is and which cookies its page sees. */
const visit = defineBlock({
  type: 'visit',
  config: Type.Object({ url: Type.Optional(Type.String()), hang: Type.Optional(Type.Boolean()) }),
  output: Type.Object({ url: Type.String(), text: Type.String() }),
  async run({ url, hang }, { browser, signal }) {
    const { page } = await browser();
    if (url) await page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    if (hang) {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    const view = await page.read({ mode: 'extract', signal });
    return { url: view.url, text: view.text };
  },
});

let folder: string;
let site: Server;
let visits: string[];
let port: number;
let engine: Engine;
let app: FastifyInstance;
let base: string;
let organizationId: string;
let key: string;
let rivalKey: string;

async function startService(browser: BrowserDriver<unknown>, video: boolean): Promise<void> {
  visits = [];
  site = createServer((request, response) => {
    visits.push(request.url ?? '');
    const cookie = request.headers.cookie ?? 'no cookie';
    response.setHeader('content-type', 'text/html');
    if (request.url === '/login') response.setHeader('set-cookie', 'sid=ann; Max-Age=9999');
    response.end(
      `<title>${request.url}</title><h1>${cookie} ${request.headers['x-trace'] ?? 'no trace'}</h1><button>Go</button>`,
    );
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  port = (site.address() as AddressInfo).port;
  engine = await createEngine({
    blocks: [visit],
    drivers: {
      browser,
      egress: egressPolicy({ allowedHosts: [`127.0.0.1:${port}`] }),
    },
    settings: { recordings: { video, har: false, console: false } },
  });
  ({ organizationId } = await engine.organizations.first());
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  const rival = await engine.organizations.create({ name: 'Rival' });
  rivalKey = (await engine.keys.create(rival.organizationId, { name: 'rival' })).text;
  await engine.start();
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1' });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
}
async function stopService(): Promise<void> {
  await app.close();
  await engine.close();
  site.closeAllConnections();
  site.close();
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${base}/v1/${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

async function openSession(request: object = {}) {
  const created = await call('POST', 'browser_sessions', request);
  expect(created.status).toBe(200);
  const session = await statusOrEnd(created.body.browser_session_id, 'running');
  expect(session).toMatchObject({ status: 'running' });
  return session;
}

/** Reads a session until it has a status or has ended. Asking without a pause would take the time of the browser. */
async function statusOrEnd(id: string, status: string) {
  return vi.waitUntil(
    async () => {
      const { body } = await call('GET', `browser_sessions/${id}`);
      return body.status === status || !['created', 'running'].includes(body.status) ? body : null;
    },
    { interval: 200, timeout: 50_000 },
  );
}

async function run(block: object, request: object = {}, draft: object = {}) {
  const workflow_definition = { parameters: [], blocks: [{ block_type: 'visit', label: 'V', ...block }] };
  const made = await engine.workflows.create(organizationId, { title: 'W', workflow_definition, ...draft });
  const started = await call('POST', 'run/workflows', {
    workflow_id: made.workflowPermanentId,
    ...request,
  });
  expect(started.status).toBe(200);
  return started.body.run_id as string;
}

async function finish(...given: Parameters<typeof run>) {
  const runId = await run(...given);
  await engine.runs.finished(organizationId, runId);
  return (await call('GET', `runs/${runId}`)).body;
}

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

describe('browsers of sessions and profiles', () => {
  beforeEach(() => startService(sharedBrowser(), true));
  afterEach(stopService);

  it('a second run sees the page and the cookie of the first, and a profile keeps the cookie', async () => {
    const { browser_session_id } = await openSession();
    const first = await finish({ url: url('/login') }, { browser_session_id });
    expect(first).toMatchObject({ status: 'completed', browser_session_id });
    const second = await finish({}, { browser_session_id });
    expect(second.output.V_output.url).toBe(url('/login'));
    const headers = { 'x-trace': 'of this run' };
    const third = await finish({ url: url('/cart') }, { browser_session_id, extra_http_headers: headers });
    expect(third.output.V_output.text).toContain('sid=ann of this run');
    const fourth = await finish({ url: url('/cart?2') }, { browser_session_id });
    expect(fourth.output.V_output.text).toContain('sid=ann no trace');
    expect(await call('POST', `browser_sessions/${browser_session_id}/close`)).toEqual({
      status: 200,
      body: { message: 'Browser session closed' },
    });
    const closed = await call('GET', `browser_sessions/${browser_session_id}`);
    expect(closed.body).toMatchObject({ status: 'completed', runnable_id: null, failure_reason: null });
    expect(closed.body.recordings).toHaveLength(1);
    const profile = await call('POST', 'browser_profiles', { name: 'Shop', browser_session_id });
    expect(profile.status).toBe(200);
    const signedIn = await finish(
      { url: url('/again') },
      { browser_profile_id: profile.body.browser_profile_id },
    );
    expect(signedIn.output.V_output.text).toContain('sid=ann');
  });

  it('the live view sends JPEG frames to the key or a token, and to nobody else', async () => {
    const { browser_session_id } = await openSession();
    await finish({ url: url('/shown') }, { browser_session_id });
    const path = `${base.replace('http', 'ws')}/v1/browser_sessions/${browser_session_id}/live`;
    const refused = async (socket: WebSocket) => {
      socket.on('error', () => undefined);
      const [, response] = await once(socket, 'unexpected-response');
      return response.statusCode;
    };
    expect(await refused(new WebSocket(path))).toBe(403);
    expect(await refused(new WebSocket(`${path}?token=forged`))).toBe(403);
    expect(await refused(new WebSocket(path, { headers: { 'x-api-key': rivalKey } }))).toBe(404);
    const firstFrame = async (socket: WebSocket) => {
      const frame = await nextFrame(socket);
      socket.terminate();
      return frame.subarray(0, 3).toString('hex');
    };
    expect(await firstFrame(new WebSocket(path, { headers: { 'x-api-key': key } }))).toBe('ffd8ff');
    const { body } = await call('POST', `browser_sessions/${browser_session_id}/live_token`);
    expect(await firstFrame(new WebSocket(`${path}?token=${body.token}`))).toBe('ffd8ff');
    const plain = await call('GET', `browser_sessions/${browser_session_id}/live`);
    expect(plain.status).toBe(426);
    await call('POST', `browser_sessions/${browser_session_id}/close`);
    expect((await call('GET', `browser_sessions/${browser_session_id}/live`)).status).toBe(409);
  });

  it('the state of a completed run with persist_browser_session is there in the next run of the workflow', {
    tags: ['extended'],
  }, async () => {
    const workflow_definition = {
      parameters: [{ parameter_type: 'workflow', key: 'url', workflow_parameter_type: 'string' }],
      blocks: [{ block_type: 'visit', label: 'V', url: '{{ url }}' }],
    };
    const draft = { title: 'W', workflow_definition, persist_browser_session: true };
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse(draft),
    );
    const once = async (path: string) => {
      const request = { workflow_id: workflowPermanentId, parameters: { url: url(path) } };
      const { runId } = await engine.runs.start(request, { organizationId });
      return engine.runs.finished(organizationId, runId);
    };
    expect((await once('/login')).status).toBe('completed');
    expect(JSON.stringify((await once('/next')).output)).toContain('sid=ann');
  });
});

describe('a session with a browser process of its own', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-sessions-'));
    await startService(playwrightDriver({ ...browserUnderTest(), stateFolder: folder }), false);
  });
  afterEach(async () => {
    await stopService();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a debug client drives the browser with the key, within the egress policy', {
    tags: ['security'],
  }, async () => {
    const session = await openSession({ expose_address: true });
    const address: string = session.browser_address;
    expect(address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/[\w-]{40,}$/);
    await expect(chromium.connectOverCDP(address)).rejects.toThrow();
    await expect(chromium.connectOverCDP(address, { headers: { 'x-api-key': rivalKey } })).rejects.toThrow();
    const headers = { 'x-api-key': key };
    await expect(
      chromium.connectOverCDP(address.replace(/[^/]+$/, 'guessed'), { headers }),
    ).rejects.toThrow();
    const client = await chromium.connectOverCDP(address, { headers });
    const page = await client.contexts()[0]?.newPage();
    await page?.goto(url('/by-client'));
    expect(await page?.title()).toBe('/by-client');
    let reached = 0;
    const other = createServer((_request, response) => {
      reached += 1;
      response.end('inside');
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const inside = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const answer = await page?.goto(inside).catch(() => null);
    expect(answer === null || answer?.status() === 403).toBe(true);
    expect(await page?.content()).not.toContain('inside');
    await expect(page?.goto('file:///etc/passwd')).rejects.toThrow('Refused');
    expect(reached).toBe(0);
    other.close();
    await call('POST', `browser_sessions/${session.browser_session_id}/close`);
    await expect(chromium.connectOverCDP(address, { headers })).rejects.toThrow();
    expect(
      (await call('GET', `browser_sessions/${session.browser_session_id}`)).body.browser_address,
    ).toBeNull();
  });

  it('a browser that is killed fails its session and the run that uses it', async () => {
    const { browser_session_id } = await openSession();
    const runId = await run({ url: url('/login'), hang: true }, { browser_session_id });
    await expect.poll(() => visits).toContain('/login');
    await killBrowsers();
    const body = await statusOrEnd(browser_session_id, 'failed');
    expect(body).toMatchObject({ status: 'failed', failure_reason: 'The browser crashed or was killed.' });
    await engine.runs.finished(organizationId, runId);
    const record = (await call('GET', `runs/${runId}`)).body;
    expect(record.status).toBe('failed');
    expect(record.errors.map((entry: { error_code: string }) => entry.error_code)).toContain('browser_lost');
  });
});

/** Waits for a picture; the messages about the state are texts. */
async function nextFrame(socket: WebSocket): Promise<Buffer> {
  for await (const [data, isBinary] of on(socket, 'message')) if (isBinary) return data;
  throw new Error('The live view has ended.');
}

/** Kills the processes of every browser of this test's driver. */
async function killBrowsers(): Promise<void> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${folder}`)) process.kill(Number(name), 'SIGKILL');
  }
}
