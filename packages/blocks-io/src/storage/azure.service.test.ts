import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fakeContext } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileUpload } from './file-upload.ts';

const account = 'acme';
const accountKey = Buffer.from('a key of thirty-two bytes, yes..').toString('base64');
/** What was stored, by path. */
const blobs = new Map<string, { readonly content: Buffer; readonly type: string | undefined }>();

/** A server that stores blobs when their signature is right (Shared Key, Azure Storage REST API). */
const server = createServer(async (request, response) => {
  const content = await buffer(request);
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml', 'x-ms-error-code': code })
      .end(`<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
  const path = new URL(request.url ?? '', 'http://azure.test').pathname;
  if (request.headers.authorization !== `SharedKey ${account}:${signature(request)}`) {
    refuse(403, 'AuthenticationFailed');
  } else if (path.includes('/none/')) {
    refuse(404, 'ContainerNotFound');
  } else {
    const type = request.headers['x-ms-blob-content-type'];
    blobs.set(decodeURIComponent(path), { content, type: String(type) });
    response.writeHead(201, { etag: '"1"', 'x-ms-version': '2026-01-01' }).end();
  }
});

function signature(request: IncomingMessage): string {
  const { method, url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://azure.test');
  const plain = ['content-encoding', 'content-language', 'content-length', 'content-md5', 'content-type'];
  const conditions = [
    'date',
    'if-modified-since',
    'if-match',
    'if-none-match',
    'if-unmodified-since',
    'range',
  ];
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${String(value).trim()}`);
  const query = [...searchParams].sort().map(([name, value]) => `${name}:${value}`);
  const text = [
    method,
    ...[...plain, ...conditions].map((name) => (headers[name] === '0' ? '' : (headers[name] ?? ''))),
    ...own,
    [`/${account}${pathname}`, ...query].join('\n'),
  ].join('\n');
  return createHmac('sha256', Buffer.from(accountKey, 'base64')).update(text, 'utf8').digest('base64');
}

let endpoint: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const config = () => ({
  storage_type: 'azure' as const,
  azure_storage_account_name: account,
  azure_storage_account_key: '{{secret.azure}}',
  azure_blob_container_name: 'box',
  azure_endpoint_url: endpoint,
  continue_on_empty: false,
});
const reveal = (text: string) => text.replace('{{secret.azure}}', accountKey);

it('files are stored as blobs under signed requests', async () => {
  const downloads = {
    'plain.csv': 'a,b',
    'Übersicht (1)+2.pdf': new Uint8Array(3_000_000).fill(7),
    empty: '',
  };
  const { context } = fakeContext({ downloads, reveal, fetch });
  const uris = await fileUpload.run({ ...config(), azure_folder_path: '/in/today/' }, context);
  expect(uris.slice(0, 2)).toEqual([
    `${endpoint}/box/in/today/plain.csv`,
    `${endpoint}/box/in/today/%C3%9Cbersicht%20(1)%2B2.pdf`,
  ]);
  expect([...blobs.keys()]).toEqual([
    '/box/in/today/plain.csv',
    '/box/in/today/Übersicht (1)+2.pdf',
    '/box/in/today/empty',
  ]);
  expect(blobs.get('/box/in/today/plain.csv')).toEqual({
    content: Buffer.from('a,b'),
    type: 'application/octet-stream',
  });
  expect(blobs.get('/box/in/today/Übersicht (1)+2.pdf')?.content).toHaveLength(3_000_000);
});

it('without a folder the run gives its name', async () => {
  const { context } = fakeContext({ downloads: { 'a.csv': 'a' }, reveal, fetch });
  expect(await fileUpload.run(config(), context)).toEqual([`${endpoint}/box/wr_test/a.csv`]);
});

it('a wrong key and a missing container are told in the words of the storage', async () => {
  const options = { downloads: { 'a.csv': 'a' }, fetch };
  const wrong = { ...config(), azure_storage_account_key: Buffer.from('wrong').toString('base64') };
  await expect(fileUpload.run(wrong, fakeContext(options).context)).rejects.toThrow(
    'HTTP 403 `AuthenticationFailed`',
  );
  const missing = { ...config(), azure_blob_container_name: 'none' };
  await expect(fileUpload.run(missing, fakeContext({ ...options, reveal }).context)).rejects.toThrow(
    'HTTP 404 `ContainerNotFound`',
  );
});

it('a refusal of the egress policy stays what it is', async () => {
  const { context } = fakeContext({ downloads: { 'a.csv': 'a' }, reveal });
  await expect(fileUpload.run(config(), context)).rejects.toMatchObject({ code: 'egress_denied' });
});

it('without an endpoint the account is a host of Azure', async () => {
  const asked: string[] = [];
  const { context } = fakeContext({
    downloads: { 'a.csv': 'a' },
    reveal,
    async fetch(url) {
      asked.push(String(url));
      return new Response('', { status: 201 });
    },
  });
  const { azure_endpoint_url: _none, ...given } = config();
  await fileUpload.run(given, context);
  expect(asked).toEqual(['https://acme.blob.core.windows.net/box/wr_test/a.csv']);
});
