import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainBody } from './drain-body.ts';
import { errorResponseFor } from './error-response.ts';
import { acceptJson } from './json-body.ts';
import { acceptMultipart, readUpload } from './multipart.ts';
import { serverOptions } from './server-options.ts';

const mebibyte = 1024 ** 2;

let app: FastifyInstance;
let address: string;
beforeEach(async () => {
  app = fastify(serverOptions({ log: { write: () => undefined } }));
  app.setErrorHandler((error, request, reply) => {
    const answer = errorResponseFor(error);
    drainBody(request, reply);
    return reply.code(answer?.status ?? 500).send(answer?.body ?? { detail: String(error) });
  });
  acceptJson(app);
  await acceptMultipart(app);
  app.post('/json', async () => 'ok');
  app.post('/upload', { config: { multipart: true } }, async (request) => {
    const { result, fields } = await readUpload(request, mebibyte, async ({ name, contentType, content }) => {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      return { name, contentType, size: Buffer.concat(parts).length };
    });
    return { ...result, fields: Object.fromEntries(fields) };
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

function form(...files: readonly (readonly [field: string, size: number])[]): FormData {
  const data = new FormData();
  for (const [field, size] of files) {
    data.append(field, new Blob([new Uint8Array(size)], { type: 'text/csv' }), 'a.csv');
  }
  return data;
}

async function post(path: string, body: FormData | string, type?: string) {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const answer = await fetch(`${address}${path}`, { method: 'POST', body, headers });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}

it('the file of a form is read with its name, its type and the fields around it', async () => {
  const data = new FormData();
  data.append('before', '1');
  data.append('file', new Blob(['a,b'], { type: 'text/csv' }), 'Übersicht.csv');
  data.append('after', '2');
  expect(await post('/upload', data)).toEqual({
    status: 200,
    body: { name: 'Übersicht.csv', contentType: 'text/csv', size: 3, fields: { before: '1', after: '2' } },
  });
});

it('a file may be as large as the limit, and one byte more is 413', async () => {
  expect(await post('/upload', form(['file', mebibyte]))).toMatchObject({
    status: 200,
    body: { size: mebibyte },
  });
  expect(await post('/upload', form(['file', mebibyte + 1]))).toEqual({
    status: 413,
    body: { detail: 'File is larger than 1 MiB' },
  });
});

it('a second file, and too many fields, are problems of the form and no matter of its size', async () => {
  expect(await post('/upload', form(['file', 10], ['file', 10]))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'file'], msg: expect.stringContaining('several files') }] },
  });
  const fields = new FormData();
  for (let index = 0; index < 30; index += 1) fields.append(`field_${index}`, 'x');
  expect(await post('/upload', fields)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body'], msg: expect.stringContaining('more than 2') }] },
  });
});

it('a form without the file, and no form at all, lack the file', async () => {
  const missing = {
    status: 422,
    body: {
      detail: [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }],
      code: 'invalid_input',
    },
  };
  expect(await post('/upload', form(['other', 10]))).toEqual(missing);
  expect(await post('/upload', '{}', 'application/json')).toEqual(missing);
});

it('a form that is malformed or ends early is not valid', async () => {
  const type = 'multipart/form-data; boundary=x';
  const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
  const broken = { status: 422, body: { detail: [{ loc: ['body'], type: 'value_error' }] } };
  expect(await post('/upload', cut, type)).toMatchObject(broken);
  expect(await post('/upload', 'abc', 'multipart/form-data')).toMatchObject(broken);
});

it('a route that takes no forms answers them with 415', async () => {
  expect(await post('/json', form(['file', 1]))).toEqual({
    status: 415,
    body: { detail: 'Unsupported media type' },
  });
});
