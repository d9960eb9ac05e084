import { defineBlock, readWhole, Type, template } from '@runwright/contract';
import { memoryArtifacts } from '@runwright/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpUrls } from '../http-urls.ts';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

const mebibyte = 1024 ** 2;

/** Reads the file that its parameter names. */
const read = defineBlock({
  type: 'read',
  config: Type.Object({ file: Type.Unknown(template('native')) }),
  output: Type.Object({ text: Type.String(), name: Type.String() }),
  async run({ file }, { files }) {
    const opened = await files.open(file, { maxBytes: mebibyte });
    return { text: Buffer.from(await readWhole(opened)).toString(), name: opened.name };
  },
});

let service: Service;
let address: string;
let stored: Map<string, number>;
beforeEach(async () => {
  stored = new Map();
  const artifacts = memoryArtifacts();
  service = await openService({
    blocks: [read],
    urls: httpUrls(),
    drivers: {
      artifacts: {
        ...artifacts,
        async put(key, bytes, options) {
          let largest = 0;
          const parts = (async function* () {
            for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) {
              largest = Math.max(largest, part.length);
              yield part;
            }
          })();
          await artifacts.put(key, parts, options);
          stored.set(key, largest);
        },
        async remove(key, options) {
          await artifacts.remove(key, options);
          stored.delete(key);
        },
      },
    },
  });
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => service.close());

function form(
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'a.csv', type = 'text/csv', field = 'file' } = {},
): FormData {
  const data = new FormData();
  data.append(field, new Blob([content], { type }), name);
  return data;
}

async function upload(body: FormData) {
  const headers = { 'x-api-key': service.key };
  const answer = await fetch(`${address}/v1/upload_file`, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as any };
}

it('a file is uploaded, and read by its id and by its signed link', async () => {
  const { status, body } = await upload(form('a,b\n1,2\n', { name: '../Übersicht.csv' }));
  expect(status).toBe(200);
  expect(body).toEqual({
    file_id: expect.stringMatching(/^f_\d{19,}$/),
    filename: 'Übersicht.csv',
    size: 8,
    checksum: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    mime_type: 'text/csv',
    s3_uri: `runwright://files/${body.file_id}`,
    presigned_url: expect.stringContaining(`/v1/files/${body.file_id}/content?expiry=`),
    expires_at: expect.stringMatching(/\.000Z$/),
    created_at: expect.stringMatching(/Z$/),
  });
  const hours = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 3_600_000;
  expect(Math.round(hours)).toBe(12);
  const byKey = await fetch(`${address}/v1/files/${body.file_id}/content`, {
    headers: { 'x-api-key': service.key },
  });
  expect(await byKey.text()).toBe('a,b\n1,2\n');
  expect(byKey.headers.get('content-type')).toBe('text/csv');
  expect(byKey.headers.get('content-disposition')).toMatch(/^attachment/);
  const { pathname, search } = new URL(body.presigned_url);
  expect(await (await fetch(`${address}${pathname}${search}`)).text()).toBe('a,b\n1,2\n');
});

it('a large file is stored part by part, and never in memory at once', async () => {
  const size = 4 * mebibyte;
  expect(await upload(form(new Uint8Array(size)))).toMatchObject({ status: 200, body: { size } });
  expect(Math.max(...stored.values())).toBeLessThan(mebibyte);
});

it('a file may have up to 100 MiB', { tags: ['extended'] }, async () => {
  const bytes = new Uint8Array(100 * mebibyte);
  expect(await upload(form(bytes))).toMatchObject({ status: 200, body: { size: 100 * mebibyte } });
  expect(await upload(form(new Uint8Array(100 * mebibyte + 1)))).toEqual({
    status: 413,
    body: { detail: 'File is larger than 100 MiB' },
  });
  expect(stored.size).toBe(1);
});

it('a request without a file is refused', async () => {
  const missing = [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }];
  expect(await upload(form('x', { field: 'other' }))).toEqual({
    status: 422,
    body: { detail: missing, code: 'invalid_input' },
  });
  expect(await service.call('POST', '/v1/upload_file', {})).toMatchObject({
    status: 422,
    body: { detail: missing },
  });
  expect(stored.size).toBe(0);
});

