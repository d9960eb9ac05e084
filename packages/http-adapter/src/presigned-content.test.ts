import type { ArtifactStore, PresignOptions, Store } from '@runwright/contract';
import { createEngine, type Engine, memoryArtifacts, memoryStore } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

const { signal } = new AbortController();
const bucketUrl = 'https://bucket.test/o_1/f_1?X-Amz-Signature=0badcafe';
const name = 'a b.html';
const base = { runId: null, blockRunId: null, size: 4, checksum: 'sha256:0', key: 'stored', createdAt: 0 };

let asked: PresignOptions[];
let artifacts: ArtifactStore;
let store: Store;
let engine: Engine;
let app: FastifyInstance;
let organizationId: string;
let key: string;
let log: string;

beforeEach(async () => {
  asked = [];
  log = '';
  artifacts = {
    ...memoryArtifacts(),
    async presign(stored, options) {
      asked.push(options);
      return (await artifacts.get(stored, { signal })) && bucketUrl;
    },
  };
  await artifacts.put('stored', new TextEncoder().encode('0123'), { signal });
  store = memoryStore();
  engine = await createEngine({ drivers: { store, artifacts }, urls: httpUrls() });
  ({ organizationId } = await engine.organizations.first());
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  const write = (line: string) => {
    log += line;
  };
  app = fastify(serverOptions({ log: { write }, logLevel: 'info' }));
  await app.register(httpAdapter, { engine, version: '0' });
});
afterEach(async () => {
  await app.close();
  await engine.close();
});

async function fileLink(contentType = 'text/html'): Promise<string> {
  await store.files.add({ ...base, fileId: 'f_1', organizationId, name, contentType, sourceUrl: null });
  const { pathname, search } = new URL(engine.links.file({ fileId: 'f_1', organizationId }));
  return pathname + search;
}

async function artifactLink(contentType: string): Promise<string> {
  const places = { workflowRunId: 'wr_1', blockRunId: null, stepId: null, actionId: null, thoughtId: null };
  const artifact = {
    ...base,
    ...places,
    artifactId: 'a_1',
    runId: 'wr_1',
    type: 'recording',
    organizationId,
    contentType,
  } as const;
  await store.artifacts.add(artifact);
  const { pathname, search } = new URL(engine.links.artifact(artifact));
  return pathname + search;
}

it('a signed link of a file is redirected to the store, which sends it as an attachment', async () => {
  const answer = await app.inject({ url: await fileLink() });
  expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([302, bucketUrl, '']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(asked).toEqual([
    expect.objectContaining({
      contentType: 'text/html',
      contentDisposition: "attachment; filename*=UTF-8''a%20b.html",
      cacheControl: expect.stringMatching(/^private, max-age=[1-9]/),
    }),
  ]);
});

it('a link to the store never outlives the signed link', { tags: ['security'] }, async () => {
  const url = await fileLink();
  const left = Number(new URLSearchParams(url.split('?')[1]).get('expiry')) - Date.now() / 1000;
  await app.inject({ url });
  expect(asked[0]?.maxSeconds).toBeLessThanOrEqual(left);
});

it('a link that is forged or expired gets no link to the store', { tags: ['security'] }, async () => {
  const url = await fileLink();
  for (const other of [url.replace(/sig=.{4}/, 'sig=AAAA'), url.replace(/expiry=\d+/, 'expiry=1')])
    expect((await app.inject({ url: other })).statusCode).toBe(403);
  expect(asked).toEqual([]);
});

it('the log has no link to the store', { tags: ['security'] }, async () => {
  await app.inject({ url: await fileLink() });
  expect(log).toContain('302');
  expect(log).not.toMatch(/bucket\.test|X-Amz|sig=/);
});

it.each(['image/png', 'video/webm', 'application/json', 'text/plain; charset=utf-8'])(
  'an artifact of the type %s is redirected to the store',
  async (contentType) => {
    const answer = await app.inject({ url: await artifactLink(contentType) });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, bucketUrl]);
    expect(asked).toEqual([expect.objectContaining({ contentType })]);
    expect(asked[0]).not.toHaveProperty('contentDisposition');
  },
);

it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'application/pdf', 'application/jsonp'])(
  'an artifact of the type %s, which may run scripts, is sent in its sandbox',
  {
    tags: ['security'],
  },
  async (contentType) => {
    const answer = await app.inject({ url: await artifactLink(contentType) });
    expect([answer.statusCode, answer.body, asked]).toEqual([200, '0123', []]);
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox;/);
  },
);

it('a request with a key is not redirected, so that the key stays here', { tags: ['security'] }, async () => {
  const url = await fileLink();
  const headers = { 'x-api-key': key };
  for (const one of [url, url.replace(/\?.*/, '')]) {
    const answer = await app.inject({ url: one, headers });
    expect([answer.statusCode, answer.body, asked]).toEqual([200, '0123', []]);
  }
});

it('HEAD, a known ETag and a range outside of the bytes are answered without the store', async () => {
  const url = await fileLink();
  const head = await app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, '4']);
  const known = await app.inject({ url, headers: { 'if-none-match': '"sha256:0"' } });
  const outside = await app.inject({ url, headers: { range: 'bytes=9-' } });
  expect([known.statusCode, outside.statusCode, asked]).toEqual([304, 416, []]);
});

it('a file whose bytes are gone is 404, not a link to nothing', async () => {
  const url = await fileLink();
  await artifacts.remove('stored', { signal });
  const answer = await app.inject({ url });
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: expect.stringMatching(/is gone/) }]);
});

it('a store that makes no links is read by the process', async () => {
  delete artifacts.presign;
  const answer = await app.inject({ url: await fileLink() });
  expect([answer.statusCode, answer.body]).toEqual([200, '0123']);
});
