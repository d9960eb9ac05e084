import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

const engine = await createEngine();
const { organizationId } = await engine.organizations.first();
const first = await engine.keys.create(organizationId, {
  name: 'first',
  scopes: ['read', 'run', 'admin'],
});
const other = await engine.organizations.create({ name: 'Other' });
const foreign = await engine.keys.create(other.organizationId, { name: 'foreign' });
const app = fastify(serverOptions());
await app.register(httpAdapter, { engine, version: '0' });
afterAll(async () => {
  await app.close();
  await engine.close();
});

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, key: string, payload?: object) =>
  app.inject({ method, url, headers: { 'x-api-key': key }, ...(payload ? { payload } : {}) });

it('an API key is created, listed without its text, and refused from the moment it is revoked', {
  tags: ['security'],
}, async () => {
  const created = await call('POST', '/v1/api_keys', first.text, {
    name: 'second',
    scopes: ['read', 'run', 'admin'],
  });
  expect([created.statusCode, created.json()]).toEqual([
    201,
    {
      api_key_id: expect.stringMatching(/^key_/),
      name: 'second',
      prefix: expect.stringMatching(/^rw_.{5}$/),
      scopes: ['read', 'run', 'admin'],
      created_at: expect.stringMatching(/Z$/),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      api_key: expect.stringMatching(/^rw_.{43}$/),
    },
  ]);
  const { api_key: second, api_key_id: secondId } = created.json();
  const listed = await call('GET', '/v1/api_keys', second);
  expect(listed.json().map(({ name }: { name: string }) => name)).toEqual(['first', 'second']);
  expect(listed.body).not.toContain(first.text);
  expect(listed.body).not.toContain(second);

  expect((await call('DELETE', `/v1/api_keys/${secondId}`, first.text)).statusCode).toBe(204);
  expect((await call('DELETE', `/v1/api_keys/${secondId}`, first.text)).statusCode).toBe(204);
  const refused = await call('GET', '/v1/api_keys', second);
  expect([refused.statusCode, refused.json()]).toEqual([403, { detail: 'Invalid credentials' }]);
  const keys = (await call('GET', '/v1/api_keys', first.text)).json();
  expect(keys[1].revoked_at).toMatch(/Z$/);
});

it('the last key, a foreign key and an unknown one are not revoked', async () => {
  const last = await call('DELETE', `/v1/api_keys/${first.key.apiKeyId}`, first.text);
  expect([last.statusCode, last.json().detail]).toEqual([
    409,
    expect.stringContaining('create another one first'),
  ]);
  for (const id of [foreign.key.apiKeyId, 'key_0']) {
    const answer = await call('DELETE', `/v1/api_keys/${id}`, first.text);
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: `API key ${id} not found` }]);
  }
  expect(await engine.keys.authenticate(foreign.text)).not.toBeNull();
});

it('a key reads and runs unless other scopes are asked for', { tags: ['security'] }, async () => {
  const scopesOf = async (body: object) =>
    (await call('POST', '/v1/api_keys', first.text, { name: 'new', ...body })).json().scopes;
  expect(await scopesOf({})).toEqual(['read', 'run']);
  expect(await scopesOf({ scopes: null })).toEqual(['read', 'run']);
  expect(await scopesOf({ scopes: ['admin'] })).toEqual(['admin']);
});

it.each(['scope', 'Scopes', 'permissions', 'expires', 'expires_in'])(
  'no key is made when the request has the unknown member `%s`',
  { tags: ['security'] },
  async (member) => {
    const count = async () => (await call('GET', '/v1/api_keys', first.text)).json().length;
    const before = await count();
    const answer = await call('POST', '/v1/api_keys', first.text, { name: 'typo', [member]: ['read'] });
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', member]]);
    expect(await count()).toBe(before);
  },
);

it('a key is not rotated when the request has an unknown member', { tags: ['security'] }, async () => {
  const { api_key_id: id } = (await call('POST', '/v1/api_keys', first.text, { name: 'robot' })).json();
  const answer = await call('POST', `/v1/api_keys/${id}/rotate`, first.text, { overlap_second: 60 });
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'overlap_second']]);
});

it('a key needs a name', async () => {
  for (const payload of [{}, { name: '' }, { name: 'x'.repeat(256) }]) {
    expect((await call('POST', '/v1/api_keys', first.text, payload)).statusCode).toBe(422);
  }
});
