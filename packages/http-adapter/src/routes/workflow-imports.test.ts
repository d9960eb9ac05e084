import type { Store } from '@runwright/contract';
import { createEngine, memoryStore } from '@runwright/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

let service: Service;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const yaml = `
title: Orders
workflow_definition:
  parameters:
    - { parameter_type: workflow, key: first name, workflow_parameter_type: string }
  blocks:
    - { block_type: wait, label: 1 wait!, wait_sec: 5, next_block_label: two }
    - { block_type: text_prompt, label: two, prompt: "{{ first name }}" }
`;

/** The workflow once its import has ended. */
async function imported(id: string, from: Service = service) {
  for (;;) {
    const { body } = await from.call('GET', `/v1/workflows/${id}`);
    if (body.status !== 'importing') return body;
  }
}

async function send(body: FormData) {
  const request = new Request('http://host/', { method: 'POST', body });
  const answer = await service.app.inject({
    method: 'POST',
    url: '/v1/workflows/import',
    headers: { 'x-api-key': service.key, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

function form(
  content: string | Uint8Array<ArrayBuffer>,
  name = 'Orders.yaml',
  fields: Record<string, string> = {},
) {
  const data = new FormData();
  data.append('file', new Blob([content]), name);
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  return data;
}

it('an import is stored at once, and published with usable names', async () => {
  const { status, body } = await service.call('POST', '/v1/workflows/import', { yaml_definition: yaml });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'importing',
    version: 1,
    import_error: null,
    workflow_definition: { blocks: [], parameters: [] },
  });
  expect(await imported(body.workflow_permanent_id)).toMatchObject({
    status: 'published',
    title: 'Orders',
    version: 1,
    workflow_id: body.workflow_id,
    import_error: null,
    workflow_definition: {
      parameters: [{ key: 'first_name' }],
      blocks: [{ label: '_1_wait' }, { label: 'two' }],
    },
  });
});

it('an import answers with a warning for each name that it changes, and where it stands', async () => {
  const warnings = (at: string) => [
    {
      loc: ['body', at, 'workflow_definition', 'blocks', '0', 'label'],
      msg: 'The label `1 wait!` is no name that can be used here, so it is stored as `_1_wait`, and references to it are changed too',
      type: 'renamed',
    },
    {
      loc: ['body', at, 'workflow_definition', 'parameters', '0', 'key'],
      msg: 'The key `first name` is no name that can be used here, so it is stored as `first_name`, and references to it are changed too',
      type: 'renamed',
    },
  ];
  const importText = async (text: string) =>
    (await service.call('POST', '/v1/workflows/import', { yaml_definition: text })).body.warnings;
  expect(await importText(yaml)).toEqual(warnings('yaml_definition'));
  expect((await send(form(yaml))).body.warnings).toEqual(warnings('file'));
  expect(
    await importText('workflow_definition: { blocks: [{ block_type: wait, wait_sec: 5 }] }'),
  ).toMatchObject([
    { msg: 'A label is missing, so it is stored as `block`, and references to it are changed too' },
  ]);
  expect(
    await importText('workflow_definition: { blocks: [{ block_type: wait, label: a, wait_sec: 5 }] }'),
  ).toEqual([]);
  expect(await importText('a: [')).toEqual([]);
});

it('reading an imported workflow gives its warnings again, and its next version has none', async () => {
  const { body } = await service.call('POST', '/v1/workflows/import', { yaml_definition: yaml });
  const id = body.workflow_permanent_id;
  const warnings = body.warnings.map(({ loc, ...rest }: { loc: string[] }) => ({
    ...rest,
    loc: loc.slice(2),
  }));
  expect(warnings).toHaveLength(2);
  expect(await imported(id)).toMatchObject({ status: 'published', warnings });
  expect((await service.call('GET', '/v1/workflows')).body).toMatchObject([{ warnings }]);
  const blocks = [{ block_type: 'wait', label: 'w', wait_sec: 1 }];
  const next = { json_definition: { workflow_definition: { blocks } } };
  const updated = await service.call('POST', `/v1/workflows/${id}`, next);
  expect(updated.body).toMatchObject({ version: 2 });
  expect(updated.body).not.toHaveProperty('warnings');
  expect((await service.call('GET', `/v1/workflows/${id}?version=1`)).body).toMatchObject({ warnings });
});

it('an import that cannot be used keeps its reasons', async () => {
  const broken = async (text: string) => {
    const { body } = await service.call('POST', '/v1/workflows/import', { yaml_definition: text });
    return imported(body.workflow_permanent_id);
  };
  expect(await broken('a: [')).toMatchObject({
    status: 'import_failed',
    import_error: expect.stringMatching(/line \d+, column \d+/),
  });
  expect(await broken('workflow_definition: { blocks: [{ block_type: odd, label: a }] }')).toMatchObject({
    status: 'import_failed',
    import_error: expect.stringContaining('workflow_definition.blocks[0]'),
  });
  expect(await broken('just text')).toMatchObject({ status: 'import_failed' });
  const hook = 'webhook_callback_url: http://10.0.0.1/\nworkflow_definition: { blocks: [] }';
  expect(await broken(hook)).toMatchObject({
    import_error: expect.stringMatching(/^webhook_callback_url: Address is not allowed: 10\.0\.0\.1\. /),
  });
});

it('a workflow that is being imported, or was not, cannot run', async () => {
  const { body } = await service.call('POST', '/v1/workflows/import', { yaml_definition: 'a: [' });
  const { workflow_permanent_id: id } = body;
  await imported(id);
  expect((await service.call('POST', '/v1/run/workflows', { workflow_id: id })).status).toBe(409);
  expect((await service.call('GET', '/v1/workflows')).body).toEqual([]);
  expect((await service.call('GET', '/v1/workflows?status=import_failed')).body).toHaveLength(1);
});

it('a file is imported into a folder', async () => {
  const { folder_id: folderId } = (await service.call('POST', '/v1/folders', { title: 'Inbox' })).body;
  const { status, body } = await send(form(yaml, 'My orders.yml', { folder_id: folderId }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'importing', title: 'My orders', folder_id: folderId });
  expect(await imported(body.workflow_permanent_id)).toMatchObject({
    title: 'Orders',
    folder_id: folderId,
    status: 'published',
  });
  const json = JSON.stringify({ workflow_definition: { blocks: [] } });
  expect((await send(form(json, 'a.JSON'))).status).toBe(200);
});

it('an unknown folder is 404, and one that the text itself names is left out', async () => {
  const foreign = (await service.rivalCall('POST', '/v1/folders', { title: 'Rival' })).body.folder_id;
  for (const folderId of [foreign, 'fld_404']) {
    const unknown = { status: 404, body: { detail: `Folder ${folderId} not found` } };
    const body = { yaml_definition: yaml, folder_id: folderId };
    expect(await service.call('POST', '/v1/workflows/import', body)).toMatchObject(unknown);
    expect(await send(form(yaml, 'a.yaml', { folder_id: folderId }))).toMatchObject(unknown);
  }
  const { body } = await service.call('POST', '/v1/workflows/import', {
    yaml_definition: `folder_id: ${foreign}\n${yaml}`,
  });
  expect(await imported(body.workflow_permanent_id)).toMatchObject({ status: 'published', folder_id: null });
});

it('a body or a file that is not usable is told at once', async () => {
  const at = (field: string, type: string) => ({
    status: 422,
    body: { detail: [{ loc: ['body', field], type }] },
  });
  expect(await service.call('POST', '/v1/workflows/import', {})).toMatchObject(
    at('yaml_definition', 'missing'),
  );
  expect(await service.call('POST', '/v1/workflows/import', { yaml_definition: ' ' })).toMatchObject(
    at('yaml_definition', 'value_error'),
  );
  expect(await service.call('POST', '/v1/workflows/import', { yaml_definition: 7 })).toMatchObject(
    at('yaml_definition', 'string_type'),
  );
  expect(await service.call('POST', '/v1/workflows/import')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body'], type: 'missing' }] },
  });
  expect(await send(form(yaml, 'orders.txt'))).toMatchObject(at('file', 'value_error'));
  expect(await send(form('', 'a.yaml'))).toMatchObject(at('file', 'value_error'));
  expect(await send(form(new Uint8Array([0xff, 0xfe]), 'a.yaml'))).toMatchObject(at('file', 'value_error'));
  expect(await send(new FormData())).toMatchObject({ status: 422 });
  expect(await send(form('x'.repeat(10 * 1024 ** 2 + 1)))).toEqual({
    status: 413,
    body: { detail: 'File is larger than 10 MiB' },
  });
});

it('an import that a crash interrupted is taken up at the next start', async () => {
  const store: Store = memoryStore();
  const frozen: Store = {
    ...store,
    workflows: { ...store.workflows, endImport: () => Promise.reject(new Error('the process is gone')) },
  };
  const crashed = await createEngine({ drivers: { store: frozen } });
  const { organizationId } = await crashed.organizations.first();
  const { workflowPermanentId } = await crashed.workflows.import(organizationId, yaml);
  await crashed.close();
  expect(await store.workflows.get(organizationId, workflowPermanentId)).toMatchObject({
    status: 'importing',
  });

  const engine = await createEngine({ drivers: { store } });
  await engine.start();
  for (;;) {
    const { status, title } = await engine.workflows.get(organizationId, workflowPermanentId);
    if (status === 'importing') continue;
    expect([status, title]).toEqual(['published', 'Orders']);
    break;
  }
  await engine.close();
});

it('validate reports every mistake and doubt where a save would, and stores nothing', async () => {
  const wrong = {
    json_definition: {
      webhook_url: 'https://example.com',
      proxy_location: 'US-CA',
      workflow_definition: {
        odd: 1,
        blocks: [
          { block_type: 'wait', label: 'a', wait_sec: 0 },
          { block_type: 'wait', label: 'a', wait_sec: 5 },
        ],
      },
    },
  };
  const { status, body } = await service.call('POST', '/v1/workflows/validate', wrong);
  expect(status).toBe(200);
  const definition = ['body', 'json_definition', 'workflow_definition'];
  expect(body).toMatchObject({
    valid: false,
    errors: [
      { loc: [...definition, 'blocks', '0', 'wait_sec'], type: 'greater_than_equal' },
      { loc: [...definition, 'blocks', '1', 'label'], type: 'value_error' },
    ],
    warnings: [
      {
        loc: ['body', 'json_definition', 'webhook_url'],
        msg: expect.stringContaining('webhook_callback_url'),
      },
      { loc: ['body', 'json_definition', 'proxy_location'], type: 'deprecated_value' },
      { loc: [...definition, 'odd'], type: 'unknown_field' },
    ],
  });
  expect(Object.keys(body.errors[0])).toEqual(['loc', 'msg', 'type', 'line', 'column', 'block_label']);
  expect(body.errors[0]).toMatchObject({ line: null, column: null, block_label: null });
  const text = {
    yaml_definition: 'workflow_definition: { blocks: [{ block_type: wait, label: w, wait_sec: 1 }] }',
  };
  expect(await service.call('POST', '/v1/workflows/validate', text)).toMatchObject({
    status: 200,
    body: { valid: true, errors: [], warnings: [] },
  });
  expect(await service.call('POST', '/v1/workflows/validate', { yaml_definition: 'a: [' })).toMatchObject({
    status: 200,
    body: { valid: false, errors: [{ loc: ['body', 'yaml_definition'] }] },
  });
  expect((await service.call('POST', '/v1/workflows/validate', {})).status).toBe(422);
  expect((await service.call('POST', '/v1/workflows/validate', { json_definition: [] })).status).toBe(422);
  expect((await service.call('GET', '/v1/workflows?status=published&status=importing')).body).toEqual([]);
});

it('validate tells line, column and block of a problem in a text, and where a text cannot be read', async () => {
  const check = async (yaml_definition: string) =>
    (await service.call('POST', '/v1/workflows/validate', { yaml_definition })).body;
  const text = [
    'workflow_definition:',
    '  blocks:',
    '    - label: pause',
    '      block_type: wait',
    '      wait_sec: 0',
  ];
  expect(await check(text.join('\n'))).toMatchObject({
    errors: [{ line: 5, column: 7, block_label: 'pause', loc: expect.arrayContaining(['wait_sec']) }],
  });
  expect(await check(['odd: 1', ...text.slice(0, 4), '      wait_sec: 1'].join('\n'))).toMatchObject({
    valid: true,
    warnings: [{ line: 1, column: 1, block_label: null }],
  });
  expect(await check('title: a\nworkflow_definition: ]')).toMatchObject({
    errors: [{ line: 2, column: 22, block_label: null }],
  });
});
