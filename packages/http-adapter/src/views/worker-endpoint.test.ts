import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserDriver, Store } from '@runwright/contract';
import { createEngine, type Engine, memoryQueue, memoryStore } from '@runwright/core';
import { fakeBrowser } from '@runwright/testing';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws';
import { httpAdapter, httpUrls, serverOptions } from '../index.ts';
import { liveClient } from './live-client.test-helpers.ts';
import { serveWorkerEndpoint } from './worker-endpoint.ts';

const masterKey = new Uint8Array(32).fill(9);
let open: AsyncDisposable[];
let store: Store;
let base: string;
let api: Engine;
let worker: Engine;
let organizationId: string;
let key: string;
let rivalKey: string;
let readKey: string;
/** Headers of the requests that reached the debug address of the browser. */
let reached: IncomingMessage[];
/** What `authorize` of the session has answered for them. */
let allowed: boolean[];

/** Two engines on one store: one serves the API and executes nothing, the other holds the browsers. */
beforeEach(async () => {
  open = [];
  reached = [];
  allowed = [];
  store = { ...memoryStore(), now: () => Date.now(), close: async () => undefined };
  worker = await startEngine({ concurrency: 1 }, debugBrowser(await echoServer()));
  api = await startEngine({ concurrency: 0 });
  ({ organizationId } = await api.organizations.first());
  key = (await api.keys.create(organizationId, { name: 'test' })).text;
  readKey = (await api.keys.create(organizationId, { name: 'reader', scopes: ['read'] })).text;
  await api.organizations.create({ name: 'Rival', organizationId: 'o_rival' });
  rivalKey = (await api.keys.create('o_rival', { name: 'rival' })).text;
  const app = fastify(serverOptions({ log: { write: () => undefined } }));
  await app.register(httpAdapter, { engine: api, version: '1' });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
  open.push({ [Symbol.asyncDispose]: () => app.close() });
});
afterEach(async () => {
  for (const resource of open.toReversed()) await resource[Symbol.asyncDispose]();
});

async function startEngine(settings: { readonly concurrency: number }, browser = fakeBrowser({ pages: [] })) {
  const engine = await createEngine({
    drivers: { store, queue: memoryQueue(), browser },
    settings: { ...settings, masterKey },
    urls: httpUrls({ publicUrl: 'https://runs.example' }),
  });
  open.push(engine);
  if (settings.concurrency > 0) {
    const endpoint = await serveWorkerEndpoint(engine, { host: '127.0.0.1', port: 0 });
    open.push(endpoint);
    await engine.workers.announce(`http://127.0.0.1:${endpoint.port}`);
  }
  await engine.start();
  return engine;
}

/** A WebSocket that says back what it is told. */
async function echoServer(): Promise<Server> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (client, request) => {
    reached.push(request);
    client.on('message', (data) => client.send(`echo ${data}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  });
  return server;
}

/** A browser with a debug address that asks whether it may answer. */
function debugBrowser(server: Server): ReturnType<typeof fakeBrowser> {
  const fake = fakeBrowser({ pages: [] });
  const { port } = server.address() as AddressInfo;
  const opened: BrowserDriver['open'] = async (options) => {
    const session = await fake.open(options);
    server.prependListener('upgrade', (request: IncomingMessage) => {
      const headers = { authorization: request.headers.authorization };
      void options.expose?.authorize(headers).then((isAllowed) => allowed.push(isAllowed));
    });
    return {
      ...session,
      ...(options.expose ? { address: `ws://127.0.0.1:${port}/secret` } : {}),
    };
  };
  return { ...fake, open: opened as typeof fake.open };
}

async function openSession(expose = true): Promise<string> {
  const { session } = await worker.browserSessions.create(organizationId, { expose_address: expose });
  const id = session.browserSessionId;
  await expect
    .poll(async () => (await api.browserSessions.get(organizationId, id)).session.status)
    .toBe('running');
  return id;
}

