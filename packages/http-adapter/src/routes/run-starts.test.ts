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
  const { body } = await start({ colour: 'red', title: 'right' });
  expect(body.run_request).toMatchObject({ title: 'right' });
  expect(body.run_request).not.toHaveProperty('colour');
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

it.each(['http://10.1.2.3/hook', 'http://169.254.169.254/', 'http://localhost:8080/'])(
  'each address of a request that may not be reached is named at its place: %s',
  async (address) => {
    const names = ['url', 'webhook_url', 'totp_url', 'browser_address'];
    for (const name of names) {
      const { status, body } = await start({ [name]: address });
      expect([status, body]).toEqual([
        422,
        {
          code: 'egress_denied',
          detail: [
            {
              loc: ['body', name],
              msg: expect.stringMatching(/^Address is not allowed: .*`RUNWRIGHT_ALLOWED_HOSTS`/),
              type: 'egress_denied',
            },
          ],
        },
      ]);
    }
    const { body } = await start({ webhook_url: address, totp_url: address });
    expect(body.detail.map(({ loc }: any) => loc.join('.'))).toEqual(['body.webhook_url', 'body.totp_url']);
  },
);

it.each([6000, 6667, 10080])(
  'an address at the port %i, which no browser connects to, is refused',
  async (port) => {
    for (const name of ['url', 'webhook_url', 'totp_url']) {
      const { status, body } = await start({ [name]: `https://shop.test:${port}/` });
      expect([status, body.detail]).toMatchObject([
        422,
        [{ loc: ['body', name], msg: expect.stringContaining(`the port ${port}`), type: 'value_error' }],
      ]);
    }
  },
);

it.each(['Host', 'Connection', 'Content-Length', 'Transfer-Encoding'])(
  'the header %s, which no browser sends for a run, is refused',
  async (name) => {
    const { status, body } = await start({ extra_http_headers: { [name]: 'x' } });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'extra_http_headers', name] }]]);
  },
);

it.each([
  ['max_steps', '1e400', 'int_parsing'],
  ['max_steps', '-1e400', 'int_parsing'],
  ['max_steps', '9007199254740993', 'int_parsing'],
  ['max_cost', '1e400', 'float_parsing'],
  ['max_tokens', '1e999', 'int_parsing'],
])('%s: %s is no number, and never counts as not given', async (name, number, type) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/run/tasks',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: `{ "prompt": "Look", "${name}": ${number} }`,
  });
  expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ['body', name], type }]]);
});

it.each([
  [
    'a workflow',
    '/v1/run/workflows',
    { workflow_id: 'w_12' },
    'Workflow w_12',
    'one version of a workflow',
    '`wpid_`',
  ],
  [
    'a workflow',
    '/v1/run/workflows',
    { workflow_id: 'wr_12' },
    'Workflow wr_12',
    'a workflow run',
    '`wpid_`',
  ],
  [
    'a session',
    '/v1/run/tasks',
    { browser_session_id: 'bp_1' },
    'Browser session bp_1',
    'a browser profile',
    '`pbs_`',
  ],
])('an id of another kind than that of %s says so: %s %j', async (_kind, url, body, name, found, prefix) => {
  const answer = await app.inject({
    ...{ method: 'POST', url },
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...(url.endsWith('tasks') ? { prompt: 'x' } : {}), ...body }),
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { detail: `${name} not found: this is the id of ${found}. Use an id that begins with ${prefix}.` },
  ]);
});

it('an error of a request has no words of the validator', async () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`code_${index}`, 'x']));
  const { status, body } = await start({ error_code_mapping: many });
  expect([status, body.detail]).toEqual([
    422,
    [
      {
        loc: ['body', 'error_code_mapping'],
        msg: 'Value error, the object should have at most 100 members',
        type: 'value_error',
      },
    ],
  ]);
});
