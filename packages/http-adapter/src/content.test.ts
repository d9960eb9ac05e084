import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { ArtifactStore } from '@runwright/contract';
import { createEngine, memoryArtifacts, memoryStore } from '@runwright/core';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { type HttpAdapterOptions, httpAdapter, serverOptions } from './index.ts';

const partBytes = 64 * 1024;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A store of one endless supply of zeros, that counts what is read of it. */
function zeros() {
  const seen = { bytes: 0, whole: 0, ended: 0 };
  const artifacts: ArtifactStore = {
    ...memoryArtifacts(),
    async get() {
      seen.whole += 1;
      return new Uint8Array(1);
    },
    async open(_key, { start = 0, end = 0 }) {
      return (async function* () {
        try {
          for (let at = start; at < end; at += partBytes) {
            const part = new Uint8Array(Math.min(partBytes, end - at));
            seen.bytes += part.length;
            yield part;
          }
        } finally {
          seen.ended += 1;
        }
      })();
    },
  };
  return { artifacts, seen };
}

/** A server that has one file of 200 MB for each of two organizations. */
async function scene(contentLimits?: HttpAdapterOptions['contentLimits'], rowSize = 200_000_000) {
  const { artifacts, seen } = zeros();
  const store = memoryStore();
  const engine = await createEngine({ drivers: { store, artifacts } });
  closing.push(() => engine.close());
  const keys: string[] = [];
  for (const organizationId of ['o_1', 'o_2']) {
    await engine.organizations.create({ name: organizationId, organizationId });
    await store.files.add({
      fileId: `f_${organizationId}`,
      organizationId,
      runId: null,
      blockRunId: null,
      name: 'large.bin',
      contentType: 'application/octet-stream',
      size: rowSize,
      checksum: 'sha256:0',
      key: organizationId,
      sourceUrl: null,
      createdAt: 0,
    });
    keys.push((await engine.keys.create(organizationId, { name: 'test' })).text);
  }
  const app = fastify(serverOptions());
  closing.push(() => app.close());
  await app.register(httpAdapter, { engine, version: '0', ...(contentLimits ? { contentLimits } : {}) });
  const get = (organization: 1 | 2, range: string) =>
    app.inject({
      url: `/v1/files/f_o_${organization}/content`,
      headers: { 'x-api-key': keys[organization - 1] ?? '', range },
    });
  const head = (method: 'GET' | 'HEAD', headers: Readonly<Record<string, string>>) =>
    app.inject({
      method,
      url: '/v1/files/f_o_1/content',
      headers: { 'x-api-key': keys[0] ?? '', ...headers },
    });
  /** A client that asks for everything and takes nothing; resolves when the first bytes are read for it. */
  const stalled = async (organization: 1 | 2): Promise<Socket> => {
    const before = seen.bytes;
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    closing.push(() => socket.destroy());
    await once(socket, 'connect');
    socket.pause();
    socket.write(
      `GET /v1/files/f_o_${organization}/content HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${keys[organization - 1]}\r\n\r\n`,
    );
    await expect.poll(() => seen.bytes, { interval: 5 }).toBeGreaterThan(before);
    return socket;
  };
  return { app, seen, get, head, stalled };
}

it('40 ranges of one byte read 40 bytes, not 40 files', { tags: ['security'] }, async () => {
  const { get, seen } = await scene({ streamsPerOrganization: 40 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => get(1, `bytes=${index}-${index}`)),
  );
  expect(answers.map(({ statusCode, rawPayload }) => [statusCode, rawPayload.length])).toEqual(
    Array.from({ length: 40 }, () => [206, 1]),
  );
  expect(answers[39]?.headers).toMatchObject({
    'content-length': '1',
    'content-range': 'bytes 39-39/200000000',
  });
  expect(seen).toEqual({ bytes: 40, whole: 0, ended: 40 });
});

it('a range that stands at the end, and one that is open, are read from their start only', async () => {
  const { get, seen } = await scene();
  expect((await get(1, 'bytes=-5')).headers['content-range']).toBe('bytes 199999995-199999999/200000000');
  expect((await get(1, 'bytes=199999990-')).rawPayload.length).toBe(10);
  expect(seen.bytes).toBe(15);
});

