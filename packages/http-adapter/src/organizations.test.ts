import { createEngine } from '@runwright/core';
import { manualClock } from '@runwright/testing';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

const clock = manualClock();
const engine = await createEngine({ drivers: { clock } });
const host = await engine.organizations.first();
const app = fastify(serverOptions());
await app.register(httpAdapter, { engine, version: '0', hostOrganizationId: host.organizationId });
afterAll(async () => {
  await app.close();
  await engine.close();
});

const scopes = ['read', 'run', 'admin'] as const;
const hostKey = (await engine.keys.create(host.organizationId, { name: 'host', scopes })).text;

async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, key: string, payload?: object) {
  const response = await app.inject({
    method,
    url,
    headers: { 'x-api-key': key },
    ...(payload ? { payload } : {}),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? null : response.json(),
    headers: response.headers,
  };
}

const lacks = (scope: string) => ({
  status: 403,
  body: { detail: `This API key lacks the scope \`${scope}\`. Use a key that has it.` },
});

it('the host creates, lists, renames and deletes organizations and their keys', async () => {
  const created = await call('POST', '/v1/organizations', hostKey, { name: 'Acme' });
  expect(created).toMatchObject({ status: 201, body: { name: 'Acme' } });
  const id = created.body.organization_id;
  const { body: key } = await call('POST', `/v1/organizations/${id}/api_keys`, hostKey, { name: 'first' });
  expect(await call('GET', '/v1/organization', key.api_key)).toMatchObject({
    status: 200,
    body: {
      organization_id: id,
      name: 'Acme',
      retention_days: null,
      created_at: expect.stringMatching(/Z$/),
      modified_at: expect.stringMatching(/Z$/),
    },
  });
  expect((await call('PATCH', `/v1/organizations/${id}`, hostKey, { name: 'Acme Ltd' })).body.name).toBe(
    'Acme Ltd',
  );
  const page = await call('GET', '/v1/organizations?page_size=1', hostKey);
  expect([page.body.length, page.headers.link]).toEqual([1, expect.stringContaining('page=2')]);

  expect((await call('DELETE', `/v1/organizations/${id}`, hostKey)).status).toBe(204);
  for (const path of [`/v1/organizations/${id}`, `/v1/organizations/${id}/api_keys`]) {
    expect(await call('GET', path, hostKey)).toMatchObject({
      status: 404,
      body: { detail: `Organization ${id} not found` },
    });
  }
  expect(await call('GET', '/v1/organization', key.api_key)).toMatchObject({
    status: 403,
    body: { detail: 'Invalid credentials' },
  });
  expect((await call('DELETE', `/v1/organizations/${host.organizationId}`, hostKey)).status).toBe(409);
  expect((await call('POST', '/v1/organizations', hostKey, { name: '' })).status).toBe(422);
});

it('the host sets for how many days the runs of an organization are kept', async () => {
  const { body: created } = await call('POST', '/v1/organizations', hostKey, { name: 'Keeps' });
  expect(created.retention_days).toBeNull();
  const path = `/v1/organizations/${created.organization_id}`;
  const change = (body: object) => call('PATCH', path, hostKey, body);
  expect(await change({ retention_days: 30 })).toMatchObject({
    status: 200,
    body: { name: 'Keeps', retention_days: 30 },
  });
  expect((await change({ name: 'Kept' })).body).toMatchObject({ name: 'Kept', retention_days: 30 });
  expect((await call('GET', path, hostKey)).body).toMatchObject({ name: 'Kept', retention_days: 30 });
  for (const wrong of [0, 36_501, 1.5, 'soon']) {
    const { status, body } = await change({ name: 'Wrong', retention_days: wrong });
    expect([wrong, status, body.detail[0].loc.slice(0, 2)]).toEqual([wrong, 422, ['body', 'retention_days']]);
  }
  expect((await change({})).body).toMatchObject({ name: 'Kept', retention_days: 30 });
  expect((await change({ retention_days: null })).body.retention_days).toBeNull();
});

it('organizations are managed by the host alone', { tags: ['security'] }, async () => {
  const { organizationId } = await engine.organizations.create({ name: 'guest' });
  const { text } = await engine.keys.create(organizationId, { name: 'guest', scopes });
  for (const path of ['/v1/organizations', `/v1/organizations/${organizationId}`]) {
    expect(await call('GET', path, text)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('first organization of the service') },
    });
  }
  const plain = fastify(serverOptions());
  await plain.register(httpAdapter, { engine, version: '0' });
  const headers = { 'x-api-key': hostKey };
  expect((await plain.inject({ url: '/v1/organizations', headers })).statusCode).toBe(404);
  await plain.close();
});

it('a key does only what its scopes allow, and is told which one it lacks', {
  tags: ['security'],
}, async () => {
  const keyWith = async (...scopes: string[]) =>
    (await call('POST', '/v1/api_keys', hostKey, { name: 'k', scopes })).body.api_key as string;
  const [read, run, admin] = [await keyWith('read'), await keyWith('run'), await keyWith('admin')];
  const start = { workflow_id: 'wpid_0' };
  expect((await call('GET', '/v1/runs', read)).status).toBe(200);
  expect(await call('POST', '/v1/run/workflows', read, start)).toMatchObject(lacks('run'));
  expect(await call('GET', '/v1/api_keys', read)).toMatchObject(lacks('admin'));
  expect((await call('POST', '/v1/run/workflows', run, start)).status).toBe(404);
  expect(await call('GET', '/v1/runs', run)).toMatchObject(lacks('read'));
  expect((await call('GET', '/v1/organizations', admin)).status).toBe(200);
  expect(await call('GET', '/v1/artifacts/a_0/content', admin)).toMatchObject(lacks('read'));
  expect(await call('POST', '/v1/run/workflows', admin, start)).toMatchObject(lacks('run'));
  for (const [body, loc] of [
    [{ name: 'k', scopes: ['write'] }, ['body', 'scopes', '0']],
    [{ name: 'k', scopes: [] }, ['body', 'scopes']],
  ] as const) {
    const wrong = await call('POST', '/v1/api_keys', hostKey, body);
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, loc]);
  }
});

