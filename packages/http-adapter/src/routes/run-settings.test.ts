import { type AnyBlock, defineBlock, type RunSettings, Type } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

/** Blocks of the four kinds of runs, without an agent. */
const blocks = ['task', 'login', 'file_download', 'look'].map(
  (type) =>
    defineBlock({
      type,
      config: Type.Object({}),
      output: Type.Object({}),
      run: async () => ({}),
    }) as AnyBlock,
);
const clock = manualClock({ now: Date.UTC(2026, 0, 1) });
const minute = 60_000;

let service: Service;
let workflow: string;
const ids: Record<string, string> = {};
const definition = (members: object = {}) => ({
  json_definition: {
    title: 'Look',
    workflow_definition: { version: 1, parameters: [], blocks: [{ block_type: 'look', label: 'look' }] },
    ...members,
  },
});
const post = async (path: string, body: object) => {
  const { status, body: answer } = await service.call('POST', path, body);
  expect([status, answer.detail]).toEqual([status < 300 ? status : 200, undefined]);
  return answer;
};

beforeAll(async () => {
  const egress = egressPolicy({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] });
  const drivers = { egress, clock, browser: fakeBrowser({ pages: [] }) };
  service = await openService({ blocks, drivers });
  workflow = (await post('/v1/workflows', definition())).workflow_permanent_id;
  ids.session = (await post('/v1/browser_sessions', {})).browser_session_id;
  ids.profile = (await post('/v1/browser_profiles', { name: 'Desk' })).browser_profile_id;
  const login = await service.engine.credentials.create(service.organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann', password: 'pw' },
  });
  ids.credential = login.credential_id;
});
afterAll(() => service.close());

const site = 'https://shop.example/';
/** The settings of a run, which then is canceled: a session takes one run at a time. */
const settingsOf = async (runId: string): Promise<RunSettings> => {
  const { settings } = await service.engine.runs.get(service.organizationId, runId);
  await service.call('POST', `/v1/runs/${runId}/cancel`);
  return settings;
};

/** A member of requests, its value, and the setting that it becomes; an id is named by its kind. */
type Setting = readonly [member: string, value: unknown, setting: Partial<RunSettings> | (() => object)];
const common: readonly Setting[] = [
  ['webhook_url', 'https://hooks.example/a', { webhookUrl: 'https://hooks.example/a' }],
  ['proxy_location', 'RESIDENTIAL_DE', { proxyLocation: 'RESIDENTIAL_DE' }],
  ['totp_url', 'https://codes.example/a', { totpUrl: 'https://codes.example/a' }],
  ['totp_identifier', 'ann@shop.example', { totpIdentifier: 'ann@shop.example' }],
  ['browser_session_id', 'session', () => ({ browserSessionId: ids.session })],
  ['browser_address', 'wss://browsers.example/1', { browserAddress: 'wss://browsers.example/1' }],
  ['extra_http_headers', { 'x-trace': '1' }, { extraHttpHeaders: { 'x-trace': '1' } }],
  ['allowed_domains', ['shop.example'], { allowedDomains: ['shop.example'] }],
  ['max_cost', 0.25, { maxCost: 0.25 }],
  ['max_tokens', 9_000, { maxTokens: 9_000 }],
  ['metadata', { job: 'j-17' }, { metadata: { job: 'j-17' } }],
  ['priority', -3, { priority: -3 }],
];
const profile: Setting = ['browser_profile_id', 'profile', () => ({ browserProfileId: ids.profile })];
const scrolls: Setting = ['max_screenshot_scrolls', 4, { maxScreenshotScrolls: 4 }];
const scrollingTimes: Setting = ['max_screenshot_scrolling_times', 4, { maxScreenshotScrolls: 4 }];
const runWith: Setting = ['run_with', 'code', { runWith: 'code' }];
const fallback: Setting = ['ai_fallback', true, { aiFallback: true }];
const recorded: Setting = ['record_for_replay', true, { isRecorded: true }];
const partial: readonly Setting[] = [
  ['block_labels', ['look'], { blockLabels: ['look'] }],
  ['block_outputs', { look: { a: 1 } }, { blockOutputs: { look: { a: 1 } } }],
];
const ofWorkflows = [...common, profile, scrolls, runWith, fallback, recorded, ...partial];

