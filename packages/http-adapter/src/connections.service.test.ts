import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ConnectionLimits,
  type HttpAdapterOptions,
  httpAdapter,
  isLoopback,
  serverOptions,
} from './index.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(connections: Partial<ConnectionLimits> = {}, options: Partial<HttpAdapterOptions> = {}) {
  const engine = await createEngine();
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  const app = fastify(serverOptions({ connections }));
  closing.push(() => app.close());
  await app.register(httpAdapter, { engine, version: '0', ...options });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, key, port };
}

async function client(port: number): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  closing.push(() => socket.destroy());
  let text = '';
  socket.on('data', (part) => {
    text += String(part);
  });
  socket.on('error', () => undefined);
  // A write to a connection that the server has closed is an error, which is what these tests are about.
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await once(socket, 'connect');
  return { socket, closed };
}

describe('connections are bounded', { tags: ['security'] }, () => {
  it('a client that opens a connection and sends nothing is disconnected', async () => {
    const { port } = await serve({ headersMs: 100 });
    const { closed } = await client(port);
    expect(await closed).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it('headers that trickle are answered with 408', async () => {
    const { port } = await serve({ headersMs: 100 });
    const { socket, closed } = await client(port);
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\na: ');
    const trickle = setInterval(() => socket.write('b'), 5);
    closing.push(() => clearInterval(trickle));
    expect(await closed).toMatch(/^HTTP\/1.1 408 .*\{"detail":"Request timeout"\}$/s);
  });

  it('a body that trickles is ended with 408, although bytes keep coming', async () => {
    const { port, key } = await serve({ requestMs: 200 });
    const { socket, closed } = await client(port);
    socket.write(
      `POST /v1/run/tasks HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`,
    );
    const trickle = setInterval(() => socket.write(' '), 5);
    closing.push(() => clearInterval(trickle));
    expect(await closed).toMatch(/^HTTP\/1.1 408 /);
  });

  it('a connection that stays silent after an answer is closed', async () => {
    const { port } = await serve({ idleMs: 100 });
    const { socket, closed } = await client(port);
    socket.write('GET /v1/version HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await closed).toMatch(/^HTTP\/1.1 200 /);
  });

  it('one connection more than allowed is closed, and a free place is taken again', async () => {
    const { port } = await serve({}, { maxConnections: 2 });
    const request = 'GET /v1/version HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
    const first = await client(port);
    const second = await client(port);
    const third = await client(port);
    third.socket.write(request);
    expect(await third.closed).toBe('');
    second.socket.destroy();
    first.socket.write(request);
    expect(await first.closed).toMatch(/^HTTP\/1.1 200 /);
    await expect
      .poll(
        async () => {
          const again = await client(port);
          again.socket.write(request);
          return await again.closed;
        },
        { interval: 5 },
      )
      .toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('the host that a request names', { tags: ['security'] }, () => {
  const statusFor = async (
    allowedHosts: readonly string[] | undefined,
    host: string,
    url = '/v1/version',
  ) => {
    const { app } = await serve({}, allowedHosts ? { allowedHosts } : {});
    return (await app.inject({ url, headers: { host } })).statusCode;
  };

  it.each([
    'localhost',
    'LOCALHOST:8000',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:8000',
    'runs.test',
    'runs.test:444',
    'box:99',
  ])('%s is served on a loopback address', async (host) => {
    expect(await statusFor(['runs.test', 'box:99'], host)).toBe(200);
  });

  it.each([
    'attacker.test',
    'attacker.test:8000',
    'localhost.attacker.test',
    '127.0.0.1.nip.io',
    'box:98',
    'x@localhost',
    '0.0.0.0',
    '192.168.0.1',
  ])('`%s` is refused with 421 on a loopback address', async (host) => {
    expect(await statusFor(['runs.test', 'box:99'], host)).toBe(421);
  });

  it('a strange one is refused for every path, with a sentence that says what to do', async () => {
    const { app } = await serve({}, { allowedHosts: [] });
    for (const url of ['/v1/version', '/docs', '/openapi.json', '/nothing', '/v1/runs/x']) {
      const answer = await app.inject({ url, headers: { host: 'attacker.test' } });
      expect([answer.statusCode, answer.json()]).toEqual([
        421,
        { detail: expect.stringContaining('RUNWRIGHT_SERVED_HOSTS') },
      ]);
    }
  });

  it('is not looked at when the host of the adapter names none', async () => {
    expect(await statusFor(undefined, 'runs.example.test')).toBe(200);
  });

  it('loopback addresses are known', () => {
    expect(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'].map(isLoopback)).not.toContain(false);
    expect(
      ['0.0.0.0', '::', '10.0.0.1', '127.attacker.test', 'localhost.test'].map(isLoopback),
    ).not.toContain(true);
  });
});