it('an expired key is as an unknown one', { tags: ['security'] }, async () => {
  const expires = new Date(clock.now() + 60_000).toISOString();
  const { status, body } = await call('POST', '/v1/api_keys', hostKey, {
    name: 'short',
    expires_at: expires,
  });
  expect([status, body.expires_at, body.last_used_at]).toEqual([201, expires, null]);
  expect((await call('GET', '/v1/organization', body.api_key)).status).toBe(200);
  const [used] = (await call('GET', '/v1/api_keys', hostKey)).body.filter(
    (key: { name: string }) => key.name === 'short',
  );
  expect(used.last_used_at).toBe(new Date(clock.now()).toISOString());
  await clock.advance(60_000);
  expect(await call('GET', '/v1/organization', body.api_key)).toMatchObject({
    status: 403,
    body: { detail: 'Invalid credentials' },
  });
  expect((await call('POST', `/v1/api_keys/${body.api_key_id}/rotate`, hostKey)).status).toBe(409);
  for (const [given, type] of [
    ['tomorrow', 'datetime_parsing'],
    [expires, 'value_error'],
  ]) {
    const wrong = await call('POST', '/v1/api_keys', hostKey, { name: 'late', expires_at: given });
    expect([wrong.status, wrong.body.detail]).toMatchObject([422, [{ loc: ['body', 'expires_at'], type }]]);
  }
});

it('a rotated key is replaced at once or after a time', { tags: ['security'] }, async () => {
  const { body: old } = await call('POST', '/v1/api_keys', hostKey, { name: 'server', scopes: ['read'] });
  const rotate = (id: string, body?: object) => call('POST', `/v1/api_keys/${id}/rotate`, hostKey, body);
  const { body: next, status } = await rotate(old.api_key_id, { overlap_seconds: 60 });
  expect([status, next.name, next.scopes]).toEqual([201, 'server', ['read']]);
  const reads = async (key: string) => (await call('GET', '/v1/organization', key)).status;
  expect([await reads(old.api_key), await reads(next.api_key)]).toEqual([200, 200]);
  await clock.advance(60_000);
  expect(await reads(old.api_key)).toBe(403);
  const { body: last } = await rotate(next.api_key_id);
  expect([await reads(next.api_key), await reads(last.api_key)]).toEqual([403, 200]);
  expect((await rotate('key_0')).status).toBe(404);
});

it('the billing state is created on first use and read by its organization alone', async () => {
  const { organizationId, createdAt } = await engine.organizations.create({ name: 'payer' });
  const { text } = await engine.keys.create(organizationId, { name: 'payer' });
  const { status, body } = await call('GET', '/api/v1/billing/state', text);
  expect([status, body]).toEqual([
    200,
    {
      billing_id: expect.stringMatching(/^bil_\d{19,}$/),
      organization_id: organizationId,
      plan_tier: 'free',
      current_period_start: new Date(createdAt).toISOString(),
      current_period_end: '2026-02-01T00:02:00.000Z',
      included_credits_this_period: 5000,
      credits_consumed_this_period: 0,
      cached_credits_consumed_this_period: 0,
      overage_enabled: false,
      credits_enforced: false,
      browser_uptime_seconds_consumed: 0,
      topup_credits_total: 0,
      topup_credits_used: 0,
      topup_credits_remaining: 0,
      credits_remaining: 5000,
      created_at: expect.stringMatching(/Z$/),
      modified_at: expect.stringMatching(/Z$/),
    },
  ]);
  await engine.billing.setPlan(organizationId, 'hobby');
  expect((await call('GET', '/api/v1/billing/state', text)).body.included_credits_this_period).toBe(30_000);
  expect((await call('GET', '/api/v1/billing/state', hostKey)).body.included_credits_this_period).toBe(5000);
});

it('the keys of an organization are listed and revoked by the host, but for the last one', async () => {
  const { body: guest } = await call('POST', '/v1/organizations', hostKey, { name: 'Keys' });
  const path = `/v1/organizations/${guest.organization_id}`;
  expect(await call('GET', path, hostKey)).toMatchObject({ status: 200, body: { name: 'Keys' } });
  const expires_at = new Date(clock.now() + 3_600_000).toISOString();
  const make = async (body: object) => (await call('POST', `${path}/api_keys`, hostKey, body)).body;
  const first = await make({ name: 'first', scopes: ['read', 'run', 'admin'] });
  const second = await make({ name: 'second', scopes: ['admin'], expires_at });
  expect((await call('GET', `${path}/api_keys`, hostKey)).body).toMatchObject([
    { api_key_id: first.api_key_id, name: 'first', scopes: ['read', 'run', 'admin'] },
    { api_key_id: second.api_key_id, name: 'second', scopes: ['admin'], expires_at },
  ]);
  const revoke = async (key: { readonly api_key_id: string }) =>
    (await call('DELETE', `${path}/api_keys/${key.api_key_id}`, hostKey)).status;
  expect(await revoke(second)).toBe(204);
  const rotated = await call('POST', `${path}/api_keys/${second.api_key_id}/rotate`, hostKey);
  expect(rotated.status).toBe(409);
  expect(await revoke(first)).toBe(409);
  expect((await call('GET', '/v1/organization', second.api_key)).status).toBe(403);
});