function connect(path: string, options: ClientOptions = {}): WebSocket {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/browser_sessions/${path}`, {
    headers: { 'x-api-key': key },
    ...options,
  });
  open.push({ [Symbol.asyncDispose]: async () => socket.terminate() });
  return socket;
}

/** The status and detail with which a WebSocket is refused. */
async function refusal(url: string, headers: Readonly<Record<string, string>>): Promise<[number, string]> {
  const request = httpRequest(url, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  request.on('upgrade', (_response, socket) => socket.destroy());
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return [response.statusCode ?? 0, JSON.parse(text).detail];
}
const refusedView = (path: string, headers: Readonly<Record<string, string>> = { 'x-api-key': key }) =>
  refusal(`${base}/v1/browser_sessions/${path}`, headers);

function watch(
  path: string,
  headers: Readonly<Record<string, string>> = { 'x-api-key': key },
  protocols: readonly string[] = [],
) {
  const client = liveClient(`${base.replace('http', 'ws')}/v1/${path}`, { headers }, protocols);
  open.push({ [Symbol.asyncDispose]: async () => client.socket.terminate() });
  return client;
}

it('the live view of a session that a worker holds is watched and controlled through the API process', async () => {
  const id = await openSession();
  const client = watch(`browser_sessions/${id}/live`);
  expect(await client.next('state')).toMatchObject({ control: 'nobody', can_control: true, width: null });
  await expect.poll(() => client.frames.length).toBeGreaterThan(0);
  expect([...(client.frames[0]?.subarray(0, 2) ?? [])]).toEqual([0xff, 0xd8]);
  expect(client.state()).toMatchObject({ width: 1280, height: 800 });
  client.send({ type: 'take-over' });
  await client.next('granted', { idle_seconds: 300 });
  await client.next('state', { control: 'you' });
  client.send({ type: 'hand-back' });
  await client.next('handed-back', { reason: 'person' });
  await client.next('state', { control: 'nobody' });
  const { status, headers } = await fetch(`${base}/v1/browser_sessions/${id}/live`, {
    headers: { 'x-api-key': key },
  });
  expect([status, headers.get('upgrade')]).toEqual([426, 'websocket']);
  await worker.browserSessions.close(organizationId, id);
  expect(await client.closed).toBe(1000);
});

it('a token is enough for a session that a worker holds, and gives no more than it says', async () => {
  const id = await openSession();
  const tokenFor = async (control: boolean, by = key) => {
    const response = await fetch(`${base}/v1/browser_sessions/${id}/live_token`, {
      method: 'POST',
      headers: { 'x-api-key': by, 'content-type': 'application/json' },
      body: JSON.stringify({ control }),
    });
    const body = (await response.json()) as Readonly<Record<string, string>>;
    return { status: response.status, body };
  };
  const watching = await tokenFor(false, readKey);
  expect(watching).toMatchObject({ status: 200, body: { control: false, unavailable_reason: null } });
  const refused = await tokenFor(true, readKey);
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('scope `run`')]);
  const viewer = watch(`browser_sessions/${id}/live?token=${watching.body.token}`, {});
  expect(await viewer.next('state')).toMatchObject({ can_control: false });
  viewer.send({ type: 'take-over' });
  await viewer.next('refused', { reason: 'not_allowed' });
  viewer.send({ type: 'text', text: 'a' });
  await viewer.next('error', { code: 'no_control' });
  const controlling = await tokenFor(true);
  // As web pages do, which keeps the token out of the address.
  const person = watch(`browser_sessions/${id}/live`, {}, [
    ...['runwright.live', `runwright.token.${controlling.body.token}`],
  ]);
  person.socket.on('open', () => person.send({ type: 'take-over' }));
  await person.next('granted');
  expect(person.socket.protocol).toBe('runwright.live');
  await viewer.next('state', { control: 'other' });
});

it('a debug client drives the browser of a worker through the API process', async () => {
  const id = await openSession();
  const { session } = await api.browserSessions.get(organizationId, id);
  expect(api.links.browserAddress(session)).toBe(`wss://runs.example/v1/browser_sessions/${id}/debug`);
  const plain = await fetch(`${base}/v1/browser_sessions/${id}/debug`, { headers: { 'x-api-key': key } });
  expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
  const socket = connect(`${id}/debug`);
  await once(socket, 'open');
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('echo hello');
  expect(reached[0]?.url).toBe('/secret');
  expect(reached[0]?.headers).not.toHaveProperty('x-api-key');
  expect(allowed).toEqual([true]);
  const closed = once(socket, 'close');
  await worker.browserSessions.close(organizationId, id);
  socket.close();
  await closed;
});

it('the connection to the browser ends with that of the client', async () => {
  const socket = connect(`${await openSession()}/debug`);
  await once(socket, 'open');
  const ended = once(reached[0]?.socket ?? socket, 'close');
  socket.terminate();
  await ended;
});

