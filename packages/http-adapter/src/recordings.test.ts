import { defineBlock, type Recording, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import { fakeBrowser } from '@runwright/testing';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { httpAdapter, httpUrls, serverOptions } from './index.ts';

const visit = defineBlock({
  type: 'visit',
  config: Type.Object({}),
  output: Type.Object({}),
  async run(_config, { browser }) {
    await browser();
    return {};
  },
});

it('the record of a run links to its recording once the browser is closed, and says before that it is to come', async () => {
  const closed = Promise.withResolvers<readonly Recording[]>();
  const browser = fakeBrowser({ pages: [], recordings: [] });
  const engine = await createEngine({
    blocks: [visit],
    urls: httpUrls(),
    drivers: {
      browser: {
        ...browser,
        async open(options) {
          return Object.assign(await browser.open(options), { recordings: () => closed.promise });
        },
      },
    },
  });
  const { organizationId } = await engine.organizations.first();
  const key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  const app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'visit', label: 'v' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await engine.runs.finished(organizationId, runId);
  const get = (url: string) => app.inject({ url, headers: { 'x-api-key': key } });
  expect((await get(`/v1/runs/${runId}`)).json()).toMatchObject({
    status: 'completed',
    recording_url: null,
    recording_status: 'pending',
  });

  const video = (bytes: readonly number[]): Recording => ({
    type: 'recording',
    content: new Uint8Array(bytes),
    contentType: 'video/webm',
  });
  closed.resolve([video([1]), video([2, 2])]);
  const kept = () => engine.runs.artifacts(organizationId, runId, { types: ['recording'] });
  await expect.poll(async () => (await kept()).length).toBe(2);
  await expect
    .poll(async () => (await get(`/v1/runs/${runId}`)).json())
    .toMatchObject({ recording_status: 'stored' });
  const { recording_url: address } = (await get(`/v1/runs/${runId}`)).json();
  const { pathname, search } = new URL(address);
  const film = await app.inject({ url: `${pathname}${search}` });
  expect([film.statusCode, film.headers['content-type'], [...film.rawPayload]]).toEqual([
    200,
    'video/webm',
    [2, 2],
  ]);
  await app.close();
  await engine.close();
});
