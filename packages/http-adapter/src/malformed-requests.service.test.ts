import { type AddressInfo, connect } from 'node:net';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { type ConnectionLimits, httpAdapter, serverOptions } from './index.ts';
import { malformedMessages } from './malformed-requests.test-helpers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(connections: Partial<ConnectionLimits>) {
  const engine = await createEngine();
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  const app = fastify(serverOptions({ connections }));
  closing.push(() => app.close());
  await app.register(httpAdapter, { engine, version: '0' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { key, send: (bytes: Buffer) => send(port, bytes), port };
}

/** Sends bytes over a connection of their own, and resolves with all that came back when the server has closed it. */
async function send(port: number, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const socket = connect(port, '127.0.0.1');
  // A write to a connection that the server has closed is one of the cases.
  socket.on('error', () => undefined);
  socket.on('data', (part) => parts.push(part));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(bytes);
  await closed;
  return Buffer.concat(parts);
}

/** Splits what a server sent into answers; throws for anything that is none. */
function answersIn(received: Buffer): readonly { readonly status: number; readonly body: string }[] {
  const answers = [];
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, end).toString('latin1');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`No answer of HTTP: ${rest.subarray(0, 200)}`);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length).toString();
    if (status !== 100) answers.push({ status, body });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

const isDocumented = (body: string): boolean => {
  const { detail, code, ...others } = JSON.parse(body);
  const items = Array.isArray(detail) ? detail : [];
  const areItems = items.every((item) => Object.keys(item).sort().join() === 'loc,msg,type');
  const isText = typeof detail === 'string' && code === undefined;
  return Object.keys(others).length === 0 && (isText || (items.length > 0 && areItems && code !== undefined));
};

it('a request for a WebSocket behind an unanswered request ends its connection, and nothing else', {
  tags: ['security'],
}, async () => {
  const { key, port, send } = await serve({});
  const head = (path: string, lines = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}\r\n`;
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  await send(Buffer.from(head('/v1/workflows') + head('/v1/runs/wr_1/live', upgrade)));
  const answer = await fetch(`http://127.0.0.1:${port}/v1/workflows`, { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
});

it('more than 200 malformed messages get answers of the documented form, or none', {
  tags: ['security'],
}, async () => {
  expect(malformedMessages.length).toBeGreaterThanOrEqual(200);
  const { key, send } = await serve({ headersMs: 500, requestMs: 1_000, idleMs: 1_000 });
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  // 20 at a time: a server with a backlog of connections would be tested for that instead.
  const waiting = [...malformedMessages];
  const sender = async () => {
    for (let message = waiting.pop(); message; message = waiting.pop()) {
      const bytes = Buffer.from(message.bytes.toString('latin1').replace('KEY', key), 'latin1');
      try {
        for (const { status, body } of answersIn(await send(bytes))) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500) wrong.push(`${message.name}: ${status} ${body}`);
          if (status >= 400 && !isDocumented(body)) wrong.push(`${message.name}: ${status} ${body}`);
        }
      } catch (error) {
        wrong.push(`${message.name}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, sender));
  expect(wrong).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([400, 404, 408, 417, 422, 431]));
});

it('a malformed message ends no other connection: a request that is under way is answered', {
  tags: ['security'],
}, async () => {
  const { key, send, port } = await serve({});
  const body = JSON.stringify({ title: 'Orders', description: 'x'.repeat(1_000) });
  const head = `host: localhost\r\nx-api-key: ${key}\r\nconnection: close\r\ncontent-type: application/json`;
  const request = `POST /v1/folders HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(request.slice(0, -500));
  await Promise.all(
    malformedMessages.filter(({ name }) => /^(random|TLS|zeros)/.test(name)).map(({ bytes }) => send(bytes)),
  );
  socket.write(request.slice(-500));
  await closed;
  expect(answersIn(Buffer.concat(parts)).map(({ status }) => status)).toEqual([200]);
});
