import { agentBlocks } from '@runwright/agent';
import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import { fakeBrowser, manualClock } from '@runwright/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The values of the enumerations of the API, written here again so that a value that is lost is noticed.
const proxyLocations = [
  ...['RESIDENTIAL', 'RESIDENTIAL_ES', 'RESIDENTIAL_IE', 'RESIDENTIAL_GB', 'RESIDENTIAL_IN'],
  ...['RESIDENTIAL_JP', 'RESIDENTIAL_FR', 'RESIDENTIAL_DE', 'RESIDENTIAL_NZ', 'RESIDENTIAL_ZA'],
  ...['RESIDENTIAL_AR', 'RESIDENTIAL_AU', 'RESIDENTIAL_PH', 'RESIDENTIAL_ISP', 'US-CA', 'US-NY', 'US-TX'],
  ...['US-FL', 'US-WA', 'RESIDENTIAL_BR', 'RESIDENTIAL_TR', 'RESIDENTIAL_CA', 'RESIDENTIAL_MX'],
  ...['RESIDENTIAL_IT', 'RESIDENTIAL_NL', 'NONE'],
];
const artifactTypes = [
  ...['recording', 'browser_console_log', 'service_log', 'service_log_raw', 'screenshot', 'screenshot_llm'],
  ...['screenshot_action', 'screenshot_final', 'llm_prompt', 'llm_request', 'llm_response'],
  ...['llm_response_parsed', 'llm_response_rendered', 'visible_elements_id_css_map'],
  ...['visible_elements_id_frame_map', 'visible_elements_tree', 'visible_elements_tree_trimmed'],
  ...['visible_elements_tree_in_prompt', 'hashed_href_map', 'visible_elements_id_xpath_map', 'html'],
  ...['html_scrape', 'html_action', 'trace', 'har', 'script_file', 'pdf'],
];
const runStatuses = [
  ...['created', 'queued', 'running', 'timed_out', 'failed', 'terminated', 'completed', 'canceled'],
];
const runTypes = ['task_v1', 'task_v2', 'cua_a', 'cua_b', 'ui_agent', 'workflow_run'];

/** Ends its run as it is told. */
const ends = defineBlock({
  type: 'ends',
  config: Type.Object({ as: Type.String() }),
  output: Type.Object({}),
  async run({ as }, { signal }) {
    if (as === 'failed') throw new RunwrightError('block_failed', 'it broke');
    if (as === 'terminated') throw new RunwrightError('terminated', 'it is sold out');
    if (as === 'completed') return {};
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  },
});

interface Service {
  readonly engine: Engine;
  readonly organizationId: string;
  post(path: string, body: object): Promise<{ readonly status: number; readonly body: any }>;
  get(path: string): Promise<{ readonly status: number; readonly body: any }>;
  close(): Promise<void>;
}

async function openService(options: Parameters<typeof createEngine>[0]): Promise<Service> {
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const engine = await createEngine({
    urls: httpUrls(),
    ...options,
    drivers: { egress, browser: fakeBrowser({ pages: [] }), ...options?.drivers },
  });
  const { organizationId } = await engine.organizations.first();
  const key = (await engine.keys.create(organizationId, { name: 'test', scopes: ['read', 'run', 'admin'] }))
    .text;
  const app: FastifyInstance = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  await engine.start();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = ({ statusCode, body }: { statusCode: number; body: string }) => ({
    status: statusCode,
    body: JSON.parse(body),
  });
  return {
    engine,
    organizationId,
    post: async (path, body) =>
      answer(await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) })),
    get: async (path) => answer(await app.inject({ url: path, headers: { 'x-api-key': key } })),
    async close() {
      await app.close();
      await engine.close();
    },
  };
}

const refused = (loc: readonly string[], type = 'enum') => ({
  status: 422,
  body: { detail: [{ loc, type, msg: expect.any(String) }] },
});

