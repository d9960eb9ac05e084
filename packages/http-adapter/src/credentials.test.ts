import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

const password = (patch: object = {}) => ({
  name: 'Shop',
  credential_type: 'password',
  credential: { username: 'ann@shop.test', password: 'correct horse', totp: 'GEZDGNBVGY3TQOJQ' },
  ...patch,
});

let engine: Engine;
let app: FastifyInstance;
let key: string;
beforeEach(async () => {
  engine = await createEngine();
  const { organizationId } = await engine.organizations.first();
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  await app.ready();
});
afterEach(async () => {
  await app.close();
  await engine.close();
});

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const answer = await app.inject({
    method,
    url: `/v1/credentials${path}`,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    link: answer.headers.link,
    body: answer.body === '' ? null : answer.json(),
  };
}

it('a credential is created with 201 and shown without its secrets', async () => {
  const created = await call('POST', '', password());
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    credential_id: expect.stringMatching(/^cred_\d{19,}$/),
    credential: { username: 'ann@shop.test', totp_type: 'authenticator', totp_identifier: null },
    credential_type: 'password',
    name: 'Shop',
  });
  const read = await call('GET', `/${created.body.credential_id}`);
  expect(read).toMatchObject({ status: 200, body: created.body });
  expect(created.text + read.text).not.toMatch(/correct horse|GEZDGNBV/);
});

it('mistakes are told at their places, and no value is repeated', async () => {
  const wrong = await call('POST', '', password({ credential: { username: '', totp: 'nonsense!' } }));
  expect(wrong.status).toBe(422);
  expect(wrong.body.detail.map(({ loc, type }: { loc: unknown; type: unknown }) => [loc, type])).toEqual([
    [['body', 'credential', 'username'], 'string_too_short'],
    [['body', 'credential', 'totp'], 'value_error'],
    [['body', 'credential', 'password'], 'missing'],
  ]);
  expect(wrong.text).not.toContain('nonsense!');
  const unknown = await call('POST', '', password({ credential_type: 'token' }));
  expect(unknown.body.detail).toEqual([
    {
      loc: ['body', 'credential_type'],
      msg: "Input should be 'password', 'credit_card' or 'secret'",
      type: 'enum',
    },
  ]);
});

it('a list is newest first, in pages, by type and by name', async () => {
  await call('POST', '', password());
  const secret = { name: 'Token', credential_type: 'secret', credential: { secret_value: 'abc' } };
  await call('POST', '', secret);
  const names = async (query: string) =>
    (await call('GET', query)).body.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['Token', 'Shop']);
  expect(await names('?credential_type=password')).toEqual(['Shop']);
  expect(await names('?search=tok')).toEqual(['Token']);
  const first = await call('GET', '?page_size=1');
  expect(first.body).toHaveLength(1);
  expect(first.link).toBe('</v1/credentials?page_size=1&page=2>; rel="next"');
  expect((await call('GET', '?credential_type=token')).status).toBe(422);
});

it('a credential is replaced under its id, but not by one of another type', async () => {
  const { credential_id: id } = (await call('POST', '', password())).body;
  const next = password({ name: 'New', credential: { username: 'bob', password: 'x' } });
  expect(await call('POST', `/${id}/update`, next)).toMatchObject({
    status: 200,
    body: { credential_id: id, name: 'New', credential: { username: 'bob', totp_type: 'none' } },
  });
  const secret = { name: 'Token', credential_type: 'secret', credential: { secret_value: 'abc' } };
  expect((await call('POST', `/${id}/update`, secret)).status).toBe(409);
  expect((await call('POST', '/cred_404/update', next)).status).toBe(404);
});

it.each([
  ['DELETE', ''],
  ['POST', '/delete'],
] as const)('%s %s erases a credential once', async (method, suffix) => {
  const { credential_id: id } = (await call('POST', '', password())).body;
  expect(await call(method, `/${id}${suffix}`)).toMatchObject({ status: 204, text: '' });
  expect(await call(method, `/${id}${suffix}`)).toMatchObject({
    status: 404,
    body: { detail: `Credential ${id} not found` },
  });
  expect((await call('GET', `/${id}`)).status).toBe(404);
});

it('the OpenAPI document shows the shapes of all types', async () => {
  const document = (await app.inject('/openapi.json')).json();
  const { $ref } = document.paths['/v1/credentials'].post.requestBody.content['application/json'].schema;
  expect($ref).toBe('#/components/schemas/CredentialInput');
  expect(JSON.stringify(document.components.schemas.CredentialInput)).toMatch(/card_number.*secret_value/);
});
