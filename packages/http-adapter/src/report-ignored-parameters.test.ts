import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

describe('query parameters that a route does not know', () => {
  let engine: Engine;
  let app: FastifyInstance;
  let key: string;

  beforeAll(async () => {
    engine = await createEngine({ urls: httpUrls() });
    const { organizationId } = await engine.organizations.first();
    key = (await engine.keys.create(organizationId, { name: 'test' })).text;
    app = fastify(serverOptions({}));
    await app.register(httpAdapter, { engine, version: '0' });
  });
  afterAll(async () => {
    await app.close();
    await engine.close();
  });

  const ignoredOf = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url, headers: { 'x-api-key': key } });
    return [statusCode, headers['x-runwright-ignored-parameters']];
  };

  it.each([
    ['/v1/runs?statsu=failed&customer=c-1&statsu=completed&page=1', 'statsu, customer'],
    ['/v1/models?page=1', 'page'],
    ['/v1/runs?a%0D%0Ab%2C%20%C3%A9=1', 'a%0D%0Ab%2C%20%C3%A9'],
    ['/v1/runs?%ED%A0%80=1&&=2', encodeURIComponent('\ufffd'.repeat(3))],
  ])('GET %s names them in a header', async (url, ignored) => {
    expect(await ignoredOf(url)).toEqual([200, ignored]);
  });

  it('are named when another parameter is refused, too', async () => {
    expect(await ignoredOf('/v1/runs?page=no&statsu=failed')).toEqual([422, 'statsu']);
  });

  it('are named up to twenty, and cut at 100 characters', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${'n'.repeat(200)}${index}`);
    const [status, ignored] = await ignoredOf(`/v1/runs?${names.map((name) => `x${name}=1`).join('&')}`);
    expect([status, String(ignored).split(', ')]).toEqual([200, Array(20).fill(`x${'n'.repeat(99)}`)]);
  });

  it('have no header when there are none, or when the caller is unknown', async () => {
    expect(await ignoredOf('/v1/runs?page=1&status=failed&page_size=5')).toEqual([200, undefined]);
    expect(await ignoredOf('/v1/runs')).toEqual([200, undefined]);
    const { headers } = await app.inject({ url: '/v1/runs?statsu=failed' });
    expect(headers).not.toHaveProperty('x-runwright-ignored-parameters');
  });
});