describe('values of requests', () => {
  let service: Service;
  let workflowId: string;
  beforeAll(async () => {
    // Nothing is executed: the requests are what is tested.
    service = await openService({ blocks: [...agentBlocks(), ends], settings: { concurrency: 0 } });
    const json_definition = {
      workflow_definition: { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }] },
    };
    workflowId = (await service.post('/v1/workflows', { json_definition })).body.workflow_permanent_id;
  });
  afterAll(() => service.close());

  it.each(proxyLocations)(
    'proxy location %s: tasks, workflows, runs, logins, downloads and sessions',
    async (proxy_location) => {
      const { post } = service;
      const definition = {
        proxy_location,
        workflow_definition: { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }] },
      };
      const task = await post('/v1/run/tasks', { prompt: 'x', proxy_location });
      expect([task.status, task.body.run_request.proxy_location]).toEqual([200, proxy_location]);
      const workflow = await post('/v1/workflows', { json_definition: definition });
      expect([workflow.status, workflow.body.proxy_location]).toEqual([200, proxy_location]);
      const run = await post('/v1/run/workflows', { workflow_id: workflowId, proxy_location });
      expect([run.status, run.body.run_request.proxy_location]).toEqual([200, proxy_location]);
      const download = await post('/v1/run/tasks/download_files', { navigation_goal: 'x', proxy_location });
      expect([download.status, download.body.run_request.proxy_location]).toEqual([200, proxy_location]);
      const session = await post('/v1/browser_sessions', { proxy_location });
      expect(session.status).toBe(200);
      const { browser_session_id: id } = session.body;
      expect((await post(`/v1/browser_sessions/${id}/close`, {})).status).toBe(200);
    },
  );

  it('an unknown proxy location is refused everywhere', async () => {
    const { post } = service;
    const proxy_location = 'RESIDENTIAL_XX';
    expect(await post('/v1/run/tasks', { prompt: 'x', proxy_location })).toMatchObject({ status: 422 });
    expect(await post('/v1/run/workflows', { workflow_id: workflowId, proxy_location })).toMatchObject(
      refused(['body', 'proxy_location']),
    );
    expect(await post('/v1/browser_sessions', { proxy_location })).toMatchObject(
      refused(['body', 'proxy_location']),
    );
    const download = { navigation_goal: 'x', proxy_location };
    expect(await post('/v1/run/tasks/download_files', download)).toMatchObject(
      refused(['body', 'proxy_location']),
    );
    const json_definition = { proxy_location, workflow_definition: { blocks: [] } };
    expect((await post('/v1/workflows', { json_definition })).status).toBe(422);
  });

  it.each([
    ['service-1.0', 'task_v1'],
    ['service-2.0', 'task_v2'],
    ['cua-a', 'cua_a'],
    ['cua-b', 'cua_b'],
    ['ui-agent', 'ui_agent'],
  ])('engine %s starts a run of type %s', async (engine, run_type) => {
    expect(await service.post('/v1/run/tasks', { prompt: 'x', engine })).toMatchObject({
      status: 200,
      body: { run_type, run_request: { engine } },
    });
  });

  it('an unknown engine is refused with the names of all', async () => {
    const answer = await service.post('/v1/run/tasks', { prompt: 'x', engine: 'service-3.0' });
    expect(answer).toMatchObject(refused(['body', 'engine']));
    for (const name of ['service-1.0', 'service-2.0', 'cua-a', 'cua-b', 'ui-agent']) {
      expect(answer.body.detail[0].msg).toContain(name);
    }
  });

  it.each(['agent', 'code'])('run_with %s', async (run_with) => {
    expect((await service.post('/v1/run/tasks', { prompt: 'x', run_with })).status).toBe(200);
    const run = await service.post('/v1/run/workflows', { workflow_id: workflowId, run_with });
    expect(run).toMatchObject({ status: 200, body: { run_with } });
  });

  it('another run_with is refused', async () => {
    const request = { workflow_id: workflowId, run_with: 'person' };
    expect(await service.post('/v1/run/workflows', request)).toMatchObject(refused(['body', 'run_with']));
    expect(await service.post('/v1/run/tasks', { prompt: 'x', run_with: 'person' })).toMatchObject(
      refused(['body', 'run_with']),
    );
  });

  it.each(['published', 'draft', 'auto_generated'])('workflow status %s', async (status) => {
    const json_definition = { title: `Is ${status}`, status, workflow_definition: { blocks: [] } };
    expect(await service.post('/v1/workflows', { json_definition })).toMatchObject({
      status: 200,
      body: { status },
    });
    const listed = await service.get(`/v1/workflows?status=${status}&search_key=Is%20${status}`);
    expect(listed.body.map((one: { status: string }) => one.status)).toEqual([status]);
  });

  it.each(['importing', 'import_failed'])('workflow status %s is given by imports alone', async (status) => {
    const json_definition = { status, workflow_definition: { blocks: [] } };
    expect(await service.post('/v1/workflows', { json_definition })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'value_error' }] },
    });
    expect((await service.get(`/v1/workflows?status=${status}`)).status).toBe(200);
  });

  it('an unknown workflow status is refused', async () => {
    const json_definition = { status: 'gone', workflow_definition: { blocks: [] } };
    expect((await service.post('/v1/workflows', { json_definition })).status).toBe(422);
    expect((await service.get('/v1/workflows?status=gone')).status).toBe(422);
  });

  it.each([
    ['password', { username: 'ann', password: 'secret-1' }],
    [
      'credit_card',
      {
        card_number: '4111111111111111',
        card_cvv: '123',
        card_exp_month: '04',
        card_exp_year: '2031',
        card_brand: 'visa',
        card_holder_name: 'Ann',
      },
    ],
    ['secret', { secret_value: 'secret-2' }],
  ])('credential type %s', async (credential_type, credential) => {
    expect(await service.post('/v1/credentials', { name: 'A', credential_type, credential })).toMatchObject({
      status: 201,
      body: { credential_type },
    });
  });

  it('an unknown credential type is refused', async () => {
    const request = { name: 'A', credential_type: 'card', credential: {} };
    expect((await service.post('/v1/credentials', request)).status).toBe(422);
  });

  it('login with a credential of the service', async () => {
    const credential = { username: 'ann', password: 'secret-1' };
    const { body } = await service.post('/v1/credentials', {
      ...{ name: 'A', credential_type: 'password', credential },
    });
    const request = {
      credential_type: 'service',
      credential_id: body.credential_id,
      url: 'https://shop.test',
    };
    expect(await service.post('/v1/run/tasks/login', request)).toMatchObject({
      status: 200,
      body: { run_type: 'workflow_run' },
    });
  });

  it.each([
    ['password_manager_a', { password_manager_a_item_id: 'i' }],
    ['password_manager_b', { password_manager_b_vault_id: 'v', password_manager_b_item_id: 'i' }],
    ['cloud_vault', { cloud_vault_name: 'v', cloud_vault_username_key: 'u', cloud_vault_password_key: 'p' }],
  ])(
    'login with %s is refused with a reason while the host has not configured it',
    async (source, members) => {
      const answer = await service.post('/v1/run/tasks/login', {
        credential_type: source,
        url: 'https://shop.test',
        ...members,
      });
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/\w/) } });
    },
  );

  it('an unknown source of a login is refused', async () => {
    expect(await service.post('/v1/run/tasks/login', { credential_type: 'paper' })).toMatchObject(
      refused(['body', 'credential_type']),
    );
  });

  it.each([
    { extensions: ['ad-blocker'] },
    { extensions: ['captcha-solver'] },
    { extensions: ['ad-blocker', 'captcha-solver'] },
    { browser_type: 'browser_a' },
    { browser_type: 'browser_b' },
  ])('a session with %j', async (members) => {
    const answer = await service.post('/v1/browser_sessions', members);
    expect(answer).toMatchObject({ status: 200, body: members });
    await service.post(`/v1/browser_sessions/${answer.body.browser_session_id}/close`, {});
  });

  it('an unknown extension or browser is refused', async () => {
    expect((await service.post('/v1/browser_sessions', { extensions: ['other'] })).status).toBe(422);
    expect(await service.post('/v1/browser_sessions', { browser_type: 'browser_c' })).toMatchObject(
      refused(['body', 'browser_type']),
    );
  });

  it.each(artifactTypes)('artifacts of type %s can be asked for', async (type) => {
    const { body } = await service.post('/v1/run/tasks', { prompt: 'x' });
    expect(await service.get(`/v1/runs/${body.run_id}/artifacts?artifact_type=${type}`)).toEqual({
      status: 200,
      body: [],
    });
  });

  it.each([
    ...runStatuses.map((value) => `status=${value}`),
    ...runTypes.map((value) => `run_type=${value}`),
  ])('runs can be listed by %s', async (query) => {
    expect((await service.get(`/v1/runs?${query}`)).status).toBe(200);
  });
});

