import { createEngine, type Engine, type EngineSettings } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { type HttpAdapterOptions, httpAdapter, httpUrls, serverOptions } from './index.ts';

const open: (FastifyInstance | Engine)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function service(options: Partial<HttpAdapterOptions>, settings: EngineSettings = {}) {
  const engine = await createEngine({ urls: httpUrls(), settings });
  const { organizationId } = await engine.organizations.first();
  const app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3', ...options });
  open.push(app, engine);
  const newKey = async () => (await engine.keys.create(organizationId, { name: 'test' })).text;
  const call = (
    key: string,
    method: 'GET' | 'POST' | 'OPTIONS',
    url: string,
    headers: object = {},
    payload = '{',
  ) =>
    app.inject({
      method,
      url,
      headers: {
        'x-api-key': key,
        ...headers,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { payload } : {}),
    });
  return { call, newKey };
}

it('run starts of an organization share one bucket, whatever the route and the key', async () => {
  const { call, newKey } = await service({}, { runStarts: { max: 2, windowSeconds: 60 } });
  const keys = [await newKey(), await newKey()] as const;
  const send = (key: string, url: string, body: object) => call(key, 'POST', url, {}, JSON.stringify(body));
  const blocks = [{ block_type: 'wait', label: 'w', wait_sec: 1 }];
  const json_definition = { workflow_definition: { parameters: [], blocks } };
  const { workflow_permanent_id: workflow_id } = (
    await send(keys[0], '/v1/workflows', { json_definition })
  ).json();
  expect((await send(keys[0], '/v1/run/workflows', { workflow_id })).statusCode).toBe(200);
  // What starts no run does not count.
  expect((await call(keys[0], 'POST', '/v1/run/tasks')).statusCode).toBe(422);
  expect((await send(keys[1], '/v1/run/agents', { agent_id: workflow_id })).statusCode).toBe(200);
  const refused = await send(keys[0], '/v1/run/workflows', { workflow_id });
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { detail: 'Rate limit exceeded: at most 2 run starts per 60 seconds' },
  ]);
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await call(keys[0], 'GET', '/v1/runs')).statusCode).toBe(200);
});

it('requests are limited by key, and requests without a valid key are no part of it', async () => {
  const { call, newKey } = await service({ rateLimits: { requests: { max: 1, windowSeconds: 60 } } });
  const [one, other] = [await newKey(), await newKey()];
  for (let i = 0; i < 3; i++)
    expect((await call('rw_unknown_unknown', 'GET', '/v1/runs')).statusCode).toBe(403);
  expect((await call(one, 'GET', '/v1/runs')).statusCode).toBe(200);
  expect((await call(one, 'GET', '/v1/runs')).json().detail).toContain('at most 1 requests per 60 seconds');
  expect((await call(other, 'GET', '/v1/runs')).statusCode).toBe(200);
  expect((await call(one, 'GET', '/health')).statusCode).toBe(200);
});

it('pages of allowed origins may read responses, others may not', async () => {
  const origin = 'https://console.example';
  const { call, newKey } = await service({ cors: { origins: [origin] } });
  const key = await newKey();
  const preflight = await call('', 'OPTIONS', '/v1/run/tasks', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-api-key',
  });
  expect([preflight.statusCode, preflight.headers]).toMatchObject([
    204,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
      'access-control-allow-methods': expect.stringContaining('POST'),
    },
  ]);
  const read = await call(key, 'GET', '/v1/runs', { origin });
  expect(read.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': expect.stringContaining('x-request-id'),
  });
  expect(read.headers).not.toHaveProperty('access-control-allow-credentials');
  const foreign = await call(key, 'GET', '/v1/runs', { origin: 'https://evil.example' });
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  expect(
    (await call(key, 'POST', '/v1/run/tasks', { origin, 'sec-fetch-site': 'cross-site' })).statusCode,
  ).toBe(422);
});

it('without the setting there is no CORS', async () => {
  const { call, newKey } = await service({});
  const answer = await call(await newKey(), 'GET', '/v1/runs', { origin: 'https://console.example' });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});
