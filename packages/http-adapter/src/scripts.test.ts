import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine, memoryStore } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

const task = defineBlock({
  type: 'task',
  config: Type.Object({}),
  output: Type.Object({ extracted_information: Type.String() }),
  run: async () => ({ extracted_information: 'by the agent' }),
});

let engine: Engine;
let app: FastifyInstance;
let organizationId: string;
let key: string;
let store: ReturnType<typeof memoryStore>;
beforeEach(async () => {
  store = memoryStore();
  engine = await createEngine({ blocks: [task], drivers: { store } });
  ({ organizationId } = await engine.organizations.first());
  key = (await engine.keys.create(organizationId, { name: 'test' })).text;
  app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  await app.ready();
});
afterEach(async () => {
  await app.close();
  await engine.close();
});

async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
  const answer = await app.inject({
    method,
    url: path,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const file = (path: string, content: string) => ({
  path,
  content: Buffer.from(content).toString('base64'),
  encoding: 'base64',
  mime_type: 'text/javascript',
});
const save = () =>
  engine.workflows.create(organizationId, {
    run_with: 'code',
    ai_fallback: true,
    workflow_definition: { parameters: [], blocks: [{ block_type: 'task', label: 'A' }] },
  });

it('a script is created, deployed again and read', async () => {
  const { workflowPermanentId } = await save();
  const files = [file('blocks/A.js', `return 'ä'`), file('data/a.txt', 'one')];
  const created = await call('POST', '/v1/scripts', { workflow_id: workflowPermanentId, files });
  const date = expect.stringMatching(/Z$/);
  const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
  const node = { type: 'file', mime_type: 'text/javascript', content_hash: hash, created_at: date };
  const directory = { type: 'directory', size: null, mime_type: null, content_hash: null, created_at: date };
  expect(created).toEqual({
    status: 200,
    body: {
      script_id: expect.stringMatching(/^s_\d+$/),
      version: 1,
      file_count: 2,
      file_tree: {
        blocks: { ...directory, children: { 'A.js': { ...node, size: 11, children: null } } },
        data: { ...directory, children: { 'a.txt': { ...node, size: 3, children: null } } },
      },
      created_at: date,
      run_id: null,
    },
  });
  const { script_id } = created.body;
  const deployed = await call('POST', `/v1/scripts/${script_id}/deploy`, { files: files.slice(0, 1) });
  expect(deployed.body).toMatchObject({ script_id, version: 2, file_count: 1 });
  expect(await call('GET', `/v1/scripts/${script_id}`)).toEqual({
    status: 200,
    body: {
      script_revision_id: expect.stringMatching(/^sr_\d+$/),
      script_id,
      organization_id: organizationId,
      version: 2,
      created_at: date,
      modified_at: date,
      run_id: null,
      deleted_at: null,
    },
  });
  expect((await call('GET', `/v1/scripts/${script_id}?version=1`)).body).toMatchObject({ version: 1 });
});

it('a script without files and workflow is created, and nothing is deployed without files', async () => {
  const { status, body } = await call('POST', '/v1/scripts', { files: null });
  expect({ status, body }).toMatchObject({ status: 200, body: { file_count: 0, file_tree: {} } });
  expect(await call('POST', `/v1/scripts/${body.script_id}/deploy`, { files: [] })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'files'], type: 'value_error' }] },
  });
});

it('what is unknown is 404, and files that do not fit are 422 at their places', async () => {
  expect((await call('POST', '/v1/scripts', { workflow_id: 'wpid_1' })).status).toBe(404);
  expect((await call('POST', '/v1/scripts', { run_id: 'wr_1' })).status).toBe(404);
  expect((await call('GET', '/v1/scripts/s_1')).status).toBe(404);
  const refused = async (given: object) => {
    const { status, body } = await call('POST', '/v1/scripts', { files: [given] });
    return `${status} ${body.detail[0].loc.join('.')} ${body.detail[0].type}`;
  };
  expect(await refused(file('../a', ''))).toBe('422 body.files.0.path value_error');
  const wrong = '422 body.files.0.content value_error';
  expect(await refused({ path: 'a', content: '****' })).toBe(wrong);
  expect(await refused({ path: 'a.js', content: '/w==' })).toBe(wrong);
  expect(await refused(file('lib/a.mjs', 'export const a = ('))).toBe(wrong);
  expect(await refused(file('main.js', 'import a from "a"'))).toBe(wrong);
  expect(await refused(file('helpers/a.ts', 'const a: = 1'))).toBe(wrong);
  expect(await refused(file('blocks/A.js', 'return ('))).toBe(wrong);
});