describe('values of answers', () => {
  it.each([
    ['service-1.0', 'task_v1'],
    ['service-2.0', 'task_v2'],
    ['cua-a', 'cua_a'],
    ['cua-b', 'cua_b'],
    ['ui-agent', 'ui_agent'],
  ])('a host with an agent for %s has runs of the type %s', async (engine, run_type) => {
    const task = defineBlock({
      type: 'task',
      config: Type.Object({}, { additionalProperties: true }),
      output: Type.Object({}),
      run: async () => ({}),
    });
    const service = await openService({ blocks: [task], settings: { concurrency: 0 } });
    const started = await service.post('/v1/run/tasks', { prompt: 'x', engine });
    expect(started).toMatchObject({ status: 200, body: { run_type } });
    const list = await service.get(`/v1/runs?run_type=${run_type}`);
    expect(list.body.map((run: { run_type: string }) => run.run_type)).toEqual([run_type]);
    await service.close();
  });

  it('every status of a run', async () => {
    const clock = manualClock();
    const service = await openService({ blocks: [ends], drivers: { clock }, settings: { concurrency: 8 } });
    const begin = async (as: string, more: object = {}) => {
      const json_definition = {
        workflow_definition: { blocks: [{ block_type: 'ends', label: 'e', as }] },
        max_elapsed_time_minutes: 1,
        ...more,
      };
      const { body } = await service.post('/v1/workflows', { json_definition });
      const started = await service.post('/v1/run/workflows', { workflow_id: body.workflow_permanent_id });
      expect(started.body).toMatchObject({ status: 'created', run_type: 'workflow_run' });
      return { runId: started.body.run_id, workflowId: body.workflow_permanent_id };
    };
    const is = (runId: string, status: string) =>
      expect.poll(async () => (await service.get(`/v1/runs/${runId}`)).body.status).toBe(status);
    for (const status of ['completed', 'failed', 'terminated']) await is((await begin(status)).runId, status);
    const waiting = await begin('hangs', { run_sequentially: true });
    await is(waiting.runId, 'running');
    const second = await service.post('/v1/run/workflows', { workflow_id: waiting.workflowId });
    await is(second.body.run_id, 'queued');
    await service.post(`/v1/runs/${second.body.run_id}/cancel`, {});
    await is(second.body.run_id, 'canceled');
    await clock.advance(60_000);
    await is(waiting.runId, 'timed_out');
    await service.close();
  });

  it('every plan tier of the billing state', async () => {
    const service = await openService({ settings: { concurrency: 0 } });
    for (const tier of ['free', 'hobby', 'pro'] as const) {
      await service.engine.billing.setPlan(service.organizationId, tier);
      expect((await service.get('/api/v1/billing/state')).body.plan_tier).toBe(tier);
    }
    await service.close();
  });

  it('the statuses of a workflow that is imported', async () => {
    const service = await openService({});
    const yaml_definition =
      'title: T\nworkflow_definition:\n  blocks:\n    - {block_type: wait, label: w, wait_sec: 1}';
    const statusOf = (id: string) => async () => (await service.get(`/v1/workflows/${id}`)).body.status;
    const good = await service.post('/v1/workflows/import', { yaml_definition });
    expect(good).toMatchObject({ status: 200, body: { status: 'importing' } });
    await expect.poll(statusOf(good.body.workflow_permanent_id)).toBe('published');
    const bad = await service.post('/v1/workflows/import', { yaml_definition: 'title: [' });
    expect(bad).toMatchObject({ status: 200, body: { status: 'importing' } });
    await expect.poll(statusOf(bad.body.workflow_permanent_id)).toBe('import_failed');
    const unknown = yaml_definition.replace('wait,', 'nothing,');
    const failed = await service.post('/v1/workflows/import', { yaml_definition: unknown });
    await expect.poll(statusOf(failed.body.workflow_permanent_id)).toBe('import_failed');
    await service.close();
  });
});
