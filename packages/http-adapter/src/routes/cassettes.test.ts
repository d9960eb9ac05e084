import { text } from 'node:stream/consumers';
import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { scriptedModel } from '@runwright/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { httpAdapter, serverOptions } from '../index.ts';

const ask = defineBlock({
  type: 'ask',
  config: Type.Object({}),
  output: Type.Object({ answer: Type.String() }),
  async run(_config, { model, signal }) {
    const messages = [{ role: 'user', content: 'How are you?' }] as const;
    return { answer: (await model('text').generateText({ messages, signal })).text };
  },
});

let engine: Engine;
let app: FastifyInstance;
let key: string;
let organizationId: string;

beforeAll(async () => {
  engine = await createEngine({
    blocks: [ask],
    drivers: { model: scriptedModel({ answers: () => 'Well.' }) },
  });
  await engine.start();
  organizationId = (await engine.organizations.first()).organizationId;
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

async function endedRun(request: object): Promise<string> {
  const { workflowPermanentId: workflow_id } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'ask', label: 'ask' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id, ...request }, { organizationId });
  await engine.runs.finished(organizationId, runId);
  return runId;
}

const get = (runId: string) =>
  app.inject({ url: `/v1/runs/${runId}/cassette`, headers: { 'x-api-key': key } });

describe('the recording of a run', () => {
  it('is a ZIP file with workflow, result and model calls', async () => {
    const runId = await endedRun({ record_for_replay: true });
    // It is stored after the end of the run.
    await expect.poll(async () => (await get(runId)).statusCode, { timeout: 60_000 }).toBe(200);
    const answer = await get(runId);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${runId}.zip"`,
    });
    const files: Record<string, string> = {};
    const archive = await fromBufferPromise(answer.rawPayload);
    for await (const entry of archive.eachEntry()) {
      files[entry.fileName] = await text(await archive.openReadStreamPromise(entry));
    }
    expect(Object.keys(files)).toEqual(['run.json', 'model.jsonl']);
    expect(JSON.parse(files['run.json'] ?? '')).toMatchObject({ result: { status: 'completed' } });
    expect(files['model.jsonl']).toContain('How are you?');
  });

  it('is 404 for a run that was not recorded, with the way to get one', async () => {
    const answer = await get(await endedRun({}));
    expect(answer.statusCode).toBe(404);
    expect(answer.json().detail).toContain('record_for_replay');
  });
});
