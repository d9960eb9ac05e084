import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpAdapter, serverOptions, type UnknownMembers } from './index.ts';
import { agentTask } from './two-organizations.test-helpers.ts';

const echo = defineBlock({
  type: 'echo',
  config: Type.Object({ text: Type.Optional(Type.String()) }),
  output: Type.Object({}),
  run: async () => ({}),
});
const definition = { workflow_definition: { blocks: [{ block_type: 'echo', label: 'e' }] } };
const card = {
  card_number: '4111111111111111',
  card_cvv: '123',
  card_exp_month: '12',
  card_exp_year: '2031',
  card_brand: 'visa',
  card_holder_name: 'Ann',
};

let engine: Engine;
let key: string;
const apps: Record<UnknownMembers, FastifyInstance> = {
  refuse: fastify(serverOptions()),
  report: fastify(serverOptions()),
};
beforeAll(async () => {
  engine = await createEngine({ blocks: [agentTask, echo] });
  const { organizationId } = await engine.organizations.first();
  key = (await engine.keys.create(organizationId, { name: 'test', scopes: ['read', 'run', 'admin'] })).text;
  for (const unknownMembers of ['refuse', 'report'] as const) {
    const options = { engine, version: '0', hostOrganizationId: organizationId, unknownMembers };
    await apps[unknownMembers].register(httpAdapter, options);
  }
});
afterAll(async () => {
  await apps.refuse.close();
  await apps.report.close();
  await engine.close();
});

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function send(
  policy: UnknownMembers,
  [method, url]: readonly [Method, string],
  body: object | FormData,
  headers: Readonly<Record<string, string>> = {},
) {
  const isForm = body instanceof FormData;
  const form = new Request('http://host/', { method: 'POST', body: isForm ? body : JSON.stringify(body) });
  const type = isForm ? (form.headers.get('content-type') ?? '') : 'application/json';
  const answer = await apps[policy].inject({
    ...{ method, url },
    headers: { 'x-api-key': key, 'content-type': type, ...headers },
    payload: Buffer.from(await form.arrayBuffer()),
  });
  const { statusCode: status, body: text } = answer;
  return {
    status,
    body: text === '' ? undefined : JSON.parse(text),
    header: answer.headers['x-runwright-ignored-members'],
  };
}

let workflow: string;
let folder: string;
let schedule: string;
let names = 0;
beforeEach(async () => {
  const saved = await send('refuse', ['POST', '/v1/workflows'], { json_definition: definition });
  workflow = saved.body.workflow_permanent_id;
  folder ??= (await send('refuse', ['POST', '/v1/folders'], { title: 'F' })).body.folder_id;
  const schedules = ['POST', `/v1/workflows/${workflow}/schedules`] as const;
  schedule = (await send('refuse', schedules, { cron: '0 0 1 1 *' })).body.schedule_id;
  names += 1;
});

const task = ['POST', '/v1/run/tasks'] as const;
const run = ['POST', '/v1/run/workflows'] as const;

