import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

const site = 'https://app.example.com';

it.each<readonly [publicUrl: string, prefix: string, base: string]>([
  [site, '', ''],
  [`${site}/`, '', ''],
  // A proxy removes the path.
  [`${site}/automation`, '', '/automation'],
  [`${site}/automation/`, '', '/automation'],
  // The removed path is also the first segment of the routes.
  [`${site}/v1`, '', '/v1'],
  // It is passed on, and the adapter is registered under it.
  [`${site}/automation`, '/automation', '/automation'],
  // A proxy removes a part of it.
  [`${site}/team/automation`, '/automation', '/team/automation'],
  // The host has not told the engine its path.
  [site, '/automation', '/automation'],
])(
  'at %s and under the prefix `%s` the paths of answers begin with `%s`',
  async (publicUrl, prefix, base) => {
    const engine = await createEngine({ urls: httpUrls({ publicUrl }) });
    onTestFinished(() => engine.close());
    const { organizationId } = await engine.organizations.first();
    const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
    for (const title of ['One', 'Two']) await engine.folders.create(organizationId, { title });
    const app = fastify(serverOptions());
    onTestFinished(() => app.close());
    await app.register(httpAdapter, { engine, version: '0', prefix });

    const headers = { 'x-api-key': key };
    const page = await app.inject({ url: `${prefix}/v1/folders?page_size=1`, headers });
    expect(page.headers.link).toBe(`<${base}/v1/folders?page_size=1&page=2>; rel="next"`);
    const document = (await app.inject({ url: `${prefix}/openapi.json` })).json();
    expect(document.servers).toEqual([{ url: base || '/', description: expect.any(String) }]);
    expect(Object.keys(document.paths)).toContain('/v1/folders');
  },
);
