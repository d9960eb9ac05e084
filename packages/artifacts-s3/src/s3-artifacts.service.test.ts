import { testArtifactStore } from '@runwright/testing/suites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type S3ArtifactsOptions, s3Artifacts } from './s3-artifacts.ts';
import { type S3Server, startS3Server } from './s3-server.test-helpers.ts';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const { signal } = new AbortController();
let server: S3Server;
let prefixes = 0;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const open = (bucket = 'runwright', options: Partial<S3ArtifactsOptions> = {}) => {
  prefixes += 1;
  const { endpoint } = server;
  const prefix = `test-${prefixes}/`;
  return s3Artifacts({ bucket, endpoint, credentials, region: 'us-east-1', prefix, ...options });
};

testArtifactStore('s3Artifacts', async () => open());
testArtifactStore('s3Artifacts with presigned links', async () => open('runwright', { presignedLinks: {} }));

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
