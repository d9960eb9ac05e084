import { Readable } from 'node:stream';
import { text as streamText } from 'node:stream/consumers';
import { defineBlock, type Recording, Secret, Type, type WorkflowDraft } from '@runwright/contract';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const word = 'hunter2-hunter2';
const substitute = /^secret[0-9a-f]{8}$/;

/** Opens the browser, and asks the model about a secret. */
const ask = defineBlock({
  type: 'ask',
  config: Type.Object({}),
  output: Type.Object({ answer: Type.String() }),
  async run(_config, { browser, model, signal, secret }) {
    await browser();
    const placeholder = await secret('word');
    await secret('pin');
    const messages = [{ role: 'user', content: `The words are ${word} and ${placeholder}` }] as const;
    const { text } = await model('text').generateText({ messages, signal });
    return { answer: text };
  },
});

const pin = 'pin-p471-word';

const recordings: readonly Recording[] = [
  { type: 'har', content: '{}', contentType: 'application/json' },
  {
    type: 'cassette_network',
    content: `{"word":"${word}","text":"pin ${pin}","size":4711}`,
    contentType: 'application/json',
  },
];

async function engineWithWorkflow(
  settings:
    | Partial<WorkflowDraft>
    | ((engine: Engine, organizationId: string) => Promise<Partial<WorkflowDraft>>) = {},
  ofBrowser: readonly Recording[] = recordings,
) {
  const engine = await createTestEngine({
    blocks: [ask],
    drivers: {
      browser: fakeBrowser({ pages: [], recordings: ofBrowser }),
      model: scriptedModel({ answers: ['an answer'] }),
      secrets: [{ specVersion: 'v1', resolve: async (name) => new Secret(name === 'pin' ? pin : word) }],
    },
  });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Ask',
    ...(typeof settings === 'function' ? await settings(engine, organizationId) : settings),
    workflow_definition: {
      parameters: [
        { parameter_type: 'workflow', key: 'city', workflow_parameter_type: 'string' },
        { parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' },
      ],
      blocks: [{ block_type: 'ask', label: 'a' }],
    },
  });
  const login = await engine.credentials.create(organizationId, {
    name: 'Login',
    credential_type: 'password',
    credential: { username: 'ann', password: 'correct-horse' },
    allowed_hosts: ['shop.example'],
  });
  const parameters = { city: 'Bern', login: login.credential_id };
  const start = async (request: object) => {
    const asked = { workflow_id: workflowPermanentId, parameters, ...request };
    return (await engine.runs.start(asked, { organizationId })).runId;
  };
  return { engine, organizationId, parameters, start };
}