it('a session of others, a key that may only read, and a page of the web get no view', {
  tags: ['security'],
}, async () => {
  const id = await openSession();
  for (const view of ['live', 'debug', 'debug/json/version'])
    expect(await refusedView(`${id}/${view}`, { 'x-api-key': rivalKey })).toEqual([
      404,
      `Browser session ${id} not found`,
    ]);
  expect(await refusedView(`${id}/debug`, {})).toEqual([403, 'Invalid credentials']);
  expect((await refusedView(`${id}/debug`, { 'x-api-key': readKey }))[0]).toBe(403);
  const origin = { 'x-api-key': key, origin: base };
  expect((await refusedView(`${id}/debug`, origin))[1]).toContain('Pages of the web may not use');
  expect(reached).toEqual([]);
});

it('a worker refuses who has no token for the session and the view', { tags: ['security'] }, async () => {
  const [id, other] = [await openSession(), await openSession()];
  const hop = await api.liveViews.hop(id, { organizationId, apiKeyId: null, mayControl: false });
  const { url = '', authorization = '' } = hop ?? {};
  const refused = [403, 'Invalid credentials'];
  expect(await refusal(url, {})).toEqual(refused);
  expect(await refusal(url, { 'x-api-key': key })).toEqual(refused);
  expect(await refusal(url.replace(id, other), { authorization })).toEqual(refused);
  expect(await refusal(url.replace(/live$/, 'control'), { authorization })).toEqual(refused);
  const debug = url.replace('/views/', '/sessions/').replace(/live$/, 'debug');
  expect(await refusal(debug, { authorization })).toEqual(refused);
  expect(await refusal(url.replace('/views/', '/views/../views/x'), { authorization })).toEqual(refused);
  const plain = await fetch(url, { headers: { authorization } });
  expect(plain.status).toBe(404);
});

it('a session without an exposed address has no debug view', async () => {
  const id = await openSession(false);
  for (const path of ['debug', 'debug/json/version'])
    expect(await refusedView(`${id}/${path}`)).toEqual([
      409,
      expect.stringContaining('has no address for debug clients'),
    ]);
});

it('a worker that does not answer, has no address or does not hold the session any more is a 503 that says so', async () => {
  const id = await openSession();
  const [row] = await store.workers.list({ seenSince: 0 });
  if (!row) throw new Error('The worker has not reported.');
  const unreachable = async (address: string | null) => {
    await store.workers.report({ ...row, address });
    const [status, detail] = await refusedView(`${id}/live`);
    expect(status).toBe(503);
    return detail;
  };
  expect(await unreachable('http://127.0.0.1:1')).toContain('the worker that holds it does not answer');
  expect(await unreachable(null)).toContain('has announced no address');
  const other = await serveWorkerEndpoint(api, { host: '127.0.0.1', port: 0 });
  open.push(other);
  expect(await unreachable(`http://127.0.0.1:${other.port}`)).toContain('does not hold its browser any more');
  await store.browserSessions.endLeases();
  expect(await unreachable(row.address)).toContain('died or stood still');
});

it('clients that ask for the version first are told where the WebSocket is', async () => {
  const id = await openSession();
  const response = await fetch(`${base}/v1/browser_sessions/${id}/debug/json/version`, {
    headers: { 'x-api-key': key },
  });
  expect(await response.json()).toEqual({
    Browser: 'Chrome',
    'Protocol-Version': '1.3',
    webSocketDebuggerUrl: `wss://runs.example/v1/browser_sessions/${id}/debug`,
  });
});

it('a key that ends in either process ends its debug connection, its live view and its take-over', {
  tags: ['security'],
}, async () => {
  const id = await openSession();
  const other = watch(`browser_sessions/${id}/live`);
  await other.next('state');
  for (const revoking of [api, worker]) {
    const { key: made, text } = await api.keys.create(organizationId, { name: 'ends' });
    const headers = { 'x-api-key': text };
    const debug = connect(`${id}/debug`, { headers });
    const ended = once(debug, 'close');
    await once(debug, 'open');
    const viewer = watch(`browser_sessions/${id}/live`, headers);
    await viewer.next('state');
    viewer.send({ type: 'take-over' });
    await viewer.next('granted');
    await other.next('state', { control: 'other' });
    await revoking.keys.revoke(organizationId, made.apiKeyId);
    await Promise.all([ended, viewer.closed]);
    await other.next('state', { control: 'nobody' });
  }
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
});
