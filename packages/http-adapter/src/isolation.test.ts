import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine, memoryStore } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';
import { inlineReferences } from './openapi/inline-references.test-helpers.ts';

const keep = (type: string) =>
  defineBlock({
    type,
    config: Type.Object({}),
    output: Type.Object({ extracted_information: Type.String() }),
    async run(_config, context) {
      await context.artifact({ type: 'screenshot_final', content: Buffer.from('pixels') });
      await context.files.save({ name: 'a.txt', content: Buffer.from('text') });
      return { extracted_information: 'done' };
    },
  });

const draft = {
  title: 'Theirs',
  workflow_definition: { parameters: [], blocks: [{ block_type: 'task', label: 'a' }] },
};
const secret = { name: 'A', credential_type: 'secret', credential: { secret_value: 'v' } };

/** What ids are of; the row of a route says how a request names one beside its path. */
type Kind =
  | 'run'
  | 'workflow'
  | 'artifact'
  | 'file'
  | 'credential'
  | 'script'
  | 'key'
  | 'organization'
  | 'folder'
  | 'schedule'
  | 'session'
  | 'profile'
  | 'delivery';

/** The kinds of ids by the names of path parameters. */
const kinds: Readonly<Record<string, Kind>> = {
  run_id: 'run',
  delivery_id: 'delivery',
  workflow_id: 'workflow',
  artifact_id: 'artifact',
  file_id: 'file',
  credential_id: 'credential',
  script_id: 'script',
  api_key_id: 'key',
  organization_id: 'organization',
  folder_id: 'folder',
  schedule_id: 'schedule',
  browser_session_id: 'session',
  browser_profile_id: 'profile',
};

interface Row {
  readonly body?: (id: Readonly<Record<Kind, string>>) => object;
  readonly query?: (id: Readonly<Record<Kind, string>>) => string;
  /** The caller may not use the route at all, whatever the id. */
  readonly refused?: true;
  /** A WebSocket, which a plain request does not open. */
  readonly isSocket?: true;
}

const files = [{ path: 'blocks/a.js', content: 'return 1', encoding: 'utf-8' }];

