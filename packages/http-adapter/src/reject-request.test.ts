import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { RunwrightError } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

describe('requests that are refused or fail', { tags: ['security'] }, () => {
  let engine: Engine;
  let key: string;
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) };
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    engine = await createEngine({ urls: httpUrls() });
    const { organizationId } = await engine.organizations.first();
    key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await engine.close();
  });

  async function serve(change: Partial<Engine> = {}) {
    const app = fastify(serverOptions({ log }));
    closing.push(() => app.close());
    await app.register(httpAdapter, { engine: { ...engine, ...change }, version: '0' });
    return app;
  }

  /** Sends bytes as they are; no client library would send these targets. */
  async function send(port: number, bytes: string) {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (part) => {
      text += String(part);
    });
    socket.on('error', () => undefined);
    socket.write(bytes);
    await once(socket, 'close');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body };
  }

  it.each([
    ['//', 404],
    ['//[', 404],
    ['//evil.test/v1/workflows', 404],
    ['/docs/static/../x', 403],
    ['/docs/static/%2e%2e/x', 403],
    ['/docs/static/%00', 403],
    ['/%', 400],
    ['/v1/runs/%zz', 400],
    [`/v1/runs/${'a'.repeat(300)}`, 414],
    ['http://[', 400],
  ])('GET %s is answered with %i in the form of the API, and is no failure', async (target, status) => {
    lines.length = 0;
    const app = await serve();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await send(
      (app.server.address() as AddressInfo).port,
      `GET ${target} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`,
    );
    expect([answer.status, Object.keys(JSON.parse(answer.body))]).toEqual([status, ['detail']]);
    expect(answer.head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(answer.body).not.toContain('/work');
    expect(lines).toEqual([]);
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    [
      'a length that is none',
      'POST /v1/run/tasks HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n',
      400,
    ],
    [
      'a header that is too long',
      `GET / HTTP/1.1\r\nhost: localhost\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])('%s is answered in the form of the API', async (_name, bytes, status) => {
    const app = await serve();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await send((app.server.address() as AddressInfo).port, bytes);
    expect([answer.status, Object.keys(JSON.parse(answer.body))]).toEqual([status, ['detail']]);
  });

  it('a body shorter than it says is no failure of ours', async () => {
    lines.length = 0;
    const app = await serve();
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/run/tasks',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': '100' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'Bad request' }]);
    expect(lines).toEqual([]);
  });

  it('a failure is logged with its method, route and cause, and without keys, signatures and passwords', async () => {
    lines.length = 0;
    const message = `fetch http://ann:pw-canary@host/?sig=sig-canary&a=1 with ${key}, bearer token-canary`;
    const cause = Object.assign(new Error('the disk said "password": "json-canary"'), {
      code: 'EIO',
      secret: 'member-canary',
    });
    const app = await serve({
      artifacts: {
        ...engine.artifacts,
        get: () =>
          Promise.reject(new RunwrightError('internal', message, { cause, details: { a: 'detail-canary' } })),
      },
    });
    const answer = await app.inject({
      url: '/v1/artifacts/a_1?sig=query-canary',
      headers: { 'x-api-key': key, 'x-request-id': 'request-1' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal error' }]);
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reqId: 'request-1',
      method: 'GET',
      route: '/v1/artifacts/:artifact_id',
      status: 500,
      err: { code: 'internal', message: expect.stringContaining('fetch http'), cause: { code: 'EIO' } },
    });
    expect(lines[0]).not.toMatch(/canary/);
    expect(lines[0]).not.toContain(key);
  });

  const unhealthy = { status: 'unavailable', store: 'ok', queue: 'ok', masterKey: 'ok', workers: 0 } as const;

  it('a service that is not healthy is logged, too', async () => {
    lines.length = 0;
    const app = await serve({
      health: async () => ({ ...unhealthy, store: 'unavailable', masterKey: 'unknown' }),
    });
    expect((await app.inject({ url: '/health' })).statusCode).toBe(503);
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ route: '/health', status: 503, err: null });
  });

  it('a queue that cannot be reached makes the service unhealthy', async () => {
    const app = await serve({
      health: async () => ({ ...unhealthy, queue: 'unavailable' }),
    });
    const answer = await app.inject({ url: '/health' });
    expect([answer.statusCode, answer.json().queue]).toEqual([503, 'unavailable']);
  });

  it('a master key that was changed makes the service unhealthy', async () => {
    const app = await serve({ health: async () => ({ ...unhealthy, masterKey: 'wrong' }) });
    const answer = await app.inject({ url: '/health' });
    expect([answer.statusCode, answer.json().master_key]).toEqual([503, 'wrong']);
  });

  it('an unexpected error of a definition is answered with 422 and logged', async () => {
    for (const error of [new TypeError('circular structure'), new RangeError('Maximum call stack size')]) {
      lines.length = 0;
      const create = () => Promise.reject(error);
      const app = await serve({ workflows: { ...engine.workflows, create } });
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/workflows',
        headers: { 'x-api-key': key },
        payload: { yaml_definition: 'workflow_definition: { blocks: [] }' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        {
          detail: [
            {
              loc: ['body', 'yaml_definition'],
              msg: 'Value error, the definition cannot be read',
              type: 'value_error',
            },
          ],
          code: 'invalid_input',
        },
      ]);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        route: '/v1/workflows',
        err: { message: error.message },
      });
    }
  });

  it('a list names its next page for a target that is no URL', async () => {
    const app = await serve();
    const { organizationId } = await engine.organizations.first();
    for (const name of ['one', 'two'])
      await engine.credentials.create(organizationId, {
        name,
        credential_type: 'secret',
        credential: { secret_value: 'x' },
      });
    const answer = await app.inject({ url: '/v1/credentials?page_size=1', headers: { 'x-api-key': key } });
    expect(answer.headers.link).toBe('</v1/credentials?page_size=1&page=2>; rel="next"');
  });
});
