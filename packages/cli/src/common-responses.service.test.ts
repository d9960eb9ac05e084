import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import type { Store } from '@runwright/contract';
import { createEngine, egressPolicy, memoryStore } from '@runwright/core';
import { type HttpAdapterOptions, httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import { sqliteStore } from '@runwright/store-sql';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openService, operationsOf, prepare } from './openapi.test-helpers.ts';

/** A request as the tests send it, and what of its answer they compare. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** A service with all routes, and calls that give the status and the body. */
async function openApp(options: Partial<HttpAdapterOptions> = {}, store: Store = memoryStore()) {
  const egress = egressPolicy({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] });
  const engine = await createEngine({
    blocks: agentBlocks(),
    urls: httpUrls(),
    drivers: { browser: fakeBrowser({ pages: [] }), egress, model: scriptedModel({ answers: [] }), store },
  });
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, {
    name: 'test',
    scopes: ['read', 'run', 'admin'],
  });
  const app = fastify(serverOptions());
  await app.register(httpAdapter, {
    ...{ engine, version: '1.2.3', hostOrganizationId: organizationId },
    ...options,
  });
  await app.ready();
  onTestFinished(() => app.close());
  const send = async ({ method, url, headers = {}, payload }: Sent) => {
    const answer = await app.inject({
      ...{ method: method as 'GET', url },
      headers: { 'x-api-key': key, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: method === 'HEAD' ? null : answer.json(),
    };
  };
  return { send, engine, organizationId };
}

type Wire = ReturnType<typeof JSON.parse>;
let operations: readonly (ReturnType<typeof operationsOf>[number] & { readonly node: Wire })[];
beforeAll(async () => {
  const { document, close } = await openService();
  operations = operationsOf(document).map((operation) => ({
    ...operation,
    node: document.paths[operation.path][operation.method.toLowerCase()],
  }));
  await close();
});

const prefixes: Readonly<Record<string, string>> = {
  ...{ run_id: 'tsk', workflow_id: 'wpid', folder_id: 'fld', credential_id: 'cred', script_id: 's' },
  ...{ browser_session_id: 'pbs', browser_profile_id: 'bp', artifact_id: 'a', file_id: 'f' },
  ...{ schedule_id: 'sch', api_key_id: 'key', organization_id: 'o' },
};

/** The path with ids that nobody has. */
function pathOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => `${prefixes[name as string]}_1234567890123456789`);
}

const isJson = ({ mediaTypes }: { readonly mediaTypes: readonly string[] }) =>
  mediaTypes.includes('application/json');
const withStatus = (status: number) => operations.filter(({ node }) => node.responses[status] !== undefined);
/** A body of the documented form for errors that are not about members of the request. */
const error = (detail: unknown = expect.any(String)) => ({ detail });

/** Sends one request for each operation, and compares all answers at once. */
async function answersOf(
  { send }: Awaited<ReturnType<typeof openApp>>,
  asked: readonly (typeof operations)[number][],
  request: (operation: (typeof operations)[number]) => Partial<Sent>,
) {
  const answers: Record<string, Wire> = {};
  for (const operation of asked) {
    const { method, path, operationId } = operation;
    const { status, body } = await send({ method, url: pathOf(path), ...request(operation) });
    answers[operationId] = [status, body];
  }
  return answers;
}

/** What every one of the operations has to answer. */
function all(asked: readonly (typeof operations)[number][], status: number, body: Wire = error()) {
  expect(asked.length).toBeGreaterThan(0);
  return Object.fromEntries(
    asked.map(({ operationId, method }) => [operationId, [status, method === 'HEAD' ? null : body]]),
  );
}

const json = { 'content-type': 'application/json' };
const bodyOf = ({ example }: { readonly example: unknown }) =>
  example === undefined ? {} : { headers: json, payload: JSON.stringify(example) };

