import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from '../index.ts';

const task = defineBlock({
  type: 'task',
  config: Type.Object({}, { additionalProperties: true }),
  output: Type.Object({}),
  run: async () => ({}),
});
let engine: Engine;
let app: FastifyInstance;
let key: string;
beforeAll(async () => {
  engine = await createEngine({ blocks: [task], urls: httpUrls() });
  const { organizationId } = await engine.organizations.first();
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

const start = async (body: object, headers: object = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/run/tasks',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ prompt: 'Look', ...body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};

it('the echo of a request has no members that are not known', async () => {
  const { body } = await start({ titel: 'typo', title: 'right' });
  expect(body.run_request).toMatchObject({ title: 'right' });
  expect(body.run_request).not.toHaveProperty('titel');
});

it('the name of a client is recorded with its run, at most 512 characters of it', async () => {
  expect((await start({}, { 'x-user-agent': 'acme/1.0' })).body.user_agent).toBe('acme/1.0');
  expect((await start({}, { 'x-user-agent': 'x'.repeat(600) })).body.user_agent).toHaveLength(512);
  expect((await start({})).body.user_agent).toBeNull();
});

it.each(['url', 'webhook_url', 'totp_url', 'browser_address'])(
  '%s of more than 2,083 characters is a value error',
  async (name) => {
    const { status, body } = await start({ [name]: `https://a.test/${'x'.repeat(2083)}` });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', name], type: 'value_error' }]]);
  },
);

it.each(['12', 'ZZ', 'XA', 'D1'])('the country %s is refused', async (country) => {
  const { status, body } = await start({ proxy_location: { country } });
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'proxy_location', 'country'] }]]);
});

it('countries of either case are accepted, and echoed as they were sent', async () => {
  const { status, body } = await start({ proxy_location: { country: 'de' } });
  expect([status, body.run_request.proxy_location]).toMatchObject([200, { country: 'de' }]);
});