/** Every route that takes an id, with a request that is otherwise valid. */
const table: Readonly<Record<string, Row>> = {
  'GET /v1/runs/{run_id}': {},
  'GET /v1/runs': { query: (id) => `workflow_permanent_id=${id.workflow}` },
  'GET /v1/runs/{run_id}/timeline': {},
  'GET /v1/runs/{run_id}/artifacts': {},
  'GET /v1/runs/{run_id}/cassette': {},
  'GET /v1/runs/{run_id}/steps': {},
  'GET /v1/runs/{run_id}/model_calls': {},
  'GET /v1/runs/{run_id}/webhook_deliveries': {},
  'GET /v1/runs/{run_id}/webhook_deliveries/{delivery_id}': {},
  'POST /v1/runs/{run_id}/cancel': {},
  'POST /v1/runs/{run_id}/resume': { body: () => ({}) },
  'POST /v1/runs/{run_id}/retry_webhook': { body: () => ({}) },
  'GET /v1/runs/{run_id}/events': {},
  'GET /v1/runs/{run_id}/live': { isSocket: true },
  'POST /v1/runs/{run_id}/live_token': { body: () => ({ control: true }) },
  'POST /v1/run/tasks': { body: (id) => ({ prompt: 'p', browser_session_id: id.session }) },
  'POST /v1/run/tasks/login': {
    body: (id) => ({ credential_type: 'service', credential_id: id.credential, url: 'https://a.example/' }),
  },
  'POST /v1/run/tasks/download_files': {
    body: (id) => ({ navigation_goal: 'g', browser_profile_id: id.profile }),
  },
  'POST /v1/run/workflows': { body: (id) => ({ workflow_id: id.workflow }) },
  'GET /v1/workflows': { query: (id) => `folder_id=${id.folder}` },
  'POST /v1/workflows/import': {
    body: ({ folder }) => ({ yaml_definition: JSON.stringify(draft), folder_id: folder }),
  },
  'POST /v1/workflows': {
    query: (id) => `folder_id=${id.folder}`,
    body: () => ({ json_definition: draft }),
  },
  'GET /v1/workflows/{workflow_id}': {},
  'GET /v1/workflows/{workflow_id}/runs': {},
  'GET /v1/workflows/{workflow_id}/versions': {},
  'GET /v1/workflows/{workflow_id}/schedules': {},
  'POST /v1/workflows/{workflow_id}/schedules': { body: () => ({ cron: '0 6 * * *' }) },
  'PUT /v1/workflows/{workflow_id}/folder': { body: () => ({ folder_id: null }) },
  'POST /v1/workflows/{workflow_id}/delete': {},
  'DELETE /v1/workflows/{workflow_id}': {},
  'GET /v1/folders/{folder_id}': {},
  'PUT /v1/folders/{folder_id}': { body: () => ({ title: 'Mine' }) },
  'DELETE /v1/folders/{folder_id}': {},
  'GET /v1/schedules/{schedule_id}': {},
  'PATCH /v1/schedules/{schedule_id}': { body: () => ({ enabled: false }) },
  'DELETE /v1/schedules/{schedule_id}': {},
  'POST /v1/browser_sessions': { body: (id) => ({ browser_profile_id: id.profile }) },
  'GET /v1/browser_sessions/{browser_session_id}': {},
  'GET /v1/browser_sessions/{browser_session_id}/debug': { isSocket: true },
  'GET /v1/browser_sessions/{browser_session_id}/debug/json/version': { isSocket: true },
  'GET /v1/browser_sessions/{browser_session_id}/live': { isSocket: true },
  'POST /v1/browser_sessions/{browser_session_id}/live_token': { body: () => ({}) },
  'POST /v1/browser_sessions/{browser_session_id}/close': {},
  'POST /v1/browser_profiles': { body: (id) => ({ name: 'Mine', browser_session_id: id.session }) },
  'GET /v1/browser_profiles/{browser_profile_id}': {},
  'PATCH /v1/browser_profiles/{browser_profile_id}': { body: () => ({ name: 'Mine' }) },
  'DELETE /v1/browser_profiles/{browser_profile_id}': {},
  'POST /v1/workflows/{workflow_id}': { body: () => ({ json_definition: draft }) },
  'GET /v1/artifacts/{artifact_id}': {},
  'GET /v1/artifacts/{artifact_id}/content': {},
  'GET /v1/files/{file_id}/content': {},
  'DELETE /v1/files/{file_id}': {},
  'GET /v1/credentials/{credential_id}': {},
  'POST /v1/credentials/{credential_id}/update': { body: () => secret },
  'DELETE /v1/credentials/{credential_id}': {},
  'POST /v1/credentials/{credential_id}/delete': {},
  'POST /v1/credentials/totp': {
    body: (id) => ({ totp_identifier: 'a', content: '123456', workflow_run_id: id.run }),
  },
  'GET /v1/credentials/totp': { query: (id) => `workflow_run_id=${id.run}` },
  'POST /v1/scripts': { body: (id) => ({ workflow_id: id.workflow, run_id: id.run, files }) },
  'POST /v1/scripts/{script_id}/deploy': { body: () => ({ files }) },
  'GET /v1/scripts': { query: (id) => `workflow_id=${id.workflow}` },
  'GET /v1/scripts/{script_id}': {},
  'GET /v1/scripts/{script_id}/files': {},
  'GET /v1/scripts/{script_id}/versions': {},
  'POST /v1/api_keys/{api_key_id}/rotate': { body: () => ({}) },
  'DELETE /v1/api_keys/{api_key_id}': {},
  'GET /v1/organizations/{organization_id}': { refused: true },
  'PATCH /v1/organizations/{organization_id}': { refused: true, body: () => ({ name: 'Mine' }) },
  'DELETE /v1/organizations/{organization_id}': { refused: true },
  'GET /v1/organizations/{organization_id}/api_keys': { refused: true },
  'POST /v1/organizations/{organization_id}/api_keys': { refused: true, body: () => ({ name: 'Mine' }) },
  'POST /v1/organizations/{organization_id}/api_keys/{api_key_id}/rotate': {
    refused: true,
    body: () => ({}),
  },
  'DELETE /v1/organizations/{organization_id}/api_keys/{api_key_id}': { refused: true },
};

let engine: Engine;
let app: FastifyInstance;
let mine: string;
let theirs: string;
let foreign: Record<Kind, string>;