describe('a member that resembles a known one', () => {
  it.each([
    [{ prompt: 'x', max_step: 3 }, ['max_step'], 'max_steps'],
    [{ prompt: 'x', max_cots: 3 }, ['max_cots'], 'max_cost'],
    [{ prompt: 'x', maxSteps: 3 }, ['maxSteps'], 'max_steps'],
    [{ prompt: 'x', ulr: 'https://shop.test' }, ['ulr'], 'url'],
    [{ prompt: 'x', model: { modelname: 'm' } }, ['model', 'modelname'], 'model_name'],
    [{ prompt: 'x', proxy_location: { country: 'DE', citty: 'Bonn' } }, ['proxy_location', 'citty'], 'city'],
  ])('refuses the task %j at its place, with the name that is meant', async (body, path, meant) => {
    expect(await send('refuse', task, body)).toEqual({
      status: 422,
      body: {
        code: 'invalid_input',
        detail: [
          {
            loc: ['body', ...path],
            msg: `There is no member \`${path.at(-1)}\` here. Did you mean \`${meant}\`?`,
            type: 'unknown_member',
          },
        ],
      },
      header: undefined,
    });
  });

  it('is refused in every other body', async () => {
    const requests: readonly (readonly [readonly [Method, string], object, readonly string[]])[] = [
      [run, { workflow_id: workflow, paramters: {} }, ['paramters']],
      [['POST', '/v1/run/agents'], { agent_id: workflow, agent_idd: '' }, ['agent_idd']],
      [
        ['POST', '/v1/run/tasks/login'],
        { credential_type: 'service', credential_idd: '' },
        ['credential_idd'],
      ],
      [
        ['POST', '/v1/run/tasks/download_files'],
        { navigation_goal: 'x', max_step_per_run: 1 },
        ['max_step_per_run'],
      ],
      [['POST', '/v1/workflows'], { json_definition: definition, yml_definition: '' }, ['yml_definition']],
      [['POST', '/v1/workflows/validate'], { json_definitions: definition }, ['json_definitions']],
      [['POST', '/v1/workflows/import'], { yaml_definition: 'x: 1', folder_ids: '' }, ['folder_ids']],
      [['PUT', `/v1/workflows/${workflow}/folder`], { folderid: null, folder_id: null }, ['folderid']],
      [
        ['POST', `/v1/workflows/${workflow}/schedules`],
        { cron: '0 0 1 1 *', run_options: { webhok_url: '' } },
        ['run_options', 'webhok_url'],
      ],
      [['PATCH', `/v1/schedules/${schedule}`], { enable: true }, ['enable']],
      [['POST', '/v1/folders'], { title: 'G', descripton: '' }, ['descripton']],
      [
        ['POST', '/v1/credentials'],
        { name: 'C', credential_type: 'credit_card', credential: { ...card, card_cvc: '123' } },
        ['credential', 'card_cvc'],
      ],
      [
        ['POST', '/v1/credentials/totp'],
        { totp_identifier: 'a', content: '1234', expires_at: '' },
        ['expires_at'],
      ],
      [
        ['POST', '/v1/scripts'],
        { files: [{ path: 'main.js', content: '', encodng: 'utf-8' }] },
        ['files', '0', 'encodng'],
      ],
      [['POST', '/v1/browser_sessions'], { time_out: 5 }, ['time_out']],
      [['POST', '/v1/browser_profiles'], { name: 'P', descriptions: '' }, ['descriptions']],
      [['POST', '/v1/api_keys'], { name: 'K', scope: ['read'] }, ['scope']],
      [['POST', '/v1/organizations'], { name: 'O', nam: '' }, ['nam']],
      [['POST', '/v1/runs/wr_1/resume'], { decison: 'reject' }, ['decison']],
      [['POST', '/v1/runs/wr_1/retry_webhook'], { webhook_urls: '' }, ['webhook_urls']],
      [['POST', '/v1/runs/wr_1/live_token'], { contol: true }, ['contol']],
    ];
    const silent: unknown[] = [];
    for (const [route, body, path] of requests) {
      const answer = await send('refuse', route, body);
      const found = answer.status === 422 ? answer.body.detail : [];
      const loc = ['body', ...path].join('.');
      if (!found.some((item: any) => item.loc.join('.') === loc && item.type === 'unknown_member'))
        silent.push([route, answer]);
    }
    expect(silent).toEqual([]);
  });

  it('is refused together with the required member that it was to be, and with other mistakes', async () => {
    const { status, body } = await send('refuse', task, { promt: 'Look', max_steps: 0 });
    expect([status, ...body.detail.map(({ loc, type }: any) => `${loc.join('.')} ${type}`)]).toEqual([
      422,
      'body.promt unknown_member',
      'body.max_steps greater_than_equal',
      'body.prompt missing',
    ]);
  });
});

