import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

describe('a page of another site', { tags: ['security'] }, () => {
  let engine: Engine;
  let app: FastifyInstance;
  let key: string;

  beforeEach(async () => {
    engine = await createEngine();
    key = (await engine.keys.create((await engine.organizations.first()).organizationId, { name: 'test' }))
      .text;
    app = fastify(serverOptions());
    await app.register(httpAdapter, { engine, version: '0', allowedOrigins: ['https://console.test'] });
  });
  afterEach(async () => {
    await app.close();
    await engine.close();
  });

  const post = (headers: Record<string, string>, url = '/v1/workflows') =>
    app.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost:8000', 'x-api-key': key, ...headers },
      payload: {},
    });

  it.each([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost:9000' },
    { origin: 'https://localhost.evil.test:8000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8000' },
    { origin: 'https://console.test.evil.test', 'sec-fetch-site': 'cross-site' },
  ])('changes nothing: %j', async (headers) => {
    const answer = await post(headers as Record<string, string>);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      403,
      expect.stringContaining('Pages of other sites'),
    ]);
    const run = await post(headers as Record<string, string>, '/v1/runs/wr_1/cancel');
    expect(run.statusCode).toBe(403);
  });

  it.each([
    {},
    { origin: 'http://localhost:8000' },
    { origin: 'HTTP://LOCALHOST:8000', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://console.test', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost', host: 'localhost:80' },
  ])('is told from the own pages, allowed ones and other clients: %j', async (headers) => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(422);
  });

  it('may ask for what changes nothing, whose answer the browser keeps from it', async () => {
    const headers = { 'x-api-key': key, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    const answer = await app.inject({ url: '/v1/workflows', headers });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
});