beforeAll(async () => {
  const store = memoryStore();
  const blocks = ['task', 'login', 'file_download'].map(keep);
  engine = await createEngine({ blocks, drivers: { store } });
  await engine.start();
  const host = await engine.organizations.first();
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '0', hostOrganizationId: host.organizationId });
  await app.ready();

  const [own, other] = [
    await engine.organizations.create({ name: 'own' }),
    await engine.organizations.create({ name: 'other' }),
  ];
  const { organizationId } = other;
  const scopes = ['read', 'run', 'admin'] as const;
  mine = (await engine.keys.create(own.organizationId, { name: 'mine', scopes })).text;
  const key = await engine.keys.create(organizationId, { name: 'theirs', scopes });
  await engine.keys.create(organizationId, { name: 'second' });
  theirs = key.text;
  const { workflowPermanentId } = await engine.workflows.create(organizationId, draft);
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId, record_for_replay: true },
    { organizationId },
  );
  await engine.runs.finished(organizationId, runId);
  // The recording is stored after the end of the run.
  await vi.waitFor(() => engine.runs.cassette(organizationId, runId), { timeout: 60_000, interval: 20 });
  const [artifact] = await engine.runs.artifacts(organizationId, runId);
  const read = await call('GET', `/v1/runs/${runId}`, theirs);
  const credential = await engine.credentials.create(organizationId, secret);
  const script = await engine.scripts.create(organizationId, { workflowPermanentId, files: [] });
  const folder = await engine.folders.create(organizationId, { title: 'Theirs' });
  const schedule = await engine.schedules.create(organizationId, workflowPermanentId, { cron: '0 6 * * *' });
  const { session } = await engine.browserSessions.create(organizationId);
  const profile = await engine.browserProfiles.create(organizationId, { name: 'Theirs' });
  const deliveryId = 'whd_1795000000000000001';
  await store.deliveries.put({
    ...{ deliveryId, organizationId, runId, trigger: 'automatic', status: 'delivered', error: null },
    ...{ webhookUrl: 'https://hooks.example/', httpStatus: 200, latencyMs: 1, responseExcerpt: '' },
    ...{ createdAt: 1, finishedAt: 2 },
  });
  foreign = {
    run: runId,
    workflow: workflowPermanentId,
    artifact: artifact?.artifactId ?? '',
    file: /f_\d+/.exec(read.body)?.[0] ?? '',
    credential: credential.credential_id,
    script: script.scriptId,
    key: key.key.apiKeyId,
    organization: organizationId,
    folder: folder.folderId,
    schedule: schedule.scheduleId,
    session: session.browserSessionId,
    profile: profile.browserProfileId,
    delivery: deliveryId,
  };
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD' | 'PUT';

const call = (method: Method, url: string, key: string, body?: object) =>
  app.inject({ method, url, headers: { 'x-api-key': key }, ...(body ? { payload: body } : {}) });

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content?: Record<string, { readonly schema?: { readonly properties?: object } }>;
  };
}

/** The routes of the OpenAPI document that take an id, as the table names them. */
async function routesWithIds(): Promise<readonly string[]> {
  const { paths }: { readonly paths: Record<string, Record<string, Operation>> } = inlineReferences(
    (await app.inject({ url: '/openapi.json' })).json(),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const bodies = Object.values(requestBody?.content ?? {});
      const members = bodies.flatMap(({ schema }) => Object.keys(schema?.properties ?? {}));
      const names = [...parameters.map(({ name }) => name), ...members];
      return names.some((name) => name.endsWith('_id')) ? [`${method.toUpperCase()} ${path}`] : [];
    }),
  );
}

/** The route in the table: that of a `GET` for `HEAD`, and the target of an alias. */
const nameOf = (route: string) =>
  route.replace(/^HEAD /, 'GET ').replace(/\/v1\/(run\/)?agents/, '/v1/$1workflows');
const rowOf = (route: string) => table[nameOf(route)];

/** An id of the same length that was never given out. */
const unknown = (): Record<Kind, string> =>
  Object.fromEntries(
    Object.entries(foreign).map(([kind, id]) => [kind, id.replace(/\d{9}$/, '999999999')]),
  ) as Record<Kind, string>;

async function answerTo(route: string, ids: Readonly<Record<Kind, string>>, key: string) {
  const [method = '', path = ''] = route.split(' ');
  const row = rowOf(route);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[kinds[name] as Kind]);
  const query = row?.query ? `?${row.query(ids)}` : '';
  const response = await call(method as Method, url + query, key, row?.body?.(ids));
  const { 'x-request-id': _id, 'server-timing': _took, date: _date, ...headers } = response.headers;
  let text = response.body;
  for (const [kind, id] of Object.entries(ids)) text = text.replaceAll(id, `<${kind}>`);
  return { status: response.statusCode, headers, text };
}

it('every route with an id has a row in the table, and every row a route', {
  tags: ['security'],
}, async () => {
  const routes = new Set((await routesWithIds()).map(nameOf));
  expect([...routes].sort()).toEqual(Object.keys(table).sort());
});

it('an id of another organization is answered exactly like one that never existed', {
  tags: ['security'],
}, async () => {
  for (const [kind, id] of Object.entries(foreign))
    expect([kind, id]).toEqual([kind, expect.stringMatching(/_\d+$/)]);
  for (const route of await routesWithIds()) {
    const answer = await answerTo(route, foreign, mine);
    expect([route, answer]).toEqual([route, await answerTo(route, unknown(), mine)]);
    if (rowOf(route)?.refused) expect([route, answer.status]).toEqual([route, 403]);
    else if (route.includes('{')) expect([route, answer.status]).toEqual([route, 404]);
  }
});

it('the same ids work for their own organization, also after what others tried', {
  tags: ['security'],
}, async () => {
  for (const route of await routesWithIds()) {
    const row = rowOf(route);
    if (!/^(?:GET|HEAD) /.test(route) || row?.refused || row?.isSocket) continue;
    const { status } = await answerTo(route, foreign, theirs);
    expect([route, status]).toEqual([route, 200]);
  }
});