it.each([
  ['timeout_minutes', 'a limit'],
  ['maxRetries', 'a limit'],
  ['webhook_callback_url', 'a webhook. Use `webhook_url`, or leave it out.'],
  ['callbackUrl', 'a webhook'],
  ['budget_usd', 'money. Use `max_cost`, or leave it out.'],
  ['permissions', 'a permission'],
  ['steps', 'a limit. Use `max_steps`, or leave it out.'],
  ['Steps', 'a limit. Use `max_steps`, or leave it out.'],
  ['tokens', 'a limit. Use `max_tokens`, or leave it out.'],
  ['screenshot-scrolls', 'a limit. Use `max_screenshot_scrolls`, or leave it out.'],
  ['retries', 'a limit'],
])('a member that names what must not be ignored refuses a request: %s', async (name, topic) => {
  const { status, body } = await send('refuse', task, { prompt: 'x', [name]: 5 });
  expect([status, body.detail]).toEqual([
    422,
    [
      {
        loc: ['body', name],
        msg: expect.stringContaining(`There is no member \`${name}\` here, and it names ${topic}`),
        type: 'unknown_member',
      },
    ],
  ]);
});

it('a member whose words are in no known limit is reported', async () => {
  for (const name of ['_', 'scrolling', 'steps_taken'])
    expect(await send('refuse', task, { prompt: 'x', [name]: 5 })).toMatchObject({
      status: 200,
      header: name,
    });
});

describe('any other unknown member', () => {
  it('is a warning in the answer, and is named in a header', async () => {
    const { status, body, header } = await send('refuse', task, {
      prompt: 'x',
      model: { temperature: 1 },
      customer: 'c-1',
    });
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      {
        code: 'unknown_member',
        message:
          'There is no member `temperature` here, so its value is not used. There is only `model_name`.',
        path: ['model', 'temperature'],
        suggestion: null,
      },
      {
        code: 'unknown_member',
        message: expect.stringMatching(
          /^There is no member `customer` here, .* `prompt`, `url`, .* and `run_with`\.$/,
        ),
        path: ['customer'],
        suggestion: null,
      },
    ]);
    expect(header).toBe('model.temperature, customer');
  });

  it('stands beside the other warnings of a start', async () => {
    const { body } = await send('refuse', run, {
      workflow_id: workflow,
      parameters: { nobody: 1 },
      colour: 'red',
    });
    expect(body.warnings.map(({ code, path }: any) => [code, path])).toEqual([
      ['unknown_parameter', ['parameters', 'nobody']],
      ['unknown_member', ['colour']],
    ]);
  });

  it('is a warning of the form that the answer has for definitions', async () => {
    const json_definition = { ...definition, colour: 'red' };
    const saved = await send('refuse', ['POST', '/v1/workflows'], { json_definition, kind: 'x' });
    expect(saved.body.warnings).toMatchObject([
      { loc: ['body', 'json_definition', 'colour'], type: 'unknown_field' },
      { loc: ['body', 'kind'], msg: expect.stringContaining('`kind`'), type: 'unknown_member' },
    ]);
    const judged = await send('refuse', ['POST', '/v1/workflows/validate'], {
      json_definition: definition,
      kind: 'x',
    });
    expect(judged.body.warnings).toEqual([
      {
        ...{ loc: ['body', 'kind'], msg: expect.any(String), type: 'unknown_member' },
        ...{ line: null, column: null, block_label: null },
      },
    ]);
  });

  it('is named in the header alone of an answer that is no object, or an error', async () => {
    const removed = await send('refuse', ['POST', `/v1/workflows/${workflow}/delete`], { kind: 'x' });
    expect(removed).toEqual({ status: 200, body: null, header: 'kind' });
    expect(await send('refuse', ['DELETE', `/v1/folders/${folder}`], { kind: 'x' })).toMatchObject({
      header: 'kind',
    });
    expect(await send('refuse', run, { workflow_id: 'wpid_1', kind: 'x' })).toMatchObject({
      status: 404,
      header: 'kind',
    });
  });

  it('is reported again with an answer that was stored for an idempotency key', async () => {
    for (const [route, body] of [
      [task, { prompt: 'x', kind: 'x' }],
      [['POST', '/v1/folders'], { title: `G${names}`, kind: 'x' }],
    ] as const) {
      const headers = { 'idempotency-key': `k${names}` };
      const first = await send('refuse', route, body, headers);
      expect(first).toMatchObject({ status: 200, body: { warnings: [{ path: ['kind'] }] }, header: 'kind' });
      expect(await send('refuse', route, body, headers)).toEqual(first);
    }
  });

  it('is refused when there are a hundred of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`z${index}q`, 1]));
    const { status, body } = await send('refuse', task, { prompt: 'x', ...many, max_step: 1 });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body'], type: 'unknown_member' }]]);
  });
});

