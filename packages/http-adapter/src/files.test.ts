import { defineBlock, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

const bring = defineBlock({
  type: 'bring',
  config: Type.Object({}),
  output: Type.Unknown(),
  async run(_config, { files }) {
    const file = await files.save({ name: "Übersicht (1)'s.csv", content: 'a,b', contentType: 'text/csv' });
    return { downloaded_files: [file] };
  },
});
const engine = await createEngine({ blocks: [bring], urls: httpUrls() });
await engine.start();
const { organizationId } = await engine.organizations.first();
const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
const app = fastify(serverOptions());
await app.register(httpAdapter, { engine, version: '1.2.3' });
afterAll(async () => {
  await app.close();
  await engine.close();
});
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  title: 'Bring',
  workflow_definition: { parameters: [], blocks: [{ block_type: 'bring', label: 'b' }] },
});
const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
await engine.runs.finished(organizationId, runId);
const headers = { 'x-api-key': key };

async function files() {
  const record = await app.inject({ url: `/v1/runs/${runId}`, headers });
  return record.json().downloaded_files;
}

it('the run record lists what was downloaded, with signed links and checksums', async () => {
  expect(await files()).toEqual([
    {
      url: expect.stringMatching(/\/v1\/files\/f_\d+\/content\?expiry=/),
      checksum: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      filename: "Übersicht (1)'s.csv",
      modified_at: expect.stringMatching(/Z$/),
    },
  ]);
});

it('a file is read by its signed link, always as an attachment', async () => {
  const [{ url }] = await files();
  const { pathname, search } = new URL(url);
  const answer = await app.inject({ url: pathname + search });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('a,b');
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''%C3%9Cbersicht%20%281%29%27s.csv",
  );
  const forged = await app.inject({ url: pathname + search.replace(/sig=.{4}/, 'sig=AAAA') });
  expect(forged.statusCode).toBe(403);
  expect((await app.inject({ url: pathname, headers })).statusCode).toBe(200);
  expect((await app.inject({ url: pathname })).statusCode).toBe(403);
});

it('an unknown file is not found', async () => {
  const answer = await app.inject({ url: '/v1/files/f_1/content', headers });
  expect(answer.statusCode).toBe(404);
});

it('HEAD of a signed link answers as GET does, without the content', async () => {
  const [{ url }] = await files();
  const { pathname, search } = new URL(url);
  const head = (headers: Readonly<Record<string, string>>) =>
    app.inject({ method: 'HEAD', url: pathname + search, headers });
  const whole = await head({});
  expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '3', '']);
  expect((await head({ range: 'bytes=0-0' })).statusCode).toBe(206);
  expect((await head({ range: 'bytes=9-' })).statusCode).toBe(416);
  const { etag } = whole.headers;
  expect((await head({ 'if-none-match': String(etag) })).statusCode).toBe(304);
});