const idOr = (value: unknown) => (typeof value === 'string' && ids[value]) || value;
const expectedOf = (setting: Setting[2]) => (typeof setting === 'function' ? setting() : setting);

describe('a member of the request', () => {
  it.each([...common, scrolls, runWith])(
    'of a task is a setting of the run: `%s`',
    async (member, value, setting) => {
      const { run_id } = await post('/v1/run/tasks', { prompt: 'Look', [member]: idOr(value) });
      expect(await settingsOf(run_id)).toMatchObject(expectedOf(setting));
    },
  );

  it.each([...common, profile, scrollingTimes])(
    'of a login is a setting of the run: `%s`',
    async (member, value, setting) => {
      const request = { credential_type: 'service', credential_id: ids.credential, url: site };
      const { run_id } = await post('/v1/run/tasks/login', { ...request, [member]: idOr(value) });
      expect(await settingsOf(run_id)).toMatchObject(expectedOf(setting));
    },
  );

  it.each([...common, profile, scrollingTimes])(
    'of a download is a setting of the run: `%s`',
    async (member, value, setting) => {
      const request = { navigation_goal: 'Get it', url: site };
      const { run_id } = await post('/v1/run/tasks/download_files', { ...request, [member]: idOr(value) });
      expect(await settingsOf(run_id)).toMatchObject(expectedOf(setting));
    },
  );

  it.each(ofWorkflows)('of a workflow run is a setting of the run: `%s`', async (member, value, setting) => {
    const { run_id } = await post('/v1/run/workflows', { workflow_id: workflow, [member]: idOr(value) });
    expect(await settingsOf(run_id)).toMatchObject(expectedOf(setting));
  });
});

it.each<Setting>([
  ['webhook_callback_url', 'https://hooks.example/w', { webhookUrl: 'https://hooks.example/w' }],
  ['proxy_location', 'RESIDENTIAL_DE', { proxyLocation: 'RESIDENTIAL_DE' }],
  ['totp_verification_url', 'https://codes.example/w', { totpUrl: 'https://codes.example/w' }],
  ['totp_identifier', 'bob@shop.example', { totpIdentifier: 'bob@shop.example' }],
  ['max_screenshot_scrolls', 2, { maxScreenshotScrolls: 2 }],
  ['extra_http_headers', { 'x-trace': '2' }, { extraHttpHeaders: { 'x-trace': '2' } }],
  ['allowed_domains', ['*.shop.example'], { allowedDomains: ['*.shop.example'] }],
  ['max_cost', 2, { maxCost: 2 }],
  ['max_tokens', 8_000, { maxTokens: 8_000 }],
  ['run_with', 'code', { runWith: 'code' }],
  ['ai_fallback', true, { aiFallback: true }],
  ['max_elapsed_time_minutes', 7, { maxElapsedMinutes: 7 }],
])('a member of the workflow is a setting of its runs: `%s`', async (member, value, setting) => {
  const { workflow_permanent_id } = await post('/v1/workflows', definition({ [member]: value }));
  const { run_id } = await post('/v1/run/workflows', { workflow_id: workflow_permanent_id });
  expect(await settingsOf(run_id)).toMatchObject(expectedOf(setting));
});

it.each(ofWorkflows)(
  'a run option of a schedule is a setting of its runs: `%s`',
  async (member, value, setting) => {
    const { schedule_id } = await post(`/v1/workflows/${workflow}/schedules`, {
      ...{ cron: '*/5 * * * *', timezone: 'UTC', name: member },
      run_options: { title: 'Nightly', [member]: idOr(value) },
    });
    await service.engine.start();
    await clock.advance(5 * minute);
    const { last_run_id, last_run_at, last_error } = (
      await service.call('GET', `/v1/schedules/${schedule_id}`)
    ).body;
    expect([last_run_at, last_error]).toEqual([expect.stringMatching(/Z$/), null]);
    const run = await service.engine.runs.get(service.organizationId, last_run_id);
    expect(run.title).toBe('Nightly');
    expect(run.settings).toMatchObject(expectedOf(setting));
    await service.call('DELETE', `/v1/schedules/${schedule_id}`);
  },
);

