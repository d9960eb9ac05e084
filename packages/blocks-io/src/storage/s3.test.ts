import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { fakeContext } from '@runwright/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fileUpload } from './file-upload.ts';

// The server knows one pair of keys.
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
let folder: string;
let server: S3rver;
let endpoint: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-s3-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: 'box' }],
  });
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const config = () => ({
  storage_type: 's3' as const,
  s3_bucket: 'box',
  aws_access_key_id: '{{secret.aws.key}}',
  aws_secret_access_key: '{{secret.aws.secret}}',
  s3_endpoint_url: endpoint,
  continue_on_empty: false,
});
/** Puts the server's keys in place of placeholders, as the engine does at the moment of use. */
const reveal = (text: string) => text.replace(/\{\{secret\.aws\.\w+\}\}/, 'S3RVER');

it('files are stored on an S3 server, with names that need encoding', async () => {
  const downloads = { 'plain.csv': 'a,b', 'Übersicht (1)+2.pdf': new Uint8Array(3_000_000).fill(7) };
  const sent: string[] = [];
  const { context } = fakeContext({
    downloads,
    reveal,
    async fetch(url, init) {
      sent.push(String(url));
      return fetch(url, init);
    },
  });
  const uris = await fileUpload.run(config(), context);
  expect(uris).toEqual(['s3://box/wr_test/plain.csv', 's3://box/wr_test/Übersicht (1)+2.pdf']);
  expect(sent).toHaveLength(2);

  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials: keys });
  for (const [name, content] of Object.entries(downloads)) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'box', Key: `wr_test/${name}` }));
    expect(Buffer.from(await Body!.transformToByteArray()).equals(Buffer.from(content))).toBe(true);
  }
  client.destroy();
});

it('wrong keys and a missing bucket are told in the words of the storage', async () => {
  const options = { downloads: { 'a.csv': 'a' }, reveal, fetch };
  const wrong = fileUpload.run({ ...config(), aws_secret_access_key: 'x' }, fakeContext(options).context);
  await expect(wrong).rejects.toMatchObject({
    code: 'block_failed',
    message: expect.stringContaining('HTTP 403 `SignatureDoesNotMatch`'),
  });
  const missing = fileUpload.run({ ...config(), s3_bucket: 'none' }, fakeContext(options).context);
  await expect(missing).rejects.toThrow('HTTP 404 `NoSuchBucket`');
});

it('a refusal of the egress policy stays what it is', async () => {
  const { context } = fakeContext({ downloads: { 'a.csv': 'a' }, reveal });
  await expect(fileUpload.run(config(), context)).rejects.toMatchObject({ code: 'egress_denied' });
});

it('without an endpoint the bucket is a host of the region', async () => {
  const asked: string[] = [];
  const { context } = fakeContext({
    downloads: { 'a.csv': 'a' },
    reveal,
    async fetch(url, init) {
      asked.push(`${init?.method} ${url} ${new Headers(init?.headers).get('authorization')}`);
      return new Response('');
    },
  });
  const { s3_endpoint_url: _none, ...given } = config();
  await fileUpload.run({ ...given, region_name: 'eu-central-1' }, context);
  expect(asked).toEqual([
    expect.stringMatching(
      /^PUT https:\/\/box\.s3\.eu-central-1\.amazonaws\.com\/wr_test\/a\.csv\?x-id=PutObject AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/eu-central-1\/s3\/aws4_request/,
    ),
  ]);
});

it('nothing of the host is used: neither its environment nor its files', async () => {
  const bait = join(folder, 'bait');
  await writeFile(
    bait,
    '[default]\nregion = xx-bait-1\nendpoint_url = http://bait.test\nuse_fips_endpoint = true\n' +
      '[profile bait]\naws_access_key_id = BAIT\naws_secret_access_key = BAIT\nsdk_ua_app_id = bait\n',
  );
  for (const [name, value] of Object.entries({
    AWS_ACCESS_KEY_ID: 'BAIT',
    AWS_SECRET_ACCESS_KEY: 'BAIT',
    AWS_SESSION_TOKEN: 'BAIT',
    AWS_REGION: 'xx-bait-1',
    AWS_PROFILE: 'bait',
    AWS_CONFIG_FILE: bait,
    AWS_SHARED_CREDENTIALS_FILE: bait,
    AWS_ENDPOINT_URL: 'http://bait.test',
    AWS_ENDPOINT_URL_S3: 'http://bait.test',
    AWS_USE_FIPS_ENDPOINT: 'true',
    AWS_USE_DUALSTACK_ENDPOINT: 'true',
    AWS_SDK_UA_APP_ID: 'bait',
    AWS_REQUEST_CHECKSUM_CALCULATION: 'BAIT',
    AWS_RETRY_MODE: 'BAIT',
    AWS_MAX_ATTEMPTS: 'BAIT',
    AWS_DEFAULTS_MODE: 'BAIT',
  })) {
    vi.stubEnv(name, value);
  }
  try {
    const asked: string[] = [];
    const { context } = fakeContext({
      downloads: { 'a.csv': 'a' },
      reveal,
      async fetch(url, init) {
        asked.push(JSON.stringify([String(url), ...new Headers(init?.headers)]));
        return fetch(url, init);
      },
    });
    await fileUpload.run(config(), context);
    const { s3_endpoint_url: _none, ...given } = config();
    const amazon = fakeContext({
      downloads: { 'a.csv': 'a' },
      reveal,
      async fetch(url, init) {
        asked.push(JSON.stringify([String(url), ...new Headers(init?.headers)]));
        return new Response('');
      },
    });
    await fileUpload.run(given, amazon.context);
    expect(asked).toHaveLength(2);
    expect(asked.join().toLowerCase()).not.toMatch(/bait|fips|dualstack|security-token/);
    expect(asked[1]).toContain('https://box.s3.us-east-1.amazonaws.com/');
  } finally {
    vi.unstubAllEnvs();
  }
});
