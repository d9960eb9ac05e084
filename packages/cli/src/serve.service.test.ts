import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEngine } from '@runwright/core';
import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { serve } from './serve.ts';

it('a service on a loopback address answers to its own names and to those that are set', {
  tags: ['security'],
}, async () => {
  const engine = await createEngine();
  const server = await serve(
    engine,
    readEnvironment({
      RUNWRIGHT_PORT: '0',
      RUNWRIGHT_PUBLIC_URL: 'https://runs.test:8443',
      RUNWRIGHT_SERVED_HOSTS: 'box.test, other.test:99',
    }),
  );
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      request(`${server.address}/v1/version`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
  const hosts = [
    'localhost:1',
    'runs.test:8443',
    'runs.test',
    'box.test:5',
    'other.test:99',
    'other.test',
    'evil.test',
  ];
  expect(await Promise.all(hosts.map(statusFor))).toEqual([200, 200, 200, 200, 200, 421, 421]);
  await server[Symbol.asyncDispose]();
  await engine.close();
});

it('a service on all addresses answers to every host', async () => {
  const engine = await createEngine();
  const server = await serve(engine, readEnvironment({ RUNWRIGHT_PORT: '0', RUNWRIGHT_HOST: '0.0.0.0' }));
  const { port } = new URL(server.address);
  const status = await new Promise((resolve) => {
    request(`http://127.0.0.1:${port}/v1/version`, { headers: { host: 'runs.test' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
  expect(status).toBe(200);
  await server[Symbol.asyncDispose]();
  await engine.close();
});

it('pages of the public address and of origins that are set may send requests, others may not', {
  tags: ['security'],
}, async () => {
  const engine = await createEngine();
  const variables = {
    RUNWRIGHT_PORT: '0',
    RUNWRIGHT_PUBLIC_URL: 'https://runs.test/base',
    RUNWRIGHT_ALLOWED_ORIGINS: 'https://console.test, http://other.test:99/',
  };
  const server = await serve(engine, readEnvironment(variables));
  const isRefused = async (origin: string): Promise<boolean> => {
    const headers = { origin, 'sec-fetch-site': 'cross-site' };
    const sent = request(`${server.address}/v1/api_keys`, { method: 'POST', headers }).end();
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    return /other sites/.test(answer ? await text(answer) : '');
  };
  const origins = ['https://runs.test', 'https://console.test', 'http://other.test:99', 'https://evil.test'];
  expect(await Promise.all(origins.map(isRefused))).toEqual([false, false, false, true]);
  await server[Symbol.asyncDispose]();
  await engine.close();
  for (const wrong of ['console.test', 'https://console.test/page', 'ftp://console.test']) {
    expect(() => readEnvironment({ RUNWRIGHT_ALLOWED_ORIGINS: wrong })).toThrow(/RUNWRIGHT_ALLOWED_ORIGINS/);
  }
});

it('rate limits, CORS and the log level are read, and mistakes in them named', () => {
  expect(
    readEnvironment({
      RUNWRIGHT_RUN_START_LIMIT: '60/3600',
      RUNWRIGHT_CORS_ORIGINS: 'https://a.test, https://b.test',
      RUNWRIGHT_LOG_LEVEL: 'info',
    }),
  ).toMatchObject({
    runStartLimit: { max: 60, windowSeconds: 3600 },
    requestLimit: null,
    corsOrigins: ['https://a.test', 'https://b.test'],
    logLevel: 'info',
  });
  expect(readEnvironment({ RUNWRIGHT_CORS_ORIGINS: '*' }).corsOrigins).toBe('*');
  expect(readEnvironment({})).toMatchObject({ corsOrigins: null, runStartLimit: null, logLevel: 'warn' });
  for (const name of ['RUNWRIGHT_REQUEST_LIMIT', 'RUNWRIGHT_CORS_ORIGINS', 'RUNWRIGHT_LOG_LEVEL'])
    expect(() => readEnvironment({ [name]: 'often' })).toThrow(name);
});

it('members that no route knows are reported alone where the host says so', async () => {
  expect(readEnvironment({}).unknownMembers).toBeNull();
  expect(() => readEnvironment({ RUNWRIGHT_UNKNOWN_MEMBERS: 'never' })).toThrow(
    /UNKNOWN_MEMBERS has to be refuse or report/,
  );
  const engine = await createEngine();
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  const create = async (variables: Readonly<Record<string, string>>) => {
    const server = await serve(engine, readEnvironment({ RUNWRIGHT_PORT: '0', ...variables }));
    const answer = await fetch(`${server.address}/v1/folders`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Orders', titel: 'Orders' }),
    });
    await server[Symbol.asyncDispose]();
    return [answer.status, answer.headers.get('x-runwright-ignored-members')];
  };
  expect(await create({})).toEqual([422, null]);
  expect(await create({ RUNWRIGHT_UNKNOWN_MEMBERS: 'report' })).toEqual([200, 'titel']);
  await engine.close();
});

it('limits of the service are whole numbers', () => {
  expect(readEnvironment({ RUNWRIGHT_MAX_CONNECTIONS: '5', RUNWRIGHT_HEADERS_TIMEOUT: '7' })).toMatchObject({
    maxConnections: 5,
    headersTimeoutMs: 7000,
    requestTimeoutMs: null,
  });
  for (const text of ['0', '1.5', 'many']) {
    expect(() => readEnvironment({ RUNWRIGHT_IDLE_TIMEOUT: text })).toThrow(/RUNWRIGHT_IDLE_TIMEOUT/);
  }
});

it('a service answers MCP clients with a key, and refuses others', async () => {
  const engine = await createEngine();
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'assistant' });
  const server = await serve(engine, readEnvironment({ RUNWRIGHT_PORT: '0' }));
  const listTools = (authorization: string) =>
    fetch(`${server.address}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const answer = await listTools(`Bearer ${key}`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toContain('"name":"run_task"');
  expect((await listTools('Bearer rw_a_key_that_nobody_has')).status).toBe(403);
  await server[Symbol.asyncDispose]();
  await engine.close();
});