it('a schedule tells why a run could not be started', async () => {
  const { workflow_permanent_id: id } = await post('/v1/workflows', definition());
  const { schedule_id } = await post(`/v1/workflows/${id}/schedules`, { cron: '*/5 * * * *' });
  const city = { parameter_type: 'workflow', key: 'city', workflow_parameter_type: 'string' };
  const needs = {
    workflow_definition: { parameters: [city], blocks: [{ block_type: 'look', label: 'look' }] },
  };
  await post(`/v1/workflows/${id}`, definition(needs));
  await service.engine.start();
  await clock.advance(5 * minute);
  const { body } = await service.call('GET', `/v1/schedules/${schedule_id}`);
  expect(body).toMatchObject({ last_run_id: null, last_error: expect.stringContaining('city') });
});

it.each([
  [true, 'published'],
  [false, 'auto_generated'],
])('with `publish_workflow` %s the workflow of a task is %s', async (publish_workflow, status) => {
  const task = { prompt: 'Look', engine: 'service-2.0', publish_workflow };
  const { run_id } = await post('/v1/run/tasks', task);
  const { workflowPermanentId } = await service.engine.runs.get(service.organizationId, run_id);
  expect((await service.call('GET', `/v1/workflows/${workflowPermanentId}`)).body.status).toBe(status);
});

it.each([
  ['/v1/run/tasks', () => ({ prompt: 'Look' })],
  ['/v1/run/workflows', () => ({ workflow_id: workflow })],
])(
  'the run continues the trace of the request, whose headers count when they are valid: %s',
  async (path, body) => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const start = async (headers: Record<string, string>) => {
      const answer = await service.call('POST', path, body(), headers);
      expect(answer.status).toBe(200);
      return (await settingsOf(answer.body.run_id)).traceContext;
    };
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    expect(await start({ traceparent, tracestate: 'vendor=1' })).toEqual({
      traceparent,
      tracestate: 'vendor=1',
    });
    expect(await start({ traceparent: `00-${trace}-0-01`, tracestate: 'vendor=1' })).toBeUndefined();
  },
);

it('a priority is shown with the run, and 0 without one', async () => {
  const started = await post('/v1/run/workflows', { workflow_id: workflow, priority: -7 });
  const { body: read } = await service.call('GET', `/v1/runs/${started.run_id}`);
  expect([started.priority, read.priority]).toEqual([-7, -7]);
  expect((await post('/v1/run/workflows', { workflow_id: workflow })).priority).toBe(0);
});

it('of several organizations, a priority above 0 is shown as 0, and the answer and the timeline say so', async () => {
  const warning = {
    code: 'priority_ignored',
    message: expect.stringContaining('RUNWRIGHT_HIGHEST_PRIORITY'),
    path: ['priority'],
  };
  const task = await post('/v1/run/tasks', { prompt: 'Look', priority: 1 });
  const started = await post('/v1/run/workflows', { workflow_id: workflow, priority: 10 });
  for (const answer of [task, started])
    expect(answer).toMatchObject({ priority: 0, run_request: expect.anything(), warnings: [warning] });
  await service.engine.start();
  await service.engine.runs.finished(service.organizationId, started.run_id);
  const timeline = await service.engine.runs.timeline(service.organizationId, started.run_id);
  expect(JSON.stringify(timeline)).toContain('The priority 10 counts as 0');
});

describe('`metadata`', () => {
  it('is shown with the run, and null without one', async () => {
    const started = await post('/v1/run/workflows', { workflow_id: workflow, metadata: { job: 'j-17' } });
    const { body: read } = await service.call('GET', `/v1/runs/${started.run_id}`);
    expect([started.metadata, read.metadata]).toEqual([{ job: 'j-17' }, { job: 'j-17' }]);
    expect((await post('/v1/run/workflows', { workflow_id: workflow })).metadata).toBeNull();
  });

  it.each([
    ['a number', { job: 17 }, ['metadata', 'job']],
    ['a list', ['j-17'], ['metadata']],
    ['more than 16,384 characters of JSON', { job: 'x'.repeat(16_384) }, ['metadata']],
  ])('is refused: %s', async (_what, metadata, place) => {
    const { status, body } = await service.call('POST', '/v1/run/tasks', { prompt: 'Look', metadata });
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', ...place]]);
  });
});

