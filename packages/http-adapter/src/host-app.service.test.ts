import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import swagger from '@fastify/swagger';
import { createEngine, egressPolicy } from '@runwright/core';
import fastify, { type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { verifySignature } from './host-app.test-helpers.ts';
import { type HttpAdapterOptions, httpAdapter, httpUrls } from './index.ts';

const workflow = `
title: Greet
workflow_definition:
  blocks:
    - { label: greet, block_type: code, code: 'return { text: "hello" }' }
`;

/** Tenants of a host by the tokens of their people. */
const people = new Map([
  ['Bearer ann', { organizationId: 'acme', scopes: ['read', 'run'] as const }],
  ['Bearer bob', { organizationId: 'globex', scopes: ['read'] as const }],
]);

async function receiver() {
  const received: { readonly body: string; readonly signature: string }[] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const body = Buffer.concat(parts).toString();
    received.push({ body, signature: String(incoming.headers['x-service-signature']) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A Fastify app of a host, which listens, with the adapter under `/automation` and the host's own authentication. */
async function hostApp(options: Partial<HttpAdapterOptions> = {}, { ownDocs = false } = {}) {
  const webhook = await receiver();
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  if (ownDocs) await app.register(swagger, { openapi: { info: { title: 'Host', version: '1' } } });
  app.get('/hello', async () => 'from the host');
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const engine = await createEngine({
    urls: httpUrls({ publicUrl: `${address}/automation` }),
    drivers: { egress: egressPolicy({ allowedHosts: [webhook.host] }) },
  });
  onTestFinished(() => engine.close());
  for (const name of ['acme', 'globex']) await engine.organizations.create({ name, organizationId: name });
  await app.register(httpAdapter, {
    prefix: '/automation',
    engine,
    version: '0',
    authenticate: async ({ headers }: FastifyRequest) => people.get(headers.authorization ?? '') ?? null,
    securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    ...options,
  });
  await app.ready();
  await engine.start();
  const send = async (path: string, token: string, body?: object, headers: object = {}) => {
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: JSON.parse((await answer.text()) || 'null'),
    };
  };
  return { app, engine, address, send, webhook };
}

it('a run of a tenant of the host completes with a signed webhook although the tenant has no API key', async () => {
  const { engine, send, webhook } = await hostApp();
  const made = await send('/automation/v1/workflows', 'ann', { yaml_definition: workflow });
  const started = await send('/automation/v1/run/workflows', 'ann', {
    workflow_id: made.body.workflow_permanent_id,
    webhook_url: `http://${webhook.host}/done`,
  });
  expect(started).toMatchObject({ status: 200 });
  const { run_id: runId } = started.body;
  for await (const _event of engine.runs.events('acme', runId));
  expect(await engine.runs.get('acme', runId)).toMatchObject({ status: 'completed', failureReason: null });
  const [delivery] = webhook.received;
  const key = await engine.organizations.signingKey('acme');
  expect(verifySignature(delivery, key)).toBe(true);
  expect(verifySignature(delivery, await engine.organizations.signingKey('globex'))).toBe(false);
  expect(await send(`/automation/v1/runs/${runId}`, 'bob')).toMatchObject({ status: 404 });
  const artifacts = () => engine.runs.artifacts('acme', runId);
  await expect.poll(async () => (await artifacts()).length).toBeGreaterThan(0);
  for (const artifact of await artifacts()) {
    const answer = await fetch(engine.links.artifact(artifact));
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  }
});

it('a signed link of a file works under the prefix', async () => {
  const { address, engine } = await hostApp();
  const content = new TextEncoder().encode('hello');
  const file = await engine.files.upload('acme', { name: 'hello.txt', contentType: 'text/plain', content });
  const link = engine.links.file(file);
  expect(link).toMatch(`${address}/automation/v1/files/`);
  const answer = await fetch(link);
  expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
  expect((await fetch(link.replace(/sig=.{4}/, 'sig=AAAA'))).status).toBe(403);
});

it('the page of the documentation loads everything that it names, under the prefix', async () => {
  const { address } = await hostApp();
  for (const page of ['/automation/docs', '/automation/docs/']) {
    const html = await (await fetch(`${address}${page}`)).text();
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(4);
    for (const path of named) {
      const asset = await fetch(new URL(path, `${address}${page}`));
      expect([path, asset.status]).toEqual([path, 200]);
      await asset.body?.cancel();
    }
  }
});

it("the OpenAPI document has the host's security scheme, and paths below the prefix", async () => {
  const { send } = await hostApp();
  const { body: document } = await send('/automation/openapi.json', 'ann');
  expect(document.servers).toMatchObject([{ url: '/automation' }]);
  expect(document.components.securitySchemes).toEqual({ session: { type: 'http', scheme: 'bearer' } });
  expect(document.paths['/v1/run/tasks'].post.security).toEqual([{ session: ['run'] }]);
  expect(document.paths['/v1/run/agents']).toBeDefined();
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/automation'))).toEqual([]);
  expect(document.paths['/v1/run/tasks'].post.responses['402']).toBeDefined();
});

it('the OpenAPI document names API keys only where it manages them, and as one of two webhook signers', async () => {
  const { send } = await hostApp();
  const { body: document } = await send('/automation/openapi.json', 'ann');
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    if ('tags' in value && Array.isArray(value.tags) && value.tags.includes('api keys')) return [];
    return Object.values(value).flatMap(texts);
  };
  const named = texts({
    paths: document.paths,
    webhooks: document.webhooks,
    components: document.components,
  });
  expect(named.filter((text) => /\bAPI key/i.test(text))).toEqual([
    expect.stringContaining('without one, the signing key of the organization'),
  ]);
});

it('idempotency keys, aliases and scopes work under the prefix', async () => {
  const { send } = await hostApp();
  const made = await send('/automation/v1/agents', 'ann', { yaml_definition: workflow });
  expect(made.body.agent_id).toBe(made.body.workflow_permanent_id);
  const start = () =>
    send('/automation/v1/run/agents', 'ann', { agent_id: made.body.agent_id }, { 'idempotency-key': 'once' });
  const first = await start();
  const again = await start();
  expect(again.body.run_id).toBe(first.body.run_id);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await send('/automation/v1/run/agents', 'bob', { agent_id: made.body.agent_id })).toMatchObject({
    status: 403,
    body: { detail: 'You lack the scope `run`.' },
  });
  expect(await send('/automation/v1/runs', 'nobody')).toMatchObject({ status: 403 });
});

it('the rest of the app stays as the host made it', async () => {
  const { app, address } = await hostApp({}, { ownDocs: true });
  expect(await (await fetch(`${address}/hello`)).text()).toBe('from the host');
  expect((await fetch(`${address}/nothing`)).status).toBe(404);
  expect(app.server.maxConnections).toBeFalsy();
  expect(Object.keys(app.swagger().paths ?? {})).toContain('/hello');
  const ours = await (await fetch(`${address}/automation/openapi.json`)).json();
  expect(ours).toMatchObject({ info: { title: 'Runwright' } });
});

it("upgrades of other paths are left to the host's own WebSockets", async () => {
  const { app, address } = await hostApp();
  app.server.on('upgrade', (incoming, socket) => {
    if (incoming.url === '/socket')
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  });
  const headers = { connection: 'Upgrade', upgrade: 'echo' };
  const asked = request(`${address}/socket`, { headers });
  asked.end();
  const [, socket] = await once(asked, 'upgrade');
  socket.destroy();
});

it('an organization of the host that was never created is refused with how to create it', async () => {
  const { engine, send } = await hostApp({ authenticate: async () => 'typo' });
  const refusal = {
    status: 403,
    body: { detail: expect.stringContaining('`engine.organizations.create({ name, organizationId })`') },
  };
  expect(await send('/automation/v1/workflows', 'ann', { yaml_definition: workflow })).toMatchObject(refusal);
  expect(await send('/automation/v1/runs', 'ann')).toMatchObject(refusal);
  await engine.organizations.create({ name: 'Typo', organizationId: 'typo' });
  expect(await send('/automation/v1/runs', 'ann')).toMatchObject({ status: 200 });
});

it('authentication that answers without scopes is an error of the host, with what it must return', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } });
  onTestFinished(() => app.close());
  const engine = await createEngine();
  onTestFinished(() => engine.close());
  const authenticate = async () => ({ organizationId: 'acme' }) as never;
  await app.register(httpAdapter, { engine, version: '0', authenticate });
  expect(await app.inject('/v1/runs')).toMatchObject({ statusCode: 500 });
  expect(lines.join('')).toMatch(/without `scopes`.*\{ organizationId, scopes \}/);
});
