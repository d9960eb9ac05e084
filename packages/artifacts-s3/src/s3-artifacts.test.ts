import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { testArtifactStore } from '@runwright/testing/suites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3Artifacts } from './s3-artifacts.ts';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const { signal } = new AbortController();
let folder: string;
let server: Server;
let endpoint: string;
let prefixes = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-s3-'));
  const bucket = { name: 'runwright' };
  const s3 = new S3rver({
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [bucket],
    // It signs the address of a list with a slash that the SDK, like Amazon, does not write.
    allowMismatchedSignatures: true,
  });
  await s3.configureBuckets();
  server = oneAtATime(s3.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** S3 replaces an object as a whole; the test server writes into its file, so it may answer only one request at a time. */
function oneAtATime(handle: RequestListener): Server {
  let last: Promise<unknown> = Promise.resolve();
  return createServer((request, response) => {
    const isOver = new Promise((resolve) => response.once('close', resolve));
    last = last.then(() => {
      handle(request, response);
      return isOver;
    });
  });
}

const open = (bucket = 'runwright') => {
  prefixes += 1;
  return s3Artifacts({ bucket, endpoint, credentials, region: 'us-east-1', prefix: `test-${prefixes}/` });
};

testArtifactStore('s3Artifacts', async () => open());

it('bytes of unknown size are uploaded in several parts and come back as they were', async () => {
  const store = open();
  const block = Buffer.alloc(1_000_003, 'runwright ');
  const blocks = 21;
  await store.put(
    'large',
    (async function* () {
      for (let index = 0; index < blocks; index += 1) yield block;
    })(),
    { signal },
  );
  let size = 0;
  for await (const part of (await store.open('large', { signal })) ?? []) size += part.length;
  expect(size).toBe(block.length * blocks);
  const last = await store.open('large', { start: size - 10, signal });
  const parts: Uint8Array[] = [];
  for await (const part of last ?? []) parts.push(part);
  expect(Buffer.concat(parts)).toEqual(block.subarray(-10));
  await store.close();
});

it('a bucket that does not exist is named with what to check', async () => {
  const store = open('elsewhere');
  await expect(store.put('a', new Uint8Array(1), { signal })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringMatching(
      /bucket `elsewhere`: HTTP 404 `NoSuchBucket`.*Check that the bucket exists/,
    ),
  });
  await expect(store.get('a', { signal })).rejects.toMatchObject({ code: 'internal' });
  await store.close();
});