/** Reads the files of a recording as texts. */
async function textsOf(engine: Engine, organizationId: string, runId: string) {
  const { signal } = new AbortController();
  const files = await engine.runs.cassette(organizationId, runId);
  const texts = files.map(async ({ name, open }) => {
    return [name, await streamText(Readable.from(open({ signal })))] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

describe('a run that is recorded for a replay', () => {
  it('has its workflow, parameters, model calls and network as files, without secrets', async () => {
    const { engine, organizationId, parameters, start } = await engineWithWorkflow();
    const runId = await start({ record_for_replay: true });
    await engine.runs.finished(organizationId, runId);
    // The recording is stored after the end of the run.
    await expect.poll(() => textsOf(engine, organizationId, runId), { timeout: 60_000 }).toBeTruthy();
    await expect(engine.runs.cassette('o_other', runId)).rejects.toMatchObject({ code: 'not_found' });
    const texts = await textsOf(engine, organizationId, runId);
    expect(Object.keys(texts)).toEqual(['run.json', 'model.jsonl', 'network/browser-1.har']);

    const run = JSON.parse(texts['run.json'] ?? '');
    expect(run).toMatchObject({
      version: 1,
      parameters,
      result: { status: 'completed', output: { a_output: { answer: 'an answer' } }, failureReason: null },
      credentials: {
        [parameters.login]: {
          credential_type: 'password',
          allowed_hosts: ['shop.example'],
          credential: {
            username: expect.stringMatching(substitute),
            password: expect.stringMatching(substitute),
          },
        },
      },
    });
    expect(JSON.parse(run.workflow)).toMatchObject({ title: 'Ask', run_with: 'agent' });

    const calls = (texts['model.jsonl'] ?? '').trim().split('\n');
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0] ?? '')).toMatchObject({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      purpose: 'text',
      model: { id: 'scripted' },
      reply: { parts: [{ type: 'text', text: 'an answer' }] },
    });
    const network = JSON.parse(texts['network/browser-1.har'] ?? '');
    expect(network).toEqual({ word: '*****', text: 'pin *****', size: 4711 });
    for (const secret of [word, 'correct-horse']) expect(JSON.stringify(texts)).not.toContain(secret);
  });

  it('has other substitutes than another run, so that nobody can compare the secrets of two runs', {
    tags: ['security'],
  }, async () => {
    const { engine, organizationId, parameters, start } = await engineWithWorkflow();
    const passwords: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const runId = await start({ record_for_replay: true });
      await engine.runs.finished(organizationId, runId);
      await expect.poll(() => textsOf(engine, organizationId, runId), { timeout: 60_000 }).toBeTruthy();
      const { credentials } = JSON.parse((await textsOf(engine, organizationId, runId))['run.json'] ?? '');
      passwords.push(credentials[parameters.login].credential.password);
    }
    expect(passwords).toEqual([expect.stringMatching(substitute), expect.stringMatching(substitute)]);
    expect(new Set(passwords).size).toBe(2);
  });

  it('has no secret headers of its workflow', async () => {
    const headers = {
      Authorization: 'Bearer the-token',
      'x-session-id': 'the-session',
      'accept-language': 'de',
    };
    const { engine, organizationId, start } = await engineWithWorkflow({ extra_http_headers: headers });
    const runId = await start({ record_for_replay: true });
    await engine.runs.finished(organizationId, runId);
    await expect.poll(() => textsOf(engine, organizationId, runId), { timeout: 60_000 }).toBeTruthy();
    const texts = await textsOf(engine, organizationId, runId);
    const { workflow } = JSON.parse(texts['run.json'] ?? '');
    expect(JSON.parse(workflow).extra_http_headers).toEqual({
      Authorization: '*****',
      'x-session-id': '*****',
      'accept-language': 'de',
    });
  });

  it('has a workflow that an engine without its folder takes', async () => {
    const { engine, organizationId, start } = await engineWithWorkflow(async (engine, organizationId) => {
      const { folderId } = await engine.folders.create(organizationId, { title: 'Shops' });
      return { folder_id: folderId };
    });
    const runId = await start({ record_for_replay: true });
    await engine.runs.finished(organizationId, runId);
    await expect.poll(() => textsOf(engine, organizationId, runId), { timeout: 60_000 }).toBeTruthy();
    const { workflow } = JSON.parse((await textsOf(engine, organizationId, runId))['run.json'] ?? '');

    const other = await engineWithWorkflow();
    const taken = await other.engine.workflows.create(other.organizationId, workflow);
    expect(taken.folderId).toBeNull();
  });

  it('is refused with what a replay does not have', async () => {
    const { start } = await engineWithWorkflow();
    const refused = [
      { run_with: 'code' },
      { block_labels: ['a'] },
      { browser_address: 'http://browser.example:9222' },
    ];
    for (const request of refused) {
      await expect(start({ record_for_replay: true, ...request })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { problems: [expect.objectContaining({ path: ['record_for_replay'] })] },
      });
    }
  });

  it('has no recording when the network of its browser could not be kept', async () => {
    const { engine, organizationId, start } = await engineWithWorkflow({}, []);
    const runId = await start({ record_for_replay: true });
    await engine.runs.finished(organizationId, runId);
    await expect
      .poll(() => engine.runs.cassette(organizationId, runId).catch((error: unknown) => error), {
        timeout: 60_000,
      })
      .toMatchObject({ code: 'not_found', message: expect.stringContaining('is not whole') });
  });

  it('has no recording that could be taken for a whole one while it runs', async () => {
    const { engine, organizationId, start } = await engineWithWorkflow();
    const runId = await start({ record_for_replay: true });
    const early = engine.runs.cassette(organizationId, runId);
    await expect(early).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/still recorded|not complete/),
    });
    await engine.runs.finished(organizationId, runId);
  });
});

it('a run that was not recorded has no recording, and the error tells how to get one', async () => {
  const { engine, organizationId, start } = await engineWithWorkflow();
  const runId = await start({});
  await engine.runs.finished(organizationId, runId);
  await expect(engine.runs.cassette(organizationId, runId)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('record_for_replay'),
  });
  const artifacts = await engine.runs.artifacts(organizationId, runId);
  expect(artifacts.filter(({ type }) => type.startsWith('cassette'))).toEqual([]);
});
