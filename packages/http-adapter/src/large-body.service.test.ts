import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function scene() {
  const engine = await createEngine();
  closing.push(() => engine.close());
  const key = (
    await engine.keys.create((await engine.organizations.first()).organizationId, { name: 'test' })
  ).text;
  const app = fastify(serverOptions());
  closing.push(() => app.close());
  await app.register(httpAdapter, { engine, version: '0' });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return { url, headers, port: (app.server.address() as AddressInfo).port };
}

const megabytes = (count: number) => {
  let left = count;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
    },
  });
};

describe('a body over the limit is answered with a 413 that a client reads', { tags: ['security'] }, () => {
  const answer = { detail: 'Request body is larger than 10 MiB' };

  it('while it sends a text of known length', async () => {
    const { url, headers } = await scene();
    const body = ' '.repeat(40 * 1024 * 1024);
    const response = await fetch(`${url}/v1/workflows`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([413, answer]);
  });

  it('while it sends a stream, and uses the service again', async () => {
    const { url, headers } = await scene();
    for (let round = 0; round < 3; round += 1) {
      const response = await fetch(`${url}/v1/workflows`, {
        method: 'POST',
        headers,
        body: megabytes(40),
        duplex: 'half',
      } as RequestInit);
      expect([response.status, await response.json()]).toEqual([413, answer]);
    }
    expect((await fetch(`${url}/v1/workflows`, { headers })).status).toBe(200);
  });

  it.runIf(spawnSync('curl', ['--version']).status === 0)(
    'when it is curl',
    { timeout: 90_000 },
    async () => {
      const { url, headers } = await scene();
      const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
      for (const form of [[], ['-H', 'Transfer-Encoding: chunked']]) {
        const options = [
          '-sS',
          '-w',
          '%{http_code}',
          '-H',
          'Expect:',
          ...given,
          ...form,
          '--data-binary',
          '@-',
        ];
        const curl = execFile('curl', [...options, `${url}/v1/workflows`]);
        let text = '';
        curl.stdout?.on('data', (part) => {
          text += part;
        });
        curl.stdin?.on('error', () => undefined);
        curl.stdin?.end(' '.repeat(40 * 1024 * 1024));
        const [code] = await once(curl, 'close');
        expect([code, text]).toEqual([0, `${JSON.stringify(answer)}413`]);
      }
    },
  );

  it('but one that never stops sending is cut off', async () => {
    const { headers, port } = await scene();
    const socket = connect(port, '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /v1/workflows HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}content-length: 1000000000000\r\n\r\n`,
    );
    const closed = new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', resolve);
    });
    const part = Buffer.alloc(1024 * 1024);
    const more = () => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', more);
    socket.resume();
    more();
    await closed;
  });
});

it('a plain word where an id belongs is a route that does not exist', async () => {
  const { url, headers } = await scene();
  const status = async (method: string, path: string) => {
    const init =
      method === 'POST'
        ? { method, headers, body: '{}' }
        : { method, headers: { 'x-api-key': headers['x-api-key'] } };
    const response = await fetch(`${url}${path}`, init);
    return [response.status, ((await response.json()) as { detail: unknown }).detail];
  };
  for (const [method, path, word] of [
    ['POST', '/v1/workflows/newest', 'newest'],
    ['GET', '/v1/workflows/validate', 'validate'],
    ['GET', '/v1/runs/list', 'list'],
    ['GET', '/v1/artifacts/search/content', 'search'],
    ['POST', '/v1/runs/latest/cancel', 'latest'],
  ] as const)
    expect(await status(method, path)).toEqual([
      404,
      `There is no route ${method} ${path}: \`${word}\` is no id. The routes are listed at /docs.`,
    ]);
  expect(await status('PUT', '/v1/workflows/validate')).toEqual([405, 'Method Not Allowed']);
  expect((await status('POST', '/v1/workflows/wpid_1'))[0]).toBe(422);
});
