import type { ArtifactStore, Store } from '@runwright/contract';
import { createEngine, type Engine, memoryArtifacts, memoryStore } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

const page = '<script xmlns="http://www.w3.org/1999/xhtml">fetch("/v1/api_keys")</script>';

describe('a stored page does not act on the origin that serves it', { tags: ['security'] }, () => {
  let engine: Engine;
  let app: FastifyInstance;
  let key: string;
  let organizationId: string;
  let artifacts: ArtifactStore;
  let store: Store;

  beforeEach(async () => {
    artifacts = memoryArtifacts();
    store = memoryStore();
    engine = await createEngine({ drivers: { store, artifacts }, urls: httpUrls() });
    ({ organizationId } = await engine.organizations.first());
    key = (await engine.keys.create(organizationId, { name: 'test' })).text;
    app = fastify(serverOptions());
    await app.register(httpAdapter, { engine, version: '0' });
  });
  afterEach(async () => {
    await app.close();
    await engine.close();
  });

  const base = {
    runId: null,
    blockRunId: null,
    size: page.length,
    checksum: 'sha256:0',
    key: 'page',
    createdAt: 0,
  };
  const addFile = async (fileId: string, name: string, contentType: string) => {
    const { signal } = new AbortController();
    await artifacts.put('page', new TextEncoder().encode(page), { signal });
    await store.files.add({ ...base, fileId, organizationId, name, contentType, sourceUrl: null });
  };
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { 'x-api-key': key, ...headers } });

  it.each([
    'text/html',
    'text/html; charset=utf-7',
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'application/xhtml+xml',
    'application/pdf',
    'application/javascript',
    'multipart/related',
    'application/octet-stream',
    'text/plain',
  ])('of the type %s', async (contentType) => {
    await addFile('f_1', 'a.html', contentType);
    for (const headers of [
      {},
      { range: 'bytes=0-9' },
      { 'if-none-match': '"sha256:0"' },
      { range: 'bytes=999-' },
    ]) {
      const answer = await get('/v1/files/f_1/content', headers as Record<string, string>);
      expect([200, 206, 304, 416]).toContain(answer.statusCode);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
    }
  });

  it.each([
    ['../../etc/passwd'],
    ['a\u0000b.txt'],
    ['a"; filename="evil.exe'],
    ["a'b(c)*.txt"],
    ['line\r\nset-cookie: a=b.txt'],
    ['\u202Egpj.exe'],
    ['half \ud800.txt'],
    ['con.txt'],
    ['x'.repeat(5000)],
  ])('and its name is harmless in the header of a download: %j', async (name) => {
    await addFile('f_2', name, 'text/plain');
    const answer = await get('/v1/files/f_2/content');
    expect(answer.statusCode).toBe(200);
    const header = String(answer.headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!&+^`|$-]{1,700}$/);
    const told = decodeURIComponent(header.replace(/^.*''/, ''));
    expect(told).not.toMatch(/[/\\\p{Cc}\p{Cf}]|^\.\.|^con\./u);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('and a link opens one file until it expires, under one key', async () => {
    await addFile('f_3', 'a.txt', 'text/plain');
    await addFile('f_4', 'a.txt', 'text/plain');
    const link = new URL(engine.links.file({ fileId: 'f_3', organizationId }));
    const open = async (path: string, change: Record<string, string> = {}) => {
      const query = new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...change });
      return (await app.inject({ url: `${path}?${query}` })).statusCode;
    };
    const { pathname } = link;
    expect(await open(pathname)).toBe(200);
    expect(await open('/v1/files/f_4/content')).toBe(403);
    expect(await open('/v1/artifacts/f_3/content')).toBe(403);
    expect(await open('/v1/files/%66_3/content')).toBe(403);
    expect(await open(pathname, { expiry: '99999999999' })).toBe(403);
    expect(await open(pathname, { expiry: '1' })).toBe(403);
    expect(await open(pathname, { kid: 'o_other' })).toBe(403);
    expect(await open(pathname, { sig: '' })).toBe(403);
    const twice = await app.inject({ url: `${pathname}${link.search}&expiry=99999999999` });
    expect(twice.statusCode).not.toBe(200);
  });
});
