import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';
import { inlineReferences } from './openapi/inline-references.test-helpers.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const snap = defineBlock({
  type: 'task',
  config: Type.Object({ navigation_goal: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
  output: Type.Object({ extracted_information: Type.Unknown() }),
  async run(_config, context) {
    await context.artifact({ type: 'screenshot_final', content: pixel });
    await context.artifact({ type: 'llm_request', content: '{}' });
    return { extracted_information: { answer: 42 } };
  },
});

const echo = defineBlock({
  type: 'echo',
  config: Type.Object({ text: Type.String() }),
  output: Type.Object({ text: Type.String() }),
  run: async ({ text }) => ({ text }),
});

const branching = {
  parameters: [{ parameter_type: 'workflow', key: 'n', workflow_parameter_type: 'integer' }],
  blocks: [
    {
      block_type: 'conditional',
      label: 'size',
      branch_conditions: [
        {
          criteria: { criteria_type: 'jinja2_template', expression: '{{ n > 10 }}' },
          next_block_label: 'big',
        },
        { is_default: true, next_block_label: 'small' },
      ],
    },
    { block_type: 'echo', label: 'big', text: 'big {{ n }}' },
    { block_type: 'echo', label: 'small', text: 'small {{ n }}' },
  ],
};

describe('httpAdapter', () => {
  let engine: Engine;
  let app: FastifyInstance;
  let key: string;

  beforeAll(async () => {
    engine = await createEngine({ blocks: [snap, echo], urls: httpUrls() });
    await engine.start();
    const { organizationId } = await engine.organizations.first();
    key = (await engine.keys.create(organizationId, { name: 'test' })).text;
    app = fastify(serverOptions());
    await app.register(httpAdapter, { engine, version: '1.2.3' });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await engine.close();
  });

  const call = async (
    method: 'GET' | 'POST' | 'HEAD' | 'DELETE',
    url: string,
    body?: unknown,
    headers = {},
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: { 'x-api-key': key, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(body === undefined
        ? {}
        : { headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers } }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      json: () => answer.json(),
    };
  };
  const finished = async (runId: string) => {
    const { organizationId } = await engine.organizations.first();
    await engine.runs.finished(organizationId, runId);
    return (await call('GET', `/v1/runs/${runId}`)).json();
  };

  it('refuses a missing, wrong or malformed key with 403, before the body is read', async () => {
    for (const headers of [
      { 'x-api-key': '' },
      { 'x-api-key': 'rw_wrong_wrong_wrong' },
      { 'x-api-key': 'short' },
    ]) {
      const { status, json } = await call('POST', '/v1/run/tasks', '{broken', headers);
      expect([status, json()]).toEqual([403, { detail: 'Invalid credentials' }]);
    }
    const none = await app.inject({ method: 'GET', url: '/v1/runs/tsk_1' });
    expect([none.statusCode, none.json()]).toEqual([403, { detail: 'Invalid credentials' }]);
  });

  it('answers health and version without a key', async () => {
    const health = await app.inject({ url: '/health' });
    expect([health.statusCode, health.json()]).toEqual([
      200,
      { status: 'ok', store: 'ok', queue: 'ok', master_key: 'ok', workers: 2 },
    ]);
    expect((await app.inject({ url: '/v1/version' })).json()).toEqual({
      name: 'runwright',
      version: '1.2.3',
      api: 'v1',
    });
  });

  it('says that a service is a demo, with its site, the account of it and whether a script answers', async () => {
    const account = { username: 'ann', password: 'open' };
    const demo = { siteUrl: 'http://127.0.0.1:8001', hasScriptedModel: true, account };
    const other = fastify(serverOptions());
    await other.register(httpAdapter, { engine, version: '1.2.3', demo });
    expect((await other.inject({ url: '/v1/version' })).json()).toMatchObject({
      demo: {
        ...{ site_url: 'http://127.0.0.1:8001', scripted_model: true },
        ...{ site_user: 'ann', site_password: 'open' },
      },
    });
    await other.close();
  });

  it('names a missing prompt', async () => {
    const { status, json } = await call('POST', '/v1/run/tasks', {});
    expect([status, json()]).toEqual([
      422,
      {
        detail: [{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }],
        code: 'invalid_input',
      },
    ]);
  });

  it('tells broken JSON, a body that is no object, a missing body and a wrong media type apart', async () => {
    expect((await call('POST', '/v1/run/tasks', '{broken')).json().detail[0]).toEqual({
      loc: ['body'],
      msg: 'JSON decode error',
      type: 'json_invalid',
    });
    expect((await call('POST', '/v1/run/tasks', '[]')).json().detail[0]).toMatchObject({
      loc: ['body'],
      type: 'model_attributes_type',
    });
    expect((await call('POST', '/v1/run/tasks')).json().detail[0]).toMatchObject({
      loc: ['body'],
      type: 'missing',
    });
    expect((await call('POST', '/v1/run/tasks', '<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect(
      (await call('POST', '/v1/run/tasks', `${'['.repeat(200)}${']'.repeat(200)}`)).json().detail[0],
    ).toMatchObject({ type: 'value_error' });
  });

  it('knows unknown paths from unknown methods, and ignores a trailing slash', async () => {
    expect((await call('GET', '/v1/nothing')).json()).toEqual({ detail: 'Not Found' });
    const wrong = await call('DELETE', '/v1/run/tasks');
    expect([wrong.status, wrong.json(), wrong.headers.allow]).toEqual([
      405,
      { detail: 'Method Not Allowed' },
      'POST',
    ]);
    expect((await call('GET', '/v1/workflows/')).status).toBe(200);
  });

  it('answers 404 for an unknown run, naming it', async () => {
    for (const path of ['', '/timeline', '/artifacts']) {
      const { status, json } = await call('GET', `/v1/runs/tsk_404${path}`);
      expect([status, json()]).toEqual([404, { detail: 'Run tsk_404 not found' }]);
    }
  });

  it('sends the headers that every answer has', async () => {
    const { headers } = await call('GET', '/v1/workflows', undefined, { 'x-request-id': 'mine-1' });
    expect(headers).toMatchObject({
      'x-request-id': 'mine-1',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none'",
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('runs a task: record, artifacts, and a screenshot behind a signed link', async () => {
    const started = (await call('POST', '/v1/run/tasks', { prompt: 'Find the answer' })).json();
    expect(started.run_id).toMatch(/^tsk_\d{19,}$/);
    expect(started).toMatchObject({
      status: 'created',
      run_type: 'task_v2',
      run_request: { prompt: 'Find the answer' },
    });

    const run = await finished(started.run_id);
    expect(run).toMatchObject({
      status: 'completed',
      output: { answer: 42 },
      failure_reason: null,
      errors: [],
    });

    const artifacts = (
      await call('GET', `/v1/runs/${started.run_id}/artifacts?artifact_type=screenshot_final`)
    ).json();
    expect(artifacts).toHaveLength(1);
    expect(artifacts[0]).toMatchObject({
      run_id: started.run_id,
      task_id: started.run_id,
      uri: `artifact://${artifacts[0].artifact_id}`,
    });
    expect(
      (await call('GET', `/v1/runs/${started.run_id}/artifacts`))
        .json()
        .map((one: { artifact_type: string }) => one.artifact_type)
        // The log of the run is stored after its end.
        .filter((type: string) => !type.startsWith('service_log')),
    ).toEqual(['screenshot_final', 'llm_request']);
    expect(
      (await call('GET', `/v1/runs/${started.run_id}/artifacts?artifact_type=nonsense`)).json().detail[0].loc,
    ).toEqual(['query', 'artifact_type', '0']);

    const link = new URL(run.screenshot_urls[0]);
    const picture = await app.inject({ url: link.pathname + link.search });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.rawPayload.equals(pixel)).toBe(true);

    link.searchParams.set('sig', 'wrong');
    const refused = await call('GET', link.pathname + link.search);
    expect([refused.status, refused.json()]).toEqual([403, { detail: 'Invalid or expired signature' }]);
  });

  it('serves ranges and not-modified answers of an artifact to a key', async () => {
    const { run_id } = (await call('POST', '/v1/run/tasks', { prompt: 'Find' })).json();
    await finished(run_id);
    const [artifact] = (await call('GET', `/v1/runs/${run_id}/artifacts`)).json();
    const url = `/v1/artifacts/${artifact.artifact_id}/content`;
    const part = await call('GET', url, undefined, { range: 'bytes=1-3' });
    expect([part.status, part.bytes.toString(), part.headers['content-range']]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${pixel.length}`,
    ]);
    expect((await call('GET', url, undefined, { range: 'bytes=9999-' })).status).toBe(416);
    const whole = await call('GET', url);
    expect((await call('GET', url, undefined, { 'if-none-match': whole.headers.etag })).status).toBe(304);
    expect((await call('HEAD', url)).headers['content-length']).toBe(String(pixel.length));
    expect((await app.inject({ url })).statusCode).toBe(403);
  });

  it('stores a workflow from JSON or YAML, updates it to a new version and lists the latest', async () => {
    const created = (
      await call('POST', '/v1/workflows', {
        json_definition: { title: 'Sizes', workflow_definition: branching },
      })
    ).json();
    expect(created).toMatchObject({ title: 'Sizes', version: 1, status: 'published', is_template: false });
    expect(created.workflow_definition.blocks[1].output_parameter).toMatchObject({
      key: 'big_output',
      parameter_type: 'output',
    });
    const yaml = 'title: Sizes 2\nworkflow_definition:\n  blocks: [{block_type: echo, label: a, text: hi}]\n';
    const updated = (
      await call('POST', `/v1/workflows/${created.workflow_permanent_id}`, { yaml_definition: yaml })
    ).json();
    expect(updated).toMatchObject({
      title: 'Sizes 2',
      version: 2,
      workflow_permanent_id: created.workflow_permanent_id,
    });
    expect(updated.workflow_id).not.toBe(created.workflow_id);
    const listed = (await call('GET', '/v1/workflows?search_key=sizes')).json();
    expect(listed.map((one: { version: number }) => one.version)).toEqual([2]);
    expect((await call('POST', '/v1/workflows/wpid_1', { yaml_definition: yaml })).status).toBe(404);
    expect((await call('GET', '/v1/workflows?page=0')).json().detail[0]).toMatchObject({
      loc: ['query', 'page'],
      type: 'greater_than_equal',
    });
  });

  it('names three mistakes of a definition in one answer, with their places, and stores nothing', async () => {
    const before = (await call('GET', '/v1/workflows?page_size=1000')).json().length;
    const definition = {
      blocks: [
        { block_type: 'echo', label: 'a b', text: 'x' },
        { block_type: 'nonsense', label: 'c' },
        { block_type: 'echo', label: 'd' },
      ],
    };
    const { status, json } = await call('POST', '/v1/workflows', {
      json_definition: { workflow_definition: definition },
    });
    expect(status).toBe(422);
    const places = json().detail.map((item: { loc: string[] }) => item.loc.join('.'));
    expect(places).toEqual([
      'body.json_definition.workflow_definition.blocks.0.label',
      'body.json_definition.workflow_definition.blocks.1',
      'body.json_definition.workflow_definition.blocks.2.text',
    ]);
    expect((await call('GET', '/v1/workflows?page_size=1000')).json()).toHaveLength(before);
  });

  it('asks for exactly one form of a definition', async () => {
    expect((await call('POST', '/v1/workflows', {})).json().detail[0]).toMatchObject({
      loc: ['body', 'json_definition'],
      type: 'missing',
    });
    const both = await call('POST', '/v1/workflows', { json_definition: {}, yaml_definition: '' });
    expect(both.json().detail[0]).toMatchObject({ loc: ['body'], type: 'value_error' });
    const broken = await call('POST', '/v1/workflows', { yaml_definition: 'a: [1' });
    expect(broken.json().detail[0]).toMatchObject({ loc: ['body', 'yaml_definition'], type: 'value_error' });
  });

  it('runs both branches of a stored workflow and shows the choice on the timeline', async () => {
    const created = (
      await call('POST', '/v1/workflows', { json_definition: { workflow_definition: branching } })
    ).json();
    for (const [n, taken, result] of [
      [50, 'big', true],
      [5, 'small', null],
    ] as const) {
      const started = await call('POST', '/v1/run/workflows', {
        workflow_id: created.workflow_permanent_id,
        parameters: { n },
      });
      expect(started.json()).toMatchObject({
        run_type: 'workflow_run',
        run_with: 'agent',
        ai_fallback: false,
      });
      const run = await finished(started.json().run_id);
      expect(run).toMatchObject({
        status: 'completed',
        output: { [`${taken}_output`]: { text: `${taken} ${n}` } },
      });
      const timeline = (await call('GET', `/v1/runs/${run.run_id}/timeline?order=asc`)).json();
      expect(timeline[0].block).toMatchObject({
        label: 'size',
        executed_branch_result: result,
        executed_branch_next_block: taken,
      });
      expect(timeline[0].children.map((item: { block: { label: string } }) => item.block.label)).toEqual([
        taken,
      ]);
    }
  });

  it('refuses a run without its parameters, naming each', async () => {
    const created = (
      await call('POST', '/v1/workflows', { json_definition: { workflow_definition: branching } })
    ).json();
    const { status, json } = await call('POST', '/v1/run/workflows', {
      workflow_id: created.workflow_permanent_id,
    });
    expect([status, json().detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'parameters', 'n'], type: 'missing' },
    ]);
    expect((await call('POST', '/v1/run/workflows', { workflow_id: 'wpid_9' })).status).toBe(404);
  });

  it('describes itself from the schemas that validate', async () => {
    const document = inlineReferences((await app.inject({ url: '/openapi.json' })).json());
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/v1/run/tasks', '/v1/runs/{run_id}', '/v1/workflows']),
    );
    expect(
      document.paths['/v1/run/tasks'].post.requestBody.content['application/json'].schema.required,
    ).toEqual(['prompt']);
    const body = document.paths['/v1/workflows'].post.requestBody.content['application/json'].schema;
    const [draft] = body.properties.json_definition.anyOf;
    const types = draft.properties.workflow_definition.properties.blocks.items.anyOf;
    const echo = types.find((type: { properties: { block_type: object } }) =>
      JSON.stringify(type.properties.block_type).includes('"echo"'),
    );
    expect(echo.properties).toMatchObject({ text: { type: 'string' }, retry: {}, timeout_seconds: {} });
    expect(echo.required).toEqual(expect.arrayContaining(['block_type', 'label', 'text']));
    const docs = await app.inject({ url: '/docs/' });
    expect([docs.statusCode, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('the page of the API keeps no key in the browser', { tags: ['security'] }, async () => {
    const page = await app.inject({ url: '/docs/' });
    const scripts = [...page.body.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => String(source));
    const initializer = scripts.find((source) => source.includes('initializer')) ?? '';
    const { body } = await app.inject({ url: new URL(initializer, 'http://localhost/docs/').pathname });
    expect(body).toContain('SwaggerUIBundle(');
    expect(body).toMatch(/"persistAuthorization":\s*false/);
    expect(body).not.toMatch(/persistAuthorization["']?:\s*true|localStorage/);
  });

  it('hides the cause of a defect', async () => {
    const broken = fastify(serverOptions());
    const failing = {
      ...engine,
      health: () => Promise.reject(new RunwrightError('internal', 'secret detail')),
    };
    await broken.register(httpAdapter, { engine: failing, version: '0' });
    const answer = await broken.inject({ url: '/health' });
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal error' }]);
    await broken.close();
  });
});

it('the policy of the reference page does not send its scripts to HTTPS', async () => {
  const app = fastify(serverOptions());
  const engine = await createEngine();
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  const { headers, statusCode } = await app.inject({ url: '/docs/' });
  expect([statusCode, headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("script-src 'self'"),
  ]);
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  await app.close();
  await engine.close();
});
