import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryArtifacts } from '@runwright/core';
import { findPostgres, postgresServer } from '@runwright/testing/postgres';
import { expect, it, onTestFinished } from 'vitest';
import { copyArtifacts } from './copy-artifacts.ts';
import { exitOf, patient, testService } from './service.test-helpers.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
const { signal } = new AbortController();

it('every artifact is copied under its key, and what has no list is refused', async () => {
  const [source, target] = [memoryArtifacts(), memoryArtifacts()];
  const keys = Array.from({ length: 30 }, (_, index) => `o_1/a_${index}`);
  for (const [index, key] of keys.entries()) await source.put(key, new Uint8Array(index), { signal });
  expect(await copyArtifacts(source, target)).toEqual({ objects: 30, bytes: 435 });
  expect((await target.get('o_1/a_29', { signal }))?.length).toBe(29);
  const { keys: _, ...unlisted } = memoryArtifacts();
  await expect(copyArtifacts(unlisted, target)).rejects.toThrow(/cannot list its keys/);
});

const binaries = findPostgres();
if (binaries === null) console.warn('PostgreSQL is not installed: `runwright copy` to it is not tested.');

it.skipIf(binaries === null)(
  'a service goes on with its runs, keys and artifacts after its data folder was copied to PostgreSQL',
  async () => {
    const server = await postgresServer();
    onTestFinished(() => server.close());
    const folder = await mkdtemp(join(tmpdir(), 'runwright-copy-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const masterKey = { RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
    const service = await testService(masterKey);
    onTestFinished(() => service.close());
    const child = await service.start();
    const runId = await service.startRun([{ block_type: 'code', label: 'one', code: 'return { sum: 2 }' }]);
    await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
    await exitOf(child, 'SIGTERM');
    const args = ['copy', '--from', service.folder, '--to', server.url, '--artifacts-to', folder];
    const copied = await promisify(execFile)(process.execPath, [main, ...args]);
    expect(copied.stdout).toMatch(/1 {2}runs\n[\s\S]*each table has as many rows in both databases/);
    expect(copied.stdout).toMatch(/Copied \d+ artifacts and files, \d+ bytes/);
    await service.start({ RUNWRIGHT_DATABASE_URL: server.url });
    expect(await service.statusOf(runId)).toBe('completed');
  },
  300_000,
);
