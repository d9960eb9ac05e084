import { defineBlock, Type } from '@runwright/contract';
import { scriptedModel } from '@runwright/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

const greet = defineBlock({
  type: 'greet',
  config: Type.Object({}),
  output: Type.String(),
  run: async () => 'hello',
});

let service: Service;
beforeEach(async () => {
  service = await openService({ blocks: [greet] });
});
afterEach(() => service.close());

const definition = (title = 'Orders', more: object = {}) => ({
  json_definition: {
    title,
    workflow_definition: { blocks: [{ block_type: 'greet', label: 'hello' }] },
    ...more,
  },
});
const create = async (title?: string, query = '') =>
  (await service.call('POST', `/v1/workflows${query}`, definition(title))).body
    .workflow_permanent_id as string;
const folder = async (title: string) =>
  (await service.call('POST', '/v1/folders', { title })).body.folder_id as string;

it('a workflow is read in its latest version, or in the one that is asked for', async () => {
  const id = await create('First');
  const second = await service.call('POST', `/v1/workflows/${id}`, definition('Second'));
  expect(await service.call('GET', `/v1/workflows/${id}`)).toMatchObject({ status: 200, body: second.body });
  expect((await service.call('GET', `/v1/workflows/${id}?version=1`)).body).toMatchObject({
    title: 'First',
    version: 1,
  });
  expect((await service.call('GET', `/v1/workflows/${id}?version=3`)).status).toBe(404);
  expect((await service.call('GET', `/v1/workflows/${id}?version=x`)).body.detail).toMatchObject([
    { loc: ['query', 'version'], type: 'int_parsing' },
  ]);
  expect((await service.call('GET', `/v1/workflows/${second.body.workflow_id}`)).status).toBe(404);
});

it('more than 100 warnings or problems are counted by the last item, never cut in silence', async () => {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`unknown_${index}`, 1]));
  const wrong = definition('Odd', fields);
  const left = { msg: 'There are 50 more, which are not listed', type: 'too_many_problems' };
  const { body } = await service.call('POST', '/v1/workflows', wrong);
  expect(body.warnings).toHaveLength(101);
  expect(body.warnings.at(-1)).toEqual({ ...left, loc: ['body', 'json_definition'] });

  const blocks = Array.from({ length: 150 }, () => ({ block_type: 'greet' }));
  const refused = await service.call('POST', '/v1/workflows', {
    json_definition: { title: 'Odd', workflow_definition: { blocks } },
  });
  expect([refused.status, refused.body.detail.length]).toEqual([422, 101]);
  expect(refused.body.detail.at(-1)).toEqual({ ...left, loc: ['body', 'json_definition'] });
});

it('a creation and an update tell which fields have no effect, and reading does not', async () => {
  const wrong = definition('Odd');
  Object.assign(wrong.json_definition.workflow_definition.blocks[0] ?? {}, { wait_sce: 1 });
  const expected = {
    status: 200,
    body: {
      warnings: [
        {
          loc: ['body', 'json_definition', 'workflow_definition', 'blocks', '0', 'wait_sce'],
          msg: expect.stringContaining('The field `wait_sce` is not known here'),
          type: 'unknown_field',
        },
      ],
    },
  };
  const created = await service.call('POST', '/v1/workflows', wrong);
  expect(created).toMatchObject(expected);
  const path = `/v1/workflows/${created.body.workflow_permanent_id}`;
  expect(await service.call('POST', path, wrong)).toMatchObject(expected);
  expect((await service.call('GET', path)).body).not.toHaveProperty('warnings');
});

it('versions are listed in pages, the highest first', async () => {
  const id = await create('First');
  await service.call('POST', `/v1/workflows/${id}`, definition('Second'));
  const { body } = await service.call('GET', `/v1/workflows/${id}/versions`);
  expect(body).toMatchObject([
    { version: 2, title: 'Second' },
    { version: 1, title: 'First' },
  ]);
  const page = await service.call('GET', `/v1/workflows/${id}/versions?page_size=1`);
  expect(page.body).toHaveLength(1);
  expect(page.headers.link).toContain('page=2');
});

