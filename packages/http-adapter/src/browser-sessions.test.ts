import { defineBlock, type Store, Type } from '@runwright/contract';
import { createEngine, type Engine, memoryStore } from '@runwright/core';
import { fakeBrowser } from '@runwright/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

/** Asks for the browser, then waits for the end of the run. */
const hang = defineBlock({
  type: 'hang',
  config: Type.Object({}),
  output: Type.Object({}),
  async run(_config, { browser, signal }) {
    await browser();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
});

let engine: Engine;
let store: Store;
let app: FastifyInstance;
let keys: { readonly ann: string; readonly rival: string };
let organizationId: string;

beforeEach(async () => {
  store = memoryStore();
  engine = await createEngine({
    blocks: [hang],
    drivers: { store, browser: fakeBrowser({ pages: [] }) },
    settings: { sessions: { maxOpen: 3 } },
  });
  ({ organizationId } = await engine.organizations.first());
  const create = async (owner: string) => (await engine.keys.create(owner, { name: 'test' })).text;
  const rival = await engine.organizations.create({ name: 'Rival' });
  keys = { ann: await create(organizationId), rival: await create(rival.organizationId) };
  await engine.start();
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  await app.ready();
});
afterEach(async () => {
  await app.close();
  await engine.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function call(method: Method, path: string, body?: unknown, who: keyof typeof keys = 'ann') {
  const answer = await app.inject({
    method,
    url: `/v1/${path}`,
    headers: {
      'x-api-key': keys[who],
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' ? null : answer.json(),
  };
}

async function running(id: string) {
  for (;;) {
    const { body } = await call('GET', `browser_sessions/${id}`);
    if (body.status !== 'created') return body;
  }
}

async function startRun(request: object) {
  const workflow_definition = { parameters: [], blocks: [{ block_type: 'hang', label: 'H' }] };
  const made = await engine.workflows.create(organizationId, { title: 'W', workflow_definition });
  return call('POST', 'run/workflows', { workflow_id: made.workflowPermanentId, ...request });
}

describe('browser sessions', () => {
  it('a session is created without a body, read, listed and closed', async () => {
    const created = await call('POST', 'browser_sessions');
    expect(created).toMatchObject({ status: 200 });
    const id = created.body.browser_session_id;
    expect(created.body).toEqual({
      browser_session_id: expect.stringMatching(/^pbs_\d{19,}$/),
      organization_id: organizationId,
      created_at: expect.any(String),
      modified_at: expect.any(String),
      status: 'created',
      runnable_type: null,
      runnable_id: null,
      timeout: 60,
      browser_address: null,
      app_url: null,
      extensions: null,
      browser_type: null,
      browser_profile_id: null,
      vnc_streaming_supported: false,
      download_path: `sessions/${id}/downloads`,
      downloaded_files: [],
      recordings: [],
      notices: [],
      failure_reason: null,
      started_at: null,
      completed_at: null,
      deleted_at: null,
    });
    const up = await running(id);
    expect(up).toMatchObject({ status: 'running', notices: [] });
    const second = (await call('POST', 'browser_sessions', { timeout: null, proxy_location: 'NONE' })).body;
    expect(second.timeout).toBe(60);
    const ids = async (who?: 'rival') =>
      (await call('GET', 'browser_sessions', undefined, who)).body.map(
        (session: { browser_session_id: string }) => session.browser_session_id,
      );
    expect(await ids()).toEqual([second.browser_session_id, id]);
    expect(await ids('rival')).toEqual([]);
    const closed = { status: 200, body: { message: 'Browser session closed' } };
    expect(await call('POST', `browser_sessions/${id}/close`)).toMatchObject(closed);
    expect(await call('POST', `browser_sessions/${id}/close`)).toMatchObject(closed);
    expect((await call('GET', `browser_sessions/${id}`)).body).toMatchObject({
      status: 'completed',
      completed_at: expect.any(String),
    });
    expect(await ids()).toEqual([second.browser_session_id]);
  });

  it.each([
    ['GET', ''],
    ['POST', '/close'],
    ['POST', '/live_token'],
    ['GET', '/live'],
  ] as const)('%s %s of a session of others answers like an unknown one', async (method, suffix) => {
    const { browser_session_id: id } = (await call('POST', 'browser_sessions')).body;
    for (const [name, who] of [
      [id, 'rival'],
      ['pbs_404', 'ann'],
    ] as const) {
      expect(await call(method, `browser_sessions/${name}${suffix}`, undefined, who)).toMatchObject({
        status: 404,
        body: { detail: `Browser session ${name} not found` },
      });
    }
  });

  it('mistakes in a request are told at their places', async () => {
    const mistake = async (body: object) => {
      const answer = await call('POST', 'browser_sessions', body);
      return [answer.status, answer.body.detail[0].loc, answer.body.detail[0].type];
    };
    expect(await mistake({ timeout: 4 })).toEqual([422, ['body', 'timeout'], 'greater_than_equal']);
    expect(await mistake({ timeout: 1441 })).toEqual([422, ['body', 'timeout'], 'less_than_equal']);
    expect((await mistake({ extensions: ['other'] }))[0]).toBe(422);
    expect((await mistake({ browser_type: 'browser_z' }))[0]).toBe(422);
    expect(await call('POST', 'browser_sessions', { browser_profile_id: 'bp_1' })).toMatchObject({
      status: 404,
      body: { detail: 'Browser profile bp_1 not found' },
    });
  });

  it('without a free slot the answer is 503 with Retry-After', async () => {
    for (const who of ['ann', 'rival', 'ann'] as const)
      expect((await call('POST', 'browser_sessions', {}, who)).status).toBe(200);
    const refused = await call('POST', 'browser_sessions');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(refused.body.detail).toContain('No browser slot is free');
  });

  it('a run takes a session, and a second one, a final one and an unknown one are refused', async () => {
    const { browser_session_id } = (await call('POST', 'browser_sessions')).body;
    const first = await startRun({ browser_session_id });
    expect(first).toMatchObject({ status: 200, body: { browser_session_id } });
    const runId = first.body.run_id;
    expect((await call('GET', `browser_sessions/${browser_session_id}`)).body).toMatchObject({
      runnable_type: 'workflow_run',
      runnable_id: runId,
    });
    expect(await startRun({ browser_session_id })).toMatchObject({
      status: 409,
      body: { detail: `Browser session ${browser_session_id} is in use by ${runId}` },
    });
    await call('POST', `browser_sessions/${browser_session_id}/close`);
    const ended = (await call('GET', `runs/${runId}`)).body;
    expect(ended).toMatchObject({ status: 'failed', failure_category: 'browser' });
    expect(ended.errors[0].error_code).toBe('browser_lost');
    expect(await startRun({ browser_session_id })).toMatchObject({
      status: 409,
      body: { detail: `Browser session ${browser_session_id} is closed` },
    });
    expect((await startRun({ browser_session_id: 'pbs_404' })).status).toBe(404);
    expect((await startRun({ browser_profile_id: 'bp_404' })).status).toBe(404);
    const both = await startRun({ browser_session_id, browser_profile_id: 'bp_1' });
    expect(both).toMatchObject({ status: 422 });
    expect(both.body.detail[0].loc).toEqual(['body', 'browser_profile_id']);
  });
});

describe('browser profiles', () => {
  const create = (body: object, who?: 'rival') => call('POST', 'browser_profiles', body, who);

  it('a profile is created empty, read, changed, listed and deleted', async () => {
    const created = await create({ name: 'Shop', description: 'Ann' });
    expect(created.status).toBe(200);
    const id = created.body.browser_profile_id;
    expect(created.body).toEqual({
      browser_profile_id: expect.stringMatching(/^bp_\d{19,}$/),
      organization_id: organizationId,
      name: 'Shop',
      description: 'Ann',
      created_at: expect.any(String),
      modified_at: expect.any(String),
      deleted_at: null,
    });
    expect((await call('GET', `browser_profiles/${id}`)).body).toEqual(created.body);
    const changed = await call('PATCH', `browser_profiles/${id}`, { name: 'Bank', description: null });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Bank', description: null } });
    await create({ name: 'Other' });
    await create({ name: 'Bank' }, 'rival');
    const names = async (query = '') =>
      (await call('GET', `browser_profiles${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Other', 'Bank']);
    const first = await call('GET', 'browser_profiles?page_size=1');
    expect(first.body).toHaveLength(1);
    expect(first.headers.link).toBe('</v1/browser_profiles?page_size=1&page=2>; rel="next"');
    expect((await call('DELETE', `browser_profiles/${id}`)).status).toBe(204);
    expect(await names()).toEqual(['Other']);
    expect(await names('?include_deleted=true')).toEqual(['Other', 'Bank']);
    expect((await call('GET', `browser_profiles/${id}`)).status).toBe(404);
  });

  it('what is in a profile is encrypted at rest', { tags: ['security'] }, async () => {
    const id = (await create({ name: 'Shop' })).body.browser_profile_id;
    const row = await store.browserProfiles.get(organizationId, id);
    expect(row?.ciphertext).not.toContain('cookies');
    expect(row?.ciphertext.length).toBeGreaterThan(40);
  });

  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    '%s of a profile of others answers like an unknown one',
    async (method) => {
      const { browser_profile_id: id } = (await create({ name: 'Shop' })).body;
      const body = method === 'PATCH' ? { name: 'New' } : undefined;
      for (const [name, who] of [
        [id, 'rival'],
        ['bp_404', 'ann'],
      ] as const) {
        expect(await call(method, `browser_profiles/${name}`, body, who)).toMatchObject({
          status: 404,
          body: { detail: `Browser profile ${name} not found` },
        });
      }
    },
  );

  it('a name in use is 409, also for a change', async () => {
    await create({ name: 'Shop' });
    expect((await create({ name: 'Shop' })).status).toBe(409);
    const { browser_profile_id: id } = (await create({ name: 'Bank' })).body;
    expect((await call('PATCH', `browser_profiles/${id}`, { name: 'Shop' })).status).toBe(409);
  });

  it('a source must have ended and left a state, and there is one at most', async () => {
    const { browser_session_id } = (await call('POST', 'browser_sessions')).body;
    await running(browser_session_id);
    expect((await create({ name: 'A', browser_session_id })).status).toBe(409);
    const run = (await startRun({})).body;
    expect((await create({ name: 'A', workflow_run_id: run.run_id })).status).toBe(409);
    await call('POST', `runs/${run.run_id}/cancel`);
    expect(await create({ name: 'A', workflow_run_id: run.run_id })).toMatchObject({
      status: 400,
      body: { detail: `Run ${run.run_id} saved no browser state` },
    });
    await call('POST', `browser_sessions/${browser_session_id}/close`);
    expect((await create({ name: 'A', browser_session_id }, 'rival')).status).toBe(404);
    expect((await create({ name: 'A', workflow_run_id: run.run_id }, 'rival')).status).toBe(404);
    const both = await create({ name: 'A', browser_session_id, workflow_run_id: run.run_id });
    expect(both.status).toBe(422);
    expect((await create({ name: 'A', browser_session_id })).status).toBe(200);
    expect((await create({})).body.detail[0]).toMatchObject({ loc: ['body', 'name'], type: 'missing' });
    const long = await create({ name: 'x'.repeat(256) });
    expect(long.body.detail[0]).toMatchObject({ loc: ['body', 'name'], type: 'string_too_long' });
  });
});