it('a form with two files is refused, and nothing of it is kept', async () => {
  const both = form('a,b');
  both.append('file', new Blob(['c,d'], { type: 'text/csv' }), 'b.csv');
  expect(await upload(both)).toEqual({
    status: 422,
    body: {
      code: 'invalid_input',
      detail: [
        {
          loc: ['body', 'file'],
          msg: 'Value error, the form has several files; send one file with each request',
          type: 'value_error',
        },
      ],
    },
  });
  expect(stored.size).toBe(0);
});

it('a media type that is none becomes that of any bytes', async () => {
  const { body } = await upload(form('x', { type: 'nonsense' }));
  expect(body.mime_type).toBe('application/octet-stream');
});

it('a deleted file is gone with its bytes; that of another organization answers like an unknown one', async () => {
  const { file_id } = (await upload(form('x'))).body;
  const missing = (id: string) => ({ status: 404, body: { detail: `File ${id} not found` } });
  expect(await service.rivalCall('DELETE', `/v1/files/${file_id}`)).toMatchObject(missing(file_id));
  expect(await service.rivalCall('GET', `/v1/files/${file_id}/content`)).toMatchObject(missing(file_id));
  expect(await service.call('DELETE', '/v1/files/f_404')).toMatchObject(missing('f_404'));
  expect(await service.call('DELETE', `/v1/files/${file_id}`)).toMatchObject({
    status: 204,
    body: undefined,
  });
  expect(stored.size).toBe(0);
  expect(await service.call('DELETE', `/v1/files/${file_id}`)).toMatchObject(missing(file_id));
  expect(await service.call('GET', `/v1/files/${file_id}/content`)).toMatchObject(missing(file_id));
});

it('a run uses an uploaded file by its URI, by its signed link and as an object, without leaving the service', async () => {
  await service.engine.start();
  const { s3_uri, presigned_url, file_id } = (await upload(form('a,b'))).body;
  const parameter = { parameter_type: 'workflow', key: 'file', workflow_parameter_type: 'file_url' };
  const { body } = await service.call('POST', '/v1/workflows', {
    json_definition: {
      workflow_definition: {
        parameters: [parameter],
        blocks: [{ block_type: 'read', label: 'r', file: '{{ file }}' }],
      },
    },
  });
  const outcome = async (file: unknown) => {
    const request = { workflow_id: body.workflow_permanent_id, parameters: { file } };
    const run = (await service.call('POST', '/v1/run/workflows', request)).body;
    return service.engine.runs.finished(service.organizationId, run.run_id);
  };
  for (const file of [s3_uri, presigned_url, { s3uri: s3_uri }, { s3uri: presigned_url }]) {
    expect(await outcome(file), JSON.stringify(file)).toMatchObject({
      status: 'completed',
      output: { r_output: { text: 'a,b', name: 'a.csv' } },
    });
  }
  await service.call('DELETE', `/v1/files/${file_id}`);
  expect(await outcome(s3_uri)).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('not found'),
  });
});

it("a run does not find another organization's file", async () => {
  await service.engine.start();
  const { s3_uri } = (await upload(form('a,b'))).body;
  const { body } = await service.rivalCall('POST', '/v1/workflows', {
    json_definition: { workflow_definition: { blocks: [{ block_type: 'read', label: 'r', file: s3_uri }] } },
  });
  const run = (
    await service.rivalCall('POST', '/v1/run/workflows', { workflow_id: body.workflow_permanent_id })
  ).body;
  const ended = await service.engine.runs.finished('o_9000000000000000009', run.run_id);
  expect(ended).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('not found') });
});

it('an upload is done once for a key', async () => {
  const send = async (text: string) => {
    const answer = await fetch(`${address}/v1/upload_file`, {
      method: 'POST',
      headers: { 'x-api-key': service.key, 'idempotency-key': 'k' },
      body: form(text),
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const first = await send('one');
  expect(await send('one')).toEqual(first);
  expect(await send('two')).toMatchObject({ status: 409 });
  expect(stored.size).toBe(1);
});