it('runs of a workflow are listed, newest first, by status', async () => {
  const id = await create();
  const other = await create('Other');
  const start = async (workflowId: string) =>
    (await service.call('POST', '/v1/run/workflows', { workflow_id: workflowId })).body.run_id as string;
  const [first, second] = [await start(id), await start(id)];
  await start(other);
  await service.call('POST', `/v1/runs/${first}/cancel`);
  const runs = async (query = '') =>
    (await service.call('GET', `/v1/workflows/${id}/runs${query}`)).body.map(
      ({ run_id: runId }: { run_id: string }) => runId,
    );
  expect(await runs()).toEqual([second, first]);
  expect(await runs('?status=canceled')).toEqual([first]);
  expect(await runs('?page_size=1&page=2')).toEqual([first]);
  expect((await service.call('GET', `/v1/workflows/${id}/runs?status=odd`)).status).toBe(422);
});

it.each([
  ['DELETE', '', 204, undefined],
  ['POST', '/delete', 200, null],
] as const)('%s %s deletes all versions, and open runs go on', async (method, suffix, status, body) => {
  const id = await create();
  await service.call('POST', `/v1/workflows/${id}`, definition('Second'));
  const { body: run } = await service.call('POST', '/v1/run/workflows', { workflow_id: id });
  expect(await service.call(method, `/v1/workflows/${id}${suffix}`)).toMatchObject({ status, body });

  const gone = { status: 404, body: { detail: `Workflow ${id} not found` } };
  expect(await service.call('GET', `/v1/workflows/${id}`)).toMatchObject(gone);
  expect(await service.call('GET', `/v1/workflows/${id}?version=1`)).toMatchObject(gone);
  expect(await service.call('GET', `/v1/workflows/${id}/versions`)).toMatchObject(gone);
  expect(await service.call('GET', `/v1/workflows/${id}/runs`)).toMatchObject(gone);
  expect(await service.call('POST', `/v1/workflows/${id}`, definition())).toMatchObject(gone);
  expect(await service.call('POST', '/v1/run/workflows', { workflow_id: id })).toMatchObject(gone);
  expect(await service.call(method, `/v1/workflows/${id}${suffix}`)).toMatchObject(gone);
  expect((await service.call('GET', '/v1/workflows')).body).toEqual([]);

  await service.engine.start();
  await service.engine.runs.finished(service.organizationId, run.run_id);
  expect((await service.call('GET', `/v1/runs/${run.run_id}`)).body).toMatchObject({ status: 'completed' });
});

it("another organization's workflow answers like an unknown one", async () => {
  const id = await create();
  for (const [method, suffix, body] of [
    ['GET', ''],
    ['GET', '?version=1'],
    ['GET', '/versions'],
    ['GET', '/runs'],
    ['POST', '', definition()],
    ['PUT', '/folder', { folder_id: null }],
    ['POST', '/delete'],
    ['DELETE', ''],
  ] as const) {
    expect(
      await service.rivalCall(method, `/v1/workflows/${id}${suffix}`, body),
      method + suffix,
    ).toMatchObject({
      status: 404,
      body: { detail: `Workflow ${id} not found` },
    });
  }
  expect((await service.call('GET', `/v1/workflows/${id}`)).status).toBe(200);
});

it('the folder comes from the query before the body, and an update keeps it unless it names one', async () => {
  const [first, second] = [await folder('First'), await folder('Second')];
  const created = await service.call(
    'POST',
    `/v1/workflows?folder_id=${first}`,
    definition('Orders', { folder_id: second }),
  );
  expect(created.body.folder_id).toBe(first);
  const id = created.body.workflow_permanent_id;
  const update = async (query: string, more?: object) =>
    (await service.call('POST', `/v1/workflows/${id}${query}`, definition('Orders', more))).body.folder_id;
  expect(await update('')).toBe(first);
  expect(await update('', { folder_id: second })).toBe(second);
  expect(await update(`?folder_id=${first}`, { folder_id: second })).toBe(first);
});

