import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from '../index.ts';

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

async function call(method: 'GET' | 'POST', query = '', body?: object) {
  const answer = await app.inject({
    method,
    url: `/v1/credentials/totp${query}`,
    headers: { 'x-api-key': key },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, text: answer.body, link: answer.headers.link, body: answer.json() };
}

it('a pushed message is answered with its code and all its members', async () => {
  const body = {
    totp_identifier: 'ann@shop.test',
    content: 'Your code is 482913',
    source: 'mail',
    expired_at: '2999-01-01T00:00:00Z',
  };
  const pushed = await call('POST', '', body);
  expect(pushed.status).toBe(200);
  expect(pushed.body).toEqual({
    ...body,
    totp_code_id: expect.stringMatching(/^totp_\d{19,}$/),
    organization_id: expect.stringMatching(/^o_\d{19,}$/),
    code: '482913',
    type: 'totp',
    task_id: null,
    workflow_id: null,
    workflow_run_id: null,
    expired_at: '2999-01-01T00:00:00.000Z',
    created_at: expect.any(String),
    modified_at: expect.any(String),
  });
});

it('pushed codes are listed without code and message, by identifier and in pages', async () => {
  for (const totp_identifier of ['ann@shop.test', '+4912345', 'ann@shop.test']) {
    await call('POST', '', { totp_identifier, content: 'Your code is 482913' });
  }
  const all = await call('GET');
  expect(all.body).toHaveLength(3);
  expect(all.body[0]).toMatchObject({ code: '*****', content: '*****' });
  expect(all.text).not.toContain('482913');
  expect((await call('GET', '?totp_identifier=Ann@shop.test')).body).toHaveLength(2);
  expect((await call('GET', '?workflow_run_id=wr_1')).body).toEqual([]);
  const first = await call('GET', '?page_size=2');
  expect(first.body).toHaveLength(2);
  expect(first.link).toContain('rel="next"');
});

it('content without a code is refused at its place and not repeated', async () => {
  const refused = await call('POST', '', { totp_identifier: 'a', content: 'a message without any number' });
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toMatchObject([{ loc: ['body', 'content'], type: 'value_error' }]);
  expect(refused.text).not.toContain('without any number');
  const missing = await call('POST', '', {});
  expect(missing.body.detail.map(({ loc }: { readonly loc: readonly string[] }) => loc)).toEqual([
    ['body', 'totp_identifier'],
    ['body', 'content'],
  ]);
});

it('a code for a run or workflow that does not exist is answered with 404', async () => {
  for (const binding of [{ task_id: 'tsk_1' }, { workflow_run_id: 'wr_1' }, { workflow_id: 'wpid_1' }]) {
    const refused = await call('POST', '', { totp_identifier: 'a', content: '482913', ...binding });
    expect([binding, refused.status]).toEqual([binding, 404]);
  }
});

it('a code belongs to what it names, and a link is a code', async () => {
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId: workflow_id } = await engine.workflows.create(organizationId, {
    workflow_definition: { parameters: [], blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }] },
  });
  const run = await engine.runs.start({ workflow_id }, { organizationId });
  const names = { workflow_id, workflow_run_id: run.runId, task_id: run.runId };
  const content = 'Sign in: https://shop.test/in?t=1';
  const pushed = await call('POST', '', {
    ...{ totp_identifier: 'ann@shop.test', content, type: 'magic_link', source: 'mail' },
    ...names,
  });
  expect(pushed).toMatchObject({
    status: 200,
    body: { ...names, type: 'magic_link', code: 'https://shop.test/in?t=1' },
  });
  expect((await call('GET', `?workflow_run_id=${run.runId}`)).body).toHaveLength(1);
});