it('the run record tells that the agent took over from a script', async () => {
  await engine.start();
  const { workflowPermanentId } = await save();
  const runOnce = async () => {
    const { body } = await call('POST', '/v1/run/workflows', { workflow_id: workflowPermanentId });
    await engine.runs.finished(organizationId, body.run_id);
    return (await call('GET', `/v1/runs/${body.run_id}`)).body;
  };
  expect(await runOnce()).toMatchObject({ script_run: { ai_fallback_triggered: false } });
  const files = [file('blocks/A.js', `fail('moved', 'gone')`)];
  await call('POST', '/v1/scripts', { workflow_id: workflowPermanentId, files });
  expect(await runOnce()).toMatchObject({
    status: 'completed',
    script_run: { ai_fallback_triggered: true },
    output: { A_output: { extracted_information: 'by the agent' } },
  });
});

it('scripts are listed by their latest version, of a workflow or of all', async () => {
  const { workflowPermanentId: workflow_id } = await save();
  const files = [file('a.txt', 'one')];
  const first = (await call('POST', '/v1/scripts', { workflow_id, files })).body.script_id;
  const second = (await call('POST', '/v1/scripts', { files })).body.script_id;
  await call('POST', `/v1/scripts/${second}/deploy`, { files });
  const list = async (query = '') =>
    (await call('GET', `/v1/scripts${query}`)).body.map((row: any) => `${row.script_id} ${row.version}`);
  expect(await list()).toEqual([`${second} 2`, `${first} 1`]);
  expect(await list('?page_size=1&page=2')).toEqual([`${first} 1`]);
  expect(await list(`?workflow_id=${workflow_id}`)).toEqual([`${first} 1`]);
  expect(await list('?workflow_id=wpid_404')).toEqual([]);
  expect((await call('GET', '/v1/scripts?page=0')).status).toBe(422);
});

it('the files of a version are read in the order of their paths, bytes as they were sent', async () => {
  const image = { path: 'data/i.png', content: 'iVBORw==', encoding: 'base64', mime_type: 'image/png' };
  const raw = { path: 'data/raw', content: '/w==' };
  const { body } = await call('POST', '/v1/scripts', {
    files: [raw, image, file('blocks/A.ts', 'return 1')],
  });
  expect(body.file_tree.data.children).toMatchObject({
    'i.png': { size: 4, mime_type: 'image/png' },
    raw: {
      size: 1,
      mime_type: 'application/octet-stream',
      content_hash: 'sha256:a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89',
    },
  });
  const path = `/v1/scripts/${body.script_id}/files`;
  const program = { ...file('blocks/A.ts', 'return 1'), mime_type: 'text/javascript' };
  const bytes = { ...raw, encoding: 'base64', mime_type: 'application/octet-stream' };
  expect(await call('GET', path)).toEqual({ status: 200, body: [program, image, bytes] });
  expect((await call('GET', `${path}?path=data/raw`)).body).toEqual([bytes]);
  await call('POST', `/v1/scripts/${body.script_id}/deploy`, { files: [raw] });
  expect((await call('GET', path)).body).toEqual([bytes]);
  expect((await call('GET', `${path}?version=1`)).body).toHaveLength(3);
  expect(await call('GET', `${path}?version=3`)).toMatchObject({ status: 404 });
  expect(await call('GET', '/v1/scripts/s_404/files')).toEqual({
    status: 404,
    body: { detail: 'Script s_404 not found' },
  });
});

it('the functions of the entry do the work of the blocks that have their names', async () => {
  await engine.start();
  const { workflowPermanentId: workflow_id } = await save();
  const entry =
    'const word: string = "by the entry";\nasync function A() { return word; }\nfunction other() {}';
  await call('POST', '/v1/scripts', { workflow_id, files: [file('main.ts', entry)] });
  const { body } = await call('POST', '/v1/run/workflows', { workflow_id });
  const run = await engine.runs.finished(organizationId, body.run_id);
  expect(run).toMatchObject({
    status: 'completed',
    output: { A_output: { extracted_information: 'by the entry' } },
    scriptRun: { aiFallbackTriggered: false },
  });
});

it('a program reads the other files of its script', async () => {
  await engine.start();
  const { workflowPermanentId: workflow_id } = await save();
  const program = `
    const failure = await script.text('data/none').catch((error) => error.message);
    const { rate } = JSON.parse(await script.text('data/rates.json'));
    return { rate, bytes: await script.base64('data/raw'), failure };`;
  const files = [
    file('blocks/A.js', program),
    file('data/rates.json', '{"rate": 7}'),
    { path: 'data/raw', content: '/w==' },
  ];
  await call('POST', '/v1/scripts', { workflow_id, files });
  const { body } = await call('POST', '/v1/run/workflows', { workflow_id });
  const { output } = await engine.runs.finished(organizationId, body.run_id);
  expect(output).toMatchObject({
    A_output: {
      extracted_information: {
        rate: 7,
        bytes: '/w==',
        failure: expect.stringContaining('no file `data/none`'),
      },
    },
  });
});