it('a client that takes nothing makes the server read little', { tags: ['security'] }, async () => {
  const { app, stalled, seen } = await scene();
  await app.listen({ port: 0, host: '127.0.0.1' });
  await stalled(1);
  await stalled(1);
  expect(seen.bytes).toBeLessThan(100_000_000);
});

it('more streams than allowed are refused with 429 for one organization and 503 for all', {
  tags: ['security'],
}, async () => {
  const { app, stalled, get } = await scene({ streams: 3, streamsPerOrganization: 2 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const clients = [await stalled(1), await stalled(1)];
  const mine = await get(1, 'bytes=0-0');
  expect([mine.statusCode, mine.headers['retry-after'], mine.json()]).toEqual([
    429,
    '5',
    { detail: expect.stringContaining('reading 2 files already') },
  ]);
  expect((await get(2, 'bytes=0-0')).statusCode).toBe(206);
  clients.push(await stalled(2));
  const ours = await get(2, 'bytes=0-0');
  expect([ours.statusCode, ours.headers['retry-after']]).toEqual([503, '5']);

  for (const client of clients) client.destroy();
  await expect.poll(async () => (await get(1, 'bytes=0-0')).statusCode, { interval: 5 }).toBe(206);
});

it('a client that stops taking bytes is disconnected, and its place is free again', {
  tags: ['security'],
}, async () => {
  const { app, stalled, get, seen } = await scene({ streamsPerOrganization: 1, idleMs: 200 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await stalled(1);
  await expect.poll(() => seen.ended, { interval: 5 }).toBe(1);
  await expect.poll(async () => (await get(1, 'bytes=0-0')).statusCode, { interval: 5 }).toBe(206);
});

it('a file whose bytes are gone is not found, and takes no place', async () => {
  const engine = await createEngine();
  closing.push(() => engine.close());
  const app = fastify(serverOptions());
  closing.push(() => app.close());
  const { organizationId } = await engine.organizations.first();
  const key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  const row = {
    organizationId,
    size: 5,
    key: 'gone',
    checksum: 'sha256:0',
    contentType: 'text/plain',
    name: 'a',
  };
  const failing = {
    ...engine,
    files: { ...engine.files, get: async () => ({ ...row, fileId: 'f_1' }) as never },
  };
  await app.register(httpAdapter, {
    engine: failing,
    version: '0',
    contentLimits: { streamsPerOrganization: 1 },
  });
  for (const method of ['GET', 'GET', 'HEAD'] as const) {
    const answer = await app.inject({
      method,
      url: '/v1/files/f_1/content',
      headers: { 'x-api-key': key, range: 'bytes=0-1' },
    });
    expect([answer.statusCode, answer.headers.etag, answer.headers['content-range']]).toEqual([
      404,
      undefined,
      undefined,
    ]);
  }
});

it('several ranges, other units and malformed headers get everything, also when nothing fits', async () => {
  const { get } = await scene({}, 100);
  for (const range of [
    'bytes=0-1,5-6',
    'bytes=200-,300-',
    'bytes=1-0',
    'bytes=a-b',
    'bytes',
    'lines=0-1',
    'lines=200-',
  ]) {
    const answer = await get(1, range);
    expect([answer.statusCode, answer.rawPayload.length], range).toEqual([200, 100]);
  }
  const outside = await get(1, 'bytes=100-');
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */100']);
  expect((await get(1, 'bytes=99-200')).headers['content-range']).toBe('bytes 99-99/100');
});

it('a client that has the content gets 304, without it', async () => {
  const { head } = await scene({}, 100);
  const ask = async (tags: string, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await head(method, { 'if-none-match': tags });
    return [answer.statusCode, answer.rawPayload.length, answer.headers.etag];
  };
  const known = [304, 0, '"sha256:0"'];
  for (const tags of ['"sha256:0"', 'W/"sha256:0"', '"other", "sha256:0"', '*']) {
    expect(await ask(tags), tags).toEqual(known);
    expect(await ask(tags, 'HEAD'), tags).toEqual(known);
  }
  expect(await ask('"other"')).toEqual([200, 100, '"sha256:0"']);
  const answer = await head('HEAD', {});
  expect([answer.statusCode, answer.rawPayload.length, answer.headers]).toEqual([
    200,
    0,
    expect.objectContaining({
      'content-length': '100',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    }),
  ]);
});
