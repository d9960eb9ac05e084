import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ioBlocks } from '@runwright/blocks-io';
import { defineBlock, type Run, Type } from '@runwright/contract';
import { createEngine, egressPolicy, memorySecrets } from '@runwright/core';
import { afterEach, expect, it } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const secret = 'canary-secret-key-0123456789';

/** Brings a file, as a browser block does. */
const bring = defineBlock({
  type: 'bring',
  config: Type.Object({}),
  output: Type.Unknown(),
  async run(_config, { files }) {
    const file = await files.save({ name: 'report.csv', content: 'total\n3' });
    return { downloaded_files: [file] };
  },
});

async function scene(allowedHosts: readonly string[] = []) {
  const engine = await createEngine({
    blocks: [...ioBlocks, bring],
    drivers: {
      egress: egressPolicy({ allowedHosts }),
      secrets: [memorySecrets({ key: secret, azure: Buffer.from(secret).toString('base64') })],
    },
  });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const run = async (block: object): Promise<Run> => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Files',
        workflow_definition: {
          parameters: [
            { parameter_type: 'aws_secret', key: 'key', aws_key: 'key' },
            { parameter_type: 'aws_secret', key: 'azure', aws_key: 'azure' },
          ],
          blocks: [
            { block_type: 'bring', label: 'bring' },
            { label: 'b', ...block },
          ],
        },
      }),
    );
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    return engine.runs.finished(organizationId, runId);
  };
  return { engine, organizationId, run };
}

/** A storage that takes everything. */
async function storage() {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const s3 = (host: string) => ({
  block_type: 'file_upload',
  s3_bucket: 'box',
  aws_access_key_id: 'AKIA',
  aws_secret_access_key: '{{ key }}',
  s3_endpoint_url: `http://${host}`,
});

it.each([
  ['file_url_parser', (host: string) => ({ file_url: `http://${host}/a.csv` })],
  ['download_to_s3', (host: string) => ({ url: `http://${host}/a.csv` })],
  ['upload_to_s3', (host: string) => ({ path: `http://${host}/a.csv` })],
  ['file_upload', s3],
  [
    'file_upload',
    (host: string) => ({
      storage_type: 'azure',
      azure_storage_account_name: 'acme',
      azure_storage_account_key: '{{ azure }}',
      azure_blob_container_name: 'box',
      azure_endpoint_url: `http://${host}`,
    }),
  ],
  [
    'file_upload',
    (host: string) => ({
      storage_type: 'sftp',
      sftp_host: '127.0.0.1',
      sftp_port: Number(host.split(':')[1]),
      sftp_username: 'ann',
      sftp_password: '{{ key }}',
    }),
  ],
] as const)('%s reaches no private address, and says which setting would let it', async (type, fields) => {
  const { host, requests } = await storage();
  const { run } = await scene();
  const { status, failureReason, failureCategory, errors } = await run({ block_type: type, ...fields(host) });
  expect({ status, failureCategory }).toEqual({ status: 'failed', failureCategory: 'policy' });
  expect(failureReason).toMatch(
    /Address is not allowed: 127\.0\.0\.1:\d+\. The egress policy refuses private and reserved addresses/,
  );
  expect(failureReason).toContain('RUNWRIGHT_ALLOWED_HOSTS');
  expect(errors).toMatchObject([{ error_code: 'egress_refused' }]);
  expect(requests).toEqual([]);
});

it('a file goes to an allowed storage, and its keys stand nowhere in the record', async () => {
  const { host, requests } = await storage();
  const { run, engine, organizationId } = await scene([host]);
  const done = await run(s3(host));
  expect(done.failureReason).toBeNull();
  expect(done.output).toMatchObject({ b_output: [`s3://box/${done.runId}/report.csv`] });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `PUT /box/${done.runId}/report.csv?x-id=PutObject`,
  ]);
  expect(requests[0]?.headers.authorization).toContain('Credential=AKIA/');

  const record = JSON.stringify([
    await engine.runs.get(organizationId, done.runId),
    await engine.runs.timeline(organizationId, done.runId),
    await engine.files.ofRun(organizationId, done.runId),
  ]);
  const artifacts = await engine.runs.artifacts(organizationId, done.runId);
  const contents = await Promise.all(artifacts.map((artifact) => engine.artifacts.content(artifact)));
  expect([record, ...contents.map((bytes) => Buffer.from(bytes).toString('latin1'))].join()).not.toContain(
    secret,
  );
});

it.each(['{{ bring_output }}', '{{ bring_output.downloaded_files }}', 'report.csv', 'downloads'])(
  'a later block reads a file of the run by %s',
  async (reference) => {
    const { run } = await scene();
    const done = await run({ block_type: 'file_url_parser', file_url: reference });
    expect(done.failureReason).toBeNull();
    expect(done.output).toMatchObject({ b_output: [{ total: '3' }] });
  },
);

it('a file that cannot be read fails with its code, and the output says why', async () => {
  const { run } = await scene();
  const done = await run({ block_type: 'file_url_parser', file_url: 'report.csv', file_type: 'pdf' });
  expect(done).toMatchObject({
    status: 'failed',
    errors: [{ error_code: 'FILE_PARSER_ERROR', block_label: 'b' }],
  });
  expect(done.output).toMatchObject({ b_output: { status: 'failed', errors: [{}] } });
});

it('a storage that lacks a field is refused when the workflow is saved', async () => {
  const { run } = await scene();
  await expect(
    run({ block_type: 'file_upload', storage_type: 'sftp', sftp_host: 'h' }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    details: {
      problems: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('`sftp_username`') }),
        expect.objectContaining({
          message: expect.stringContaining('`sftp_password` or `sftp_private_key`'),
        }),
      ]),
    },
  });
});