it('the files of a script that was made from a run are artifacts of the run', async () => {
  await engine.start();
  const { workflowPermanentId: workflow_id } = await save();
  const { run_id } = (await call('POST', '/v1/run/workflows', { workflow_id })).body;
  await engine.runs.finished(organizationId, run_id);
  const files = [file('blocks/A.js', 'return 1')];
  const { script_id } = (await call('POST', '/v1/scripts', { run_id, files })).body;
  const artifacts = async () =>
    (await call('GET', `/v1/runs/${run_id}/artifacts?artifact_type=script_file`)).body;
  expect(await artifacts()).toMatchObject([{ artifact_type: 'script_file', run_id }]);
  await call('POST', `/v1/scripts/${script_id}/deploy`, { files: [...files, file('data/a.txt', 'x')] });
  expect(await artifacts()).toHaveLength(3);
});

it('a run that is to run with code and has no script says so', async () => {
  await engine.start();
  const { workflowPermanentId: workflow_id } = await save();
  const thoughts = async (path: string, request: object) => {
    const { run_id } = (await call('POST', path, request)).body;
    await engine.runs.finished(organizationId, run_id);
    const items = (await call('GET', `/v1/runs/${run_id}/timeline`)).body;
    return items
      .flatMap((item: any) => item.thought?.thought ?? [])
      .filter((text: string) => /script/.test(text));
  };
  expect(await thoughts('/v1/run/workflows', { workflow_id })).toEqual([
    expect.stringContaining('uses no script: there is none for this workflow'),
  ]);
  expect(await thoughts('/v1/run/tasks', { prompt: 'Look', run_with: 'code' })).toEqual([
    expect.stringContaining('a task has a workflow of its own'),
  ]);
  expect(await thoughts('/v1/run/tasks', { prompt: 'Look' })).toEqual([]);
});

it('a script names the run that it was made from', async () => {
  const { workflowPermanentId: workflow_id } = await save();
  const { run_id } = (await call('POST', '/v1/run/workflows', { workflow_id })).body;
  const { body } = await call('POST', '/v1/scripts', { run_id, files: [file('blocks/A.js', 'return 1')] });
  expect((await call('GET', `/v1/scripts/${body.script_id}`)).body.run_id).toBe(run_id);
});

it('versions are listed in pages, the highest first, with what has made each', async () => {
  const { workflowPermanentId } = await save();
  const files = [file('blocks/A.js', `return 1`)];
  const { body: created } = await call('POST', '/v1/scripts', { workflow_id: workflowPermanentId, files });
  const { script_id: id } = created;
  await call('POST', `/v1/scripts/${id}/deploy`, { files });
  for (const [version, aiFallbackTriggered] of [
    [3, true],
    [4, false],
  ] as const) {
    const { runId, revision } = await engine.runs.start(
      { workflow_id: workflowPermanentId },
      { organizationId },
    );
    const patch = { scriptRun: { aiFallbackTriggered } };
    await store.runs.commit(runId, [{ type: 'run', patch, revision }], null, { now: Date.now() });
    const latest = await engine.scripts.get(organizationId, id);
    await store.scripts.add({ ...latest, scriptRevisionId: `sr_${version}`, version, runId });
  }
  await call('POST', `/v1/scripts/${id}/deploy`, { files });
  const { status, body } = await call('GET', `/v1/scripts/${id}/versions`);
  expect(status).toBe(200);
  expect(body.map((one: any) => [one.version, one.origin])).toEqual([
    [5, 'deployed'],
    [4, 'learned'],
    [3, 'healed'],
    [2, 'deployed'],
    [1, 'created'],
  ]);
  expect(body[0]).toMatchObject({ script_id: id, workflow_permanent_id: workflowPermanentId, file_count: 1 });
  const page = async (number: number) => {
    const url = `/v1/scripts/${id}/versions?page_size=2&page=${number}`;
    const answer = await app.inject({ url, headers: { 'x-api-key': key } });
    return [answer.json().map((one: any) => one.version), 'link' in answer.headers];
  };
  expect(await Promise.all([1, 2, 3, 4].map(page))).toEqual([
    [[5, 4], true],
    [[3, 2], true],
    [[1], false],
    [[], false],
  ]);
});
