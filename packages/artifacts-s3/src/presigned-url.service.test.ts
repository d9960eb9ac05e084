import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presignedUrl } from './presigned-url.ts';
import { s3Artifacts } from './s3-artifacts.ts';
import { type S3Server, startS3Server } from './s3-server.test-helpers.ts';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const region = 'us-east-1';
const bucket = 'runwright';
const { signal } = new AbortController();
const headers = { contentType: 'image/png', cacheControl: 'private, no-cache' };

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server({ checksSignatures: true });
});
afterAll(() => server.close());

const open = (presignedLinks: { expiresInSeconds?: number; endpoint?: string }) =>
  s3Artifacts({ bucket, region, credentials, endpoint: server.endpoint, presignedLinks });

/** A link to the object `a`, which has been stored. */
async function link(
  presignedLinks: { expiresInSeconds?: number; endpoint?: string } = {},
  maxSeconds = 3600,
): Promise<URL> {
  const store = open(presignedLinks);
  await store.put('a', new TextEncoder().encode('0123'), { signal });
  const url = await store.presign?.('a', { ...headers, maxSeconds, signal });
  await store.close();
  return new URL(url ?? '');
}

it('a presigned URL opens its object and nothing else', { tags: ['security'] }, async () => {
  const url = await link();
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, '0123']);
  const changed = new URL(url);
  changed.pathname += 'b';
  const asPage = new URL(url);
  asPage.searchParams.set('response-content-type', 'text/html');
  const longer = new URL(url);
  longer.searchParams.set('X-Amz-Expires', '604800');
  for (const other of [changed, asPage, longer]) expect((await fetch(other)).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
});

it('a presigned URL expires', { tags: ['security'] }, async () => {
  await link();
  const client = new S3Client({ region, credentials, endpoint: server.endpoint, forcePathStyle: true });
  const signed = async (secondsAgo: number) => {
    const signingDate = new Date(Date.now() - secondsAgo * 1000);
    const object = { Bucket: bucket, Key: 'a' };
    const url = await presignedUrl(client, object, { ...headers, expiresInSeconds: 3600, signingDate });
    return await fetch(url);
  };
  expect((await signed(60)).status).toBe(200);
  const late = await signed(3660);
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  client.destroy();
});

it('a presigned URL works 60 s, the time that is set, or the shorter time that is asked for', async () => {
  const seconds = async (...given: Parameters<typeof link>) =>
    (await link(...given)).searchParams.get('X-Amz-Expires');
  expect(await seconds()).toBe('60');
  expect(await seconds({ expiresInSeconds: 900 })).toBe('900');
  expect(await seconds({ expiresInSeconds: 900 }, 12.9)).toBe('12');
  expect(await seconds({}, 0.5)).toBe('1');
});

it('a presigned URL names the address under which clients reach the service', async () => {
  const url = await link({ endpoint: 'https://files.example' });
  expect(`${url.origin}${url.pathname}`).toBe('https://files.example/runwright/a');
});

it('links are signed only when the host allows them', async () => {
  const store = s3Artifacts({ bucket, region, credentials, endpoint: server.endpoint });
  expect(store.presign).toBeUndefined();
  await store.close();
});

it.each([0, -1, 1.5, 604_801, Number.NaN])('a life of %s seconds is refused', (expiresInSeconds) => {
  expect(() => open({ expiresInSeconds })).toThrow(/cannot expire in .* from 1 to 604800/);
});