describe('every operation that documents it', () => {
  it('answers 403 without a key, whatever else is wrong', async () => {
    const asked = withStatus(403);
    const request = () => ({ headers: { 'x-api-key': '', ...json }, payload: '{' });
    expect(await answersOf(await openApp(), asked, request)).toEqual(
      all(asked, 403, error(expect.stringMatching(/^Invalid (credentials|or expired signature)$/))),
    );
  });

  it('answers 404 for an id that nobody has', async () => {
    const asked = withStatus(404).filter(({ path }) => path.includes('{'));
    const request = (operation: (typeof operations)[number]) =>
      operation.operationId === 'watchBrowserSession' ? {} : bodyOf(operation);
    const answers = await answersOf(await openApp(), asked, request);
    expect(answers).toEqual(all(asked, 404, error(expect.stringMatching(/ not found$/))));
  });

  it('answers 413 for a JSON body that is larger than its limit', async () => {
    const asked = withStatus(413).filter(isJson);
    const request = () => ({
      headers: { ...json, 'content-length': String(200 * 1024 ** 2) },
      payload: '{}',
    });
    expect(await answersOf(await openApp(), asked, request)).toEqual(
      all(asked, 413, error(expect.stringMatching(/larger than \d+ MiB/))),
    );
  });

  it('answers 415 for a body of another media type', async () => {
    const asked = withStatus(415);
    const request = () => ({ headers: { 'content-type': 'text/csv' }, payload: 'a,b' });
    expect(await answersOf(await openApp(), asked, request)).toEqual(
      all(asked, 415, error('Unsupported media type')),
    );
  });

  it('answers 421 under a host name that is not served', async () => {
    const asked = withStatus(421);
    const app = await openApp({ allowedHosts: ['api.example.com'] });
    const request = () => ({ headers: { host: 'evil.example' } });
    expect(await answersOf(app, asked, request)).toEqual(all(asked, 421));
  });

  it('answers 429 with `Retry-After` above the limit of requests', async () => {
    const app = await openApp({ rateLimits: { requests: { max: 1, windowSeconds: 3600 } } });
    expect((await app.send({ method: 'GET', url: '/v1/folders' })).status).toBe(200);
    const limited = await app.send({ method: 'GET', url: '/v1/folders' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3000);
    const asked = withStatus(429);
    expect(await answersOf(app, asked, () => ({}))).toEqual(
      all(asked, 429, error('Rate limit exceeded: at most 1 requests per 3600 seconds')),
    );
  });

  it('answers 500 without details when there is a fault in the service', async () => {
    let isBroken = false;
    const store = failing(memoryStore(), () => isBroken);
    const app = await openApp({}, store);
    isBroken = true;
    const asked = withStatus(500);
    expect(await answersOf(app, asked, () => ({}))).toEqual(all(asked, 500, error('Internal error')));
  });

  it('answers 503 with `Retry-After` while the store cannot be reached', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runwright-store-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const store = await sqliteStore({ file: join(folder, 'runwright.db') });
    const app = await openApp({}, store);
    await store.close();
    const asked = withStatus(503).filter(({ node }) => node.security?.length > 0);
    const answer = await app.send({ method: 'GET', url: '/v1/runs' });
    expect(answer.headers['retry-after']).toBe('5');
    expect(await answersOf(app, asked, () => ({}))).toEqual(
      all(asked, 503, error(expect.stringMatching(/^The store cannot be reached/))),
    );
  });

  it('answers 422 with the place for a body that is no JSON', async () => {
    const asked = withStatus(422).filter(isJson);
    const request = () => ({ headers: json, payload: '{' });
    const detail = [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }];
    expect(await answersOf(await openApp(), asked, request)).toEqual(
      all(asked, 422, { detail, code: 'invalid_input' }),
    );
  });
});

describe('a key of idempotency', () => {
  let service: Awaited<ReturnType<typeof openService>>;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.close());

  it('is refused with 409 by every operation that takes it, when another request used it', async () => {
    const asked = withStatus(409).filter(
      (operation) =>
        isJson(operation) &&
        operation.node.parameters?.some(({ name }: { readonly name: string }) => name === 'idempotency-key'),
    );
    const answers: Record<string, Wire> = {};
    for (const { operationId, method, path, example } of asked) {
      const ids = await prepare(service, operationId);
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name as string] ?? 'missing');
      const body = JSON.parse(
        JSON.stringify(example).replaceAll(
          /\b(wpid|cred|fld)_123456789012345678\b/g,
          (_, kind) => ids[kind] ?? '',
        ),
      );
      const headers = { 'idempotency-key': operationId };
      const first = await service.call(method, url, body, headers);
      const again = await service.call(method, url, body, headers);
      const other = await service.call(method, url, { ...body, another_member: 1 }, headers);
      answers[operationId] = [
        first.status < 300,
        again.text === first.text,
        again.headers['idempotent-replayed'],
        ...[other.status, other.json()],
      ];
    }
    const refusal = error('Idempotency-Key was already used with a different request');
    expect(answers).toEqual(
      Object.fromEntries(asked.map(({ operationId }) => [operationId, [true, true, 'true', 409, refusal]])),
    );
    expect(asked.length).toBeGreaterThan(15);
  });
});

/** A store whose calls fail, at any depth, while `isBroken` says so. */
function failing<T extends object>(target: T, isBroken: () => boolean): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver);
      if (typeof value === 'object' && value !== null) return failing(value, isBroken);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (isBroken()) throw new TypeError('a fault of the test');
        return Reflect.apply(value, object, given);
      };
    },
  });
}
