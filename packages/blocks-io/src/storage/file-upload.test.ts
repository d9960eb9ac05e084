import { Buffer } from 'node:buffer';
import { RunwrightError } from '@runwright/contract';
import { type FakeContextOptions, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { downloadToS3 } from './download-to-s3.ts';
import { fileUpload } from './file-upload.ts';
import { uploadToS3 } from './upload-to-s3.ts';

type Config = Parameters<typeof fileUpload.run>[0];

const s3: Config = {
  storage_type: 's3',
  s3_bucket: 'box',
  aws_access_key_id: 'key',
  aws_secret_access_key: 'secret',
  s3_endpoint_url: 'http://storage.test:9000',
  continue_on_empty: false,
};

/** Uploads to a storage that takes everything, and tells what was put there. */
async function upload(given: Partial<Config>, options: FakeContextOptions = {}) {
  const put: string[] = [];
  const fake = fakeContext({
    async fetch(url) {
      put.push(new URL(url).pathname);
      return new Response('');
    },
    ...options,
  });
  return { output: await fileUpload.run({ ...s3, ...given }, fake.context), put };
}

describe('which files are sent', () => {
  const downloads = { 'a.csv': 'a', 'b.pdf': 'b' };

  it('without a path all downloads of the run are', async () => {
    const { output, put } = await upload({}, { downloads });
    expect(put).toEqual(['/box/wr_test/a.csv', '/box/wr_test/b.pdf']);
    expect(output).toEqual(['s3://box/wr_test/a.csv', 's3://box/wr_test/b.pdf']);
  });

  it.each([
    ['a name', 'b.pdf'],
    ['a path', 'downloads/b.pdf'],
    ['a block output', { downloaded_files: [{ file_id: 'f_000000002', filename: 'b.pdf' }] }],
  ])('with %s those that it names are', async (_what, path) => {
    expect((await upload({ path }, { downloads })).put).toEqual(['/box/wr_test/b.pdf']);
  });

  it('when nothing was downloaded the block completes with an empty list', async () => {
    expect(await upload({})).toEqual({ output: [], put: [] });
    expect(await upload({ path: 'missing.csv' })).toEqual({ output: [], put: [] });
  });

  it('when there are files, but none at the path, it fails unless that is allowed', async () => {
    await expect(upload({ path: 'c.csv' }, { downloads })).rejects.toThrow(
      'No file of the run matches `c.csv`; the run has 2 files',
    );
    const allowed = await upload({ path: 'c.csv', continue_on_empty: true }, { downloads });
    expect(allowed.output).toEqual([]);
  });

  it('a path of the host is refused, whatever is there', async () => {
    await expect(upload({ path: '/etc/passwd' }, { downloads })).rejects.toThrow(
      'paths of the host are never read',
    );
  });

  it('a model chooses by a description in words', async () => {
    const model = scriptedModel({ answers: [{ file_names: ['b.pdf', '/etc/passwd'] }, { file_names: [] }] });
    expect((await upload({ prompt: 'the PDF' }, { downloads, model })).put).toEqual(['/box/wr_test/b.pdf']);
    expect(model.requests[0]?.messages[0]?.content).toContain('- a.csv (1 bytes)');
    await expect(upload({ prompt: 'none' }, { downloads, model })).rejects.toThrow(
      'None of the 2 files matches `prompt`',
    );
  });

  it('rejects more than 300 files before the first is sent', async () => {
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`${at}.txt`, 'x']));
    await expect(upload({}, { downloads: many })).rejects.toThrow('at most 300 are allowed');
  });
});

describe('what a storage needs', () => {
  it.each([
    [{ storage_type: 's3', s3_bucket: ' ' }, '`s3_bucket`, `aws_access_key_id`, `aws_secret_access_key`'],
    [
      { storage_type: 'azure', azure_storage_account_name: 'a' },
      '`azure_storage_account_key`, `azure_blob_container_name`',
    ],
    [{ storage_type: 'sftp', sftp_host: 'h', sftp_username: 'u' }, '`sftp_password` or `sftp_private_key`'],
    [{ storage_type: 'google_drive' }, '`google_credential_id`'],
  ] as const)('%j lacks %s', async (given, names) => {
    const { context } = fakeContext({ downloads: { 'a.csv': 'a' } });
    await expect(fileUpload.run({ ...given, continue_on_empty: false }, context)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`${names} is missing`),
    });
    const problems = fileUpload.check(given);
    expect(problems.map(({ message }) => message).join()).toContain(names.split(',')[0]);
  });

  it('a definition that has all of it is not complained about', () => {
    expect(fileUpload.check({ ...s3, storage_type: undefined })).toEqual([]);
    const sftp = { storage_type: 'sftp', sftp_host: 'h', sftp_username: 'u', sftp_private_key: 'k' };
    expect(fileUpload.check(sftp)).toEqual([]);
  });

  it('Google Drive is refused with what to use instead', async () => {
    const { context } = fakeContext({ downloads: { 'a.csv': 'a' } });
    const given = {
      storage_type: 'google_drive',
      google_credential_id: 'c',
      continue_on_empty: false,
    } as const;
    await expect(fileUpload.run(given, context)).rejects.toThrow('no connection to Google accounts');
  });
});

describe('the artifact store', () => {
  it('a file is fetched into it, and its URI told', async () => {
    const fake = fakeContext({
      fetch: async () => new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
    });
    const uri = await downloadToS3.run({ url: 'https://files.test/x/report.csv?key=1' }, fake.context);
    expect(uri).toBe(fake.files[0]?.artifact_uri);
    expect(fake.files).toMatchObject([{ filename: 'report.csv', contentType: 'text/csv', file_size: 3 }]);
  });

  it('a file beyond 10 MiB is refused', async () => {
    const { context } = fakeContext({ downloads: { 'big.bin': new Uint8Array(10 * 1024 * 1024 + 1) } });
    const error: unknown = await downloadToS3
      .run({ url: 'big.bin' }, context)
      .catch((cause: unknown) => cause);
    expect(RunwrightError.is(error) && error.details.errors).toEqual([{ error_code: 'file_too_large' }]);
  });

  it('files of the run are told by their URIs', async () => {
    const { context, files } = fakeContext({ downloads: { 'a.csv': 'a', 'b.csv': 'b' } });
    const uris = files.map((file) => file.artifact_uri);
    expect(await uploadToS3.run({ path: 'downloads' }, context)).toEqual(uris);
    expect(await uploadToS3.run({ path: 'b.csv' }, context)).toEqual([uris[1]]);
    await expect(uploadToS3.run({ path: 'c.csv' }, context)).rejects.toMatchObject({ code: 'not_found' });
    await expect(uploadToS3.run({ path: '/etc' }, context)).rejects.toThrow(
      'paths of the host are never read',
    );
  });

  it('an address becomes a file of the run', async () => {
    const fake = fakeContext({ fetch: async () => new Response(Buffer.from('hello')) });
    const [uri] = await uploadToS3.run({ path: 'https://files.test/a.txt' }, fake.context);
    expect(fake.files).toMatchObject([{ artifact_uri: uri, filename: 'a.txt' }]);
  });

  it('rejects more than 300 files', async () => {
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`${at}.txt`, 'x']));
    const { context } = fakeContext({ downloads: many });
    await expect(uploadToS3.run({ path: 'downloads' }, context)).rejects.toThrow('at most 300 are allowed');
  });
});