it('data of the caller may have any members', async () => {
  const any = { max_step: 1, webhook: { budget: 1 } };
  const answers = [
    await send('refuse', task, {
      prompt: 'x',
      data_extraction_schema: { type: 'object', properties: any },
      metadata: { max_step: '1' },
      error_code_mapping: { max_cots: 'x' },
      extra_http_headers: { 'x-max-step': '1' },
    }),
    await send('refuse', run, { workflow_id: workflow, block_outputs: { e: any } }),
    await send('refuse', ['POST', `/v1/workflows/${workflow}/schedules`], {
      cron: '0 0 1 1 *',
      run_options: { block_outputs: { e: any } },
    }),
  ];
  expect(answers.map(({ status, body, header }) => [status, body.warnings ?? [], header])).toEqual(
    answers.map(() => [200, [], undefined]),
  );
});

describe('with the policy `report`', () => {
  it('members that resemble a known one, or name a limit, are warnings', async () => {
    const { status, body, header } = await send('report', task, { prompt: 'x', max_step: 3, timeout: 5 });
    expect([status, header]).toEqual([200, 'max_step, timeout']);
    expect(body.warnings).toMatchObject([
      { code: 'unknown_member', path: ['max_step'], suggestion: 'max_steps' },
      { code: 'unknown_member', path: ['timeout'] },
    ]);
  });
});

describe('fields of a form', () => {
  const form = (fields: Readonly<Record<string, string>>, file = 'file') => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    data.append(file, new Blob(['workflow_definition: { blocks: [] }']), 'a.yaml');
    return data;
  };

  it.each([
    ['/v1/workflows/import', { loc: ['body', 'note'], type: 'unknown_member' }],
    ['/v1/upload_file', { path: ['note'], code: 'unknown_member' }],
  ])('that %s does not know are refused or reported', async (url, warning) => {
    expect(await send('refuse', ['POST', url], form({ fil: 'x' }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'fil'], type: 'unknown_member' }] },
    });
    expect(await send('refuse', ['POST', url], form({ note: 'x' }))).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([expect.objectContaining(warning)]) },
      header: 'note',
    });
  });

  it('that resemble the file are named beside the file that is missing', async () => {
    const { status, body } = await send('refuse', ['POST', '/v1/upload_file'], form({}, 'flie'));
    expect([status, body.detail]).toMatchObject([
      422,
      [
        { loc: ['body', 'file'], type: 'missing' },
        { loc: ['body', 'flie'], type: 'unknown_member' },
      ],
    ]);
  });
});

it('the document shows for each body how an unknown member is answered', async () => {
  const document = (await apps.refuse.inject('/openapi.json')).json();
  const hasWarnings = (schema: any): boolean =>
    schema.$ref
      ? hasWarnings(document.components.schemas[schema.$ref.split('/').at(-1)])
      : 'warnings' in (schema.properties ?? {}) || (schema.allOf ?? []).some(hasWarnings);
  const undocumented: string[] = [];
  for (const [path, methods] of Object.entries<any>(document.paths)) {
    for (const [method, { requestBody, responses }] of Object.entries<any>(methods)) {
      if (requestBody === undefined) continue;
      const [, success] = Object.entries<any>(responses).find(([status]) => status.startsWith('2')) ?? [];
      const isShown =
        responses[422] !== undefined &&
        success.headers['x-runwright-ignored-members'] !== undefined &&
        hasWarnings(success.content['application/json'].schema);
      if (!isShown) undocumented.push(`${method} ${path}`);
    }
  }
  expect(undocumented).toEqual([]);
});
