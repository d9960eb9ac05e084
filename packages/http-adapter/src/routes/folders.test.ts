import { afterEach, beforeEach, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

let service: Service;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const create = async (title: string, description?: string) =>
  (await service.call('POST', '/v1/folders', { title, description })).body.folder_id as string;
const workflow = async (folderId: string) =>
  (
    await service.call('POST', `/v1/workflows?folder_id=${folderId}`, {
      json_definition: { workflow_definition: { blocks: [] } },
    })
  ).body.workflow_permanent_id as string;

it('a folder is created and read with the number of its workflows', async () => {
  const { status, body } = await service.call('POST', '/v1/folders', { title: ' Orders ' });
  expect(status).toBe(200);
  expect(body).toEqual({
    folder_id: expect.stringMatching(/^fld_\d{19,}$/),
    organization_id: service.organizationId,
    title: 'Orders',
    description: null,
    workflow_count: 0,
    created_at: expect.stringMatching(/Z$/),
    modified_at: body.created_at,
  });
  await workflow(body.folder_id);
  expect(await service.call('GET', `/v1/folders/${body.folder_id}`)).toMatchObject({
    status: 200,
    body: { ...body, workflow_count: 1 },
  });
});

it('a title in use is 409, at creation and at change, but not that of another organization', async () => {
  await create('Orders');
  const bills = await create('Bills');
  const taken = { status: 409, body: { detail: expect.stringContaining('`Orders`') } };
  expect(await service.call('POST', '/v1/folders', { title: 'Orders' })).toMatchObject(taken);
  expect(await service.call('PUT', `/v1/folders/${bills}`, { title: 'Orders' })).toMatchObject(taken);
  expect(await service.call('PUT', `/v1/folders/${bills}`, { title: 'Bills' })).toMatchObject({
    status: 200,
  });
  expect(await service.rivalCall('POST', '/v1/folders', { title: 'Orders' })).toMatchObject({ status: 200 });
});

it('a title is required, not blank and of up to 255 characters', async () => {
  const refused = async (body: unknown) => (await service.call('POST', '/v1/folders', body)).body.detail;
  const at = (type: string) => [{ loc: ['body', 'title'], type }];
  expect(await refused({})).toMatchObject(at('missing'));
  expect(await refused({ title: '  ' })).toMatchObject(at('value_error'));
  expect(await refused({ title: 'x'.repeat(256) })).toMatchObject(at('string_too_long'));
});

it('a change replaces what it names', async () => {
  const id = await create('Orders', 'All of them');
  expect((await service.call('PUT', `/v1/folders/${id}`, { title: 'Bills' })).body).toMatchObject({
    title: 'Bills',
    description: 'All of them',
  });
  expect((await service.call('PUT', `/v1/folders/${id}`, { description: null })).body).toMatchObject({
    title: 'Bills',
    description: null,
  });
});

it('folders are listed newest first, in pages, by a part of the title', async () => {
  await create('Ämter');
  await create('Bills');
  const titles = async (query: string) =>
    (await service.call('GET', `/v1/folders${query}`)).body.map(({ title }: { title: string }) => title);
  expect(await titles('')).toEqual(['Bills', 'Ämter']);
  expect(await titles('?search=%C3%A4')).toEqual(['Ämter']);
  const first = await service.call('GET', '/v1/folders?page_size=1');
  expect(first.headers.link).toBe('</v1/folders?page_size=1&page=2>; rel="next"');
  expect(await titles('?page_size=1&page=3')).toEqual([]);
  expect((await service.rivalCall('GET', '/v1/folders')).body).toEqual([]);
});

it('a deleted folder leaves its workflows without one', async () => {
  const id = await create('Orders');
  const inside = await workflow(id);
  expect(await service.call('DELETE', `/v1/folders/${id}`)).toMatchObject({
    status: 200,
    body: { status: 'deleted', folder_id: id, workflows_deleted: 0 },
  });
  expect((await service.call('GET', `/v1/workflows/${inside}`)).body.folder_id).toBeNull();
});

it('a folder is deleted with its workflows when that is asked for', async () => {
  const id = await create('Orders');
  const inside = await workflow(id);
  const { body } = await service.call('DELETE', `/v1/folders/${id}?delete_workflows=true`);
  expect(body).toEqual({ status: 'deleted', folder_id: id, workflows_deleted: 1 });
  expect((await service.call('GET', `/v1/workflows/${inside}`)).status).toBe(404);
});

it("another organization's folder answers like an unknown one", async () => {
  const id = await create('Orders');
  for (const [method, body] of [['GET'], ['PUT', { title: 'x' }], ['DELETE']] as const) {
    expect(await service.rivalCall(method, `/v1/folders/${id}`, body), method).toMatchObject({
      status: 404,
      body: { detail: `Folder ${id} not found` },
    });
    expect(await service.call(method, '/v1/folders/fld_404', body), method).toMatchObject({
      status: 404,
      body: { detail: 'Folder fld_404 not found' },
    });
  }
  expect((await service.call('GET', `/v1/folders/${id}`)).status).toBe(200);
});

it('what happens to the workflows of a deleted folder is a truth value', async () => {
  const { status, body } = await service.call(
    'DELETE',
    `/v1/folders/${await create('A')}?delete_workflows=7`,
  );
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['query', 'delete_workflows'] }]]);
});