it('an unknown folder is 404, after the definition was checked and before any address', async () => {
  const id = await create();
  const foreign = (await service.rivalCall('POST', '/v1/folders', { title: 'Rival' })).body.folder_id;
  const hook = { webhook_callback_url: 'http://10.0.0.1/' };
  for (const path of ['/v1/workflows', `/v1/workflows/${id}`]) {
    for (const [query, more, named] of [
      [`?folder_id=${foreign}`, hook, foreign],
      ['', { folder_id: 'fld_404', ...hook }, 'fld_404'],
    ] as const) {
      expect(await service.call('POST', path + query, definition('Orders', more))).toMatchObject({
        status: 404,
        body: { detail: `Folder ${named} not found` },
      });
    }
    expect(await service.call('POST', path, definition('Orders', hook))).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'json_definition', 'webhook_callback_url'], type: 'egress_denied' }],
        code: 'egress_denied',
      },
    });
    const wrong = await service.call('POST', `${path}?folder_id=fld_404`, definition('x'.repeat(256)));
    expect(wrong.status).toBe(422);
  }
});

it('a workflow is put into a folder, and out of it', async () => {
  const id = await create();
  const inside = await folder('Orders');
  const foreign = (await service.rivalCall('POST', '/v1/folders', { title: 'Rival' })).body.folder_id;
  const put = (body: unknown) => service.call('PUT', `/v1/workflows/${id}/folder`, body);
  expect(await put({ folder_id: inside })).toMatchObject({
    status: 200,
    body: { folder_id: inside, version: 1 },
  });
  expect(await put({ folder_id: foreign })).toMatchObject({ status: 404 });
  expect(await put({ folder_id: 'fld_404' })).toMatchObject({
    status: 404,
    body: { detail: 'Folder fld_404 not found' },
  });
  expect(await put({})).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'folder_id'], type: 'missing' }] },
  });
  expect(await put({ folder_id: null })).toMatchObject({ status: 200, body: { folder_id: null } });
});

it('a list is filtered by folder and searched by its title', async () => {
  const id = await folder('Éxports');
  await create('Inside', `?folder_id=${id}`);
  await create('Outside');
  const titles = async (query: string) =>
    (await service.call('GET', `/v1/workflows?${query}`)).body.map(({ title }: { title: string }) => title);
  expect(await titles(`folder_id=${id}`)).toEqual(['Inside']);
  expect(await titles('folder_id=fld_404')).toEqual([]);
  expect(await titles('search_key=%C3%A9xp')).toEqual(['Inside']);
});

it('a default branch has every documented member', async () => {
  const blocks = [
    {
      block_type: 'conditional',
      label: 'choose',
      branch_conditions: [
        { criteria: { expression: '{{ n > 1 }}' }, next_block_label: 'hello' },
        { is_default: true },
      ],
    },
    { block_type: 'greet', label: 'hello' },
  ];
  const { body } = await service.call('POST', '/v1/workflows', {
    json_definition: {
      workflow_definition: {
        blocks,
        parameters: [{ parameter_type: 'workflow', key: 'n', workflow_parameter_type: 'integer' }],
      },
    },
  });
  expect(body.workflow_definition.blocks[0].branch_conditions).toEqual([
    {
      id: 'branch_1',
      criteria: { expression: '{{ n > 1 }}', criteria_type: 'jinja2_template', description: null },
      next_block_label: 'hello',
      description: null,
      is_default: false,
    },
    { id: 'branch_2', criteria: null, next_block_label: null, description: null, is_default: true },
  ]);
});

it('headers that no request can carry are refused, in workflows and at every start', async () => {
  const id = await create();
  const refused = async (path: string, body: unknown) =>
    (await service.call('POST', path, body)).body.detail.map(
      ({ loc, type }: { loc: string[]; type: string }) => [loc.slice(-2).join('/'), type],
    );
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`x-${index}`, 'a']));
  for (const [headers, places] of [
    [{ 'x-a': 'b\r\nx-c: d' }, ['extra_http_headers/x-a']],
    [{ 'x-a': 'b\0' }, ['extra_http_headers/x-a']],
    [{ 'x a': 'b', '': 'c' }, ['extra_http_headers/x a', 'extra_http_headers/']],
    [{ 'x-a': 'b'.repeat(8 * 1024) }, ['/extra_http_headers']],
    [many, ['/extra_http_headers']],
  ] as const) {
    const expected = places.map((place) => [
      expect.stringContaining(place.replace(/^\//, '')),
      'value_error',
    ]);
    const more = { extra_http_headers: headers };
    expect(await refused('/v1/workflows', definition('Orders', more))).toEqual(expected);
    expect(await refused('/v1/run/workflows', { workflow_id: id, ...more })).toEqual(expected);
    expect(await refused('/v1/run/tasks', { prompt: 'Buy', ...more })).toEqual(expected);
  }
});