it('the answer to a start warns of parameters that the workflow does not have, and the record keeps it', async () => {
  const parameters = [
    { key: 'city', parameter_type: 'workflow', workflow_parameter_type: 'string', default_value: 'Rome' },
  ];
  const definitionOf = { version: 1, parameters, blocks: [{ block_type: 'look', label: 'look' }] };
  const { workflow_permanent_id: workflow_id } = await post(
    '/v1/workflows',
    definition({ workflow_definition: definitionOf }),
  );
  const request = { workflow_id, parameters: { citty: 'Oslo', size: 3 } };
  const headers = { 'idempotency-key': 'warned' };
  const { body: started } = await service.call('POST', '/v1/run/workflows', request, headers);
  const common = { code: 'unknown_parameter' };
  expect(started.warnings).toMatchObject([
    {
      ...common,
      path: ['parameters', 'citty'],
      suggestion: 'city',
      message: expect.stringContaining('`city`?'),
    },
    { ...common, path: ['parameters', 'size'], suggestion: null },
  ]);
  const { body: again } = await service.call('POST', '/v1/run/workflows', request, headers);
  expect(again).toEqual(started);
  const { body: read } = await service.call('GET', `/v1/runs/${started.run_id}`);
  expect(read.warnings).toEqual(started.warnings);
  expect((await post('/v1/run/tasks', { prompt: 'Look' })).warnings).toEqual([]);
});

describe('`allowed_domains`', () => {
  it('of the request replaces that of the workflow', async () => {
    const draft = definition({ allowed_domains: ['shop.example'] });
    const { workflow_permanent_id: workflow_id } = await post('/v1/workflows', draft);
    const request = { workflow_id, allowed_domains: ['bank.example'] };
    const { run_id } = await post('/v1/run/workflows', request);
    expect(await settingsOf(run_id)).toMatchObject({ allowedDomains: ['bank.example'] });
  });

  it.each([
    [{ allowed_domains: ['https://shop.example/'] }, 0],
    [{ allowed_domains: ['shop.example', '*'] }, 1],
    [{ allowed_domains: ['shop.example'], browser_address: 'wss://browsers.example/1' }, undefined],
  ])('is refused when the browser could not keep to it: %j', async (members, index) => {
    const { status, body } = await service.call('POST', '/v1/run/tasks', { prompt: 'Look', ...members });
    const place = index === undefined ? ['allowed_domains'] : ['allowed_domains', String(index)];
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', ...place]]);
  });

  it('of a workflow is checked when the workflow is stored', async () => {
    const draft = definition({ allowed_domains: ['shop.example/cart'] });
    const { status, body } = await service.call('POST', '/v1/workflows', draft);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('allowed_domains')]);
  });
});

describe('`max_cost` and `max_tokens`', () => {
  it('of the request and of the workflow: the smaller ones are settings of the run', async () => {
    const draft = definition({ max_cost: 1, max_tokens: 9_000 });
    const { workflow_permanent_id: workflow_id, ...shown } = await post('/v1/workflows', draft);
    expect(shown).toMatchObject({ max_cost: 1, max_tokens: 9_000 });
    const { run_id } = await post('/v1/run/workflows', { workflow_id, max_cost: 3, max_tokens: 5_000 });
    expect(await settingsOf(run_id)).toMatchObject({ maxCost: 1, maxTokens: 5_000 });
  });

  it.each([
    ['max_cost', 0],
    ['max_tokens', 0.5],
  ])('a `%s` of %s is refused', async (member, value) => {
    const { status, body } = await service.call('POST', '/v1/run/tasks', { prompt: 'Look', [member]: value });
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', member]]);
  });
});
