import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConsole } from './serve-console.ts';

describe('the files of the console', () => {
  let folder: string;
  let app: FastifyInstance;
  let asked = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-page-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<script type="module" src="./assets/main-1a.js"></script>');
    await writeFile(join(folder, 'assets/main-1a.js'), 'plain');
    await writeFile(join(folder, 'assets/main-1a.js.gz'), 'compressed');
    await writeFile(join(folder, 'secret.txt'), 'not served');
    app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    const ask = async () => {
      asked += 1;
      return folder;
    };
    await app.register((scope) => serveConsole(scope, { folder: ask }));
    await app.register((scope) => serveConsole(scope, { folder }), { prefix: '/deep/:tenant/down' });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are asked for when they are needed first, not when the service starts', async () => {
    expect(asked).toBe(0);
    await app.inject('/console');
    expect(asked).toBe(1);
  });

  it.each([
    ['/console', './console/assets/main-1a.js'],
    ['/console/', './assets/main-1a.js'],
    ['/console/runs', './assets/main-1a.js'],
    ['/console/runs/', '../assets/main-1a.js'],
    ['/console/runs/wr_1?tab=files', '../assets/main-1a.js'],
    ['/console/a/b/c', '../../assets/main-1a.js'],
    ['/deep/t/down/console/runs/wr_1', '../assets/main-1a.js'],
  ])('%s is the page, which finds its files under any prefix', async (url, source) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain(`src="${source}"`);
    const found = new URL(source, `http://a.test${url}`).pathname;
    expect((await app.inject(found)).body).toBe('plain');
  });

  it('that are named after their content may be kept, and are compressed for those who take it', async () => {
    const plain = await app.inject('/console/assets/main-1a.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/javascript/);
    const compressed = await app.inject({
      url: '/console/assets/main-1a.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['gzip', 'compressed']);
  });

  it.each([
    '/console/assets/none.js',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console/assets/%2e%2e/secret.txt',
  ])('%s is not there', async (url) => {
    const answer = await app.inject(url);
    expect(answer.body).not.toContain('not served');
    expect(answer.statusCode === 404 || answer.body.includes('main-1a.js')).toBe(true);
  });

  it('never run what others wrote: the policy allows scripts and styles of the service alone', async () => {
    for (const url of ['/console', '/console/assets/main-1a.js']) {
      const policy = String((await app.inject(url)).headers['content-security-policy']);
      const directives = new Map(policy.split('; ').map((part) => part.split(/ (.*)/s) as [string, string]));
      expect(directives.get('default-src')).toBe("'none'");
      expect(directives.get('script-src')).toBe("'self'");
      expect(directives.get('style-src')).toBe("'self'");
      expect(directives.get('frame-ancestors')).toBe("'none'");
      expect(policy).not.toContain('unsafe');
    }
  });
});