it('a model that is not offered is refused, in the workflow and in its blocks', async () => {
  const offering = await openService({
    blocks: [greet],
    drivers: { model: scriptedModel({ answers: [] }) },
  });
  const wrong = definition('Orders', {
    model: { model_name: 'odd' },
    workflow_definition: {
      blocks: [{ block_type: 'greet', label: 'hello', model: { model_name: 'odder' } }],
    },
  });
  const answer = await offering.call('POST', '/v1/workflows', wrong);
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toMatchObject([
    {
      loc: ['body', 'json_definition', 'workflow_definition', 'blocks', '0', 'model', 'model_name'],
      type: 'value_error',
    },
    { loc: ['body', 'json_definition', 'model', 'model_name'], type: 'value_error' },
  ]);
  expect((await offering.call('POST', '/v1/workflows', definition('Orders', { model: {} }))).status).toBe(
    200,
  );
  await offering.close();
});

it('the search by title is answered as deprecated', async () => {
  await create('Orders');
  const answer = await service.call('GET', '/v1/workflows?title=ord');
  expect(answer.body).toHaveLength(1);
  expect(answer.headers.deprecation).toBe('true');
  const other = await service.call('GET', '/v1/workflows?search_key=ord');
  expect(other.headers.deprecation).toBeUndefined();
});

it('versions and schedules are listed in pages', async () => {
  const id = await create();
  await service.call('POST', `/v1/workflows/${id}`, definition('Newer'));
  for (const name of ['a', 'b']) {
    await service.call('POST', `/v1/workflows/${id}/schedules`, { cron: '0 5 * * *', name });
  }
  for (const list of ['versions', 'schedules']) {
    const pages = [1, 2].map((page) =>
      service.call('GET', `/v1/workflows/${id}/${list}?page=${page}&page_size=1`),
    );
    const [first, second] = await Promise.all(pages);
    expect([first?.body.length, second?.body.length]).toEqual([1, 1]);
    expect(first?.body).not.toEqual(second?.body);
    expect(first?.headers.link).toContain('page=2');
  }
});

it('the limit of the time of runs is kept and shown', async () => {
  const code = { block_type: 'code', label: 'c', code: 'return 1' };
  const workflow_definition = { parameters: [], blocks: [code] };
  const { body } = await service.call(
    'POST',
    '/v1/workflows',
    definition('Orders', { max_elapsed_time_minutes: 7, workflow_definition }),
  );
  const shown = await service.call('GET', `/v1/workflows/${body.workflow_permanent_id}`);
  expect(shown.body).toMatchObject({ max_elapsed_time_minutes: 7 });
});

it('members that only describe are kept and shown', async () => {
  const code = { block_type: 'code', label: 'c', code: 'return 1', prompt: 'Return one', steps: ['one'] };
  const loop = {
    ...{ block_type: 'while_loop', label: 'l', loop_blocks: [code] },
    condition: { criteria_type: 'jinja2_template', expression: '{{ false }}', description: 'Never' },
  };
  const city = {
    parameter_type: 'workflow',
    key: 'city',
    workflow_parameter_type: 'string',
    description: 'Where',
  };
  const members = { description: 'Daily', is_saved_task: true };
  const { body } = await service.call(
    'POST',
    '/v1/workflows',
    definition('Orders', { ...members, workflow_definition: { parameters: [city], blocks: [loop] } }),
  );
  const shown = await service.call('GET', `/v1/workflows/${body.workflow_permanent_id}`);
  expect(shown.body).toMatchObject({
    ...members,
    workflow_definition: { parameters: [city], blocks: [loop] },
  });
});
