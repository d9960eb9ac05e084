import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryArtifacts } from '@runwright/core';
import { findPostgres } from '@runwright/testing/postgres';
import { expect, it, onTestFinished } from 'vitest';
import { runInChild, runInProcess } from './command.test-helpers.ts';
import { copyArtifacts } from './copy-artifacts.ts';
import { servicePlaces } from './in-process-service.test-helpers.ts';
import { createTestDatabase } from './test-storage/test-database.test-helpers.ts';

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

const places = servicePlaces.map((one, index) => ({
  ...one,
  execute: index === 0 ? runInProcess : runInChild,
}));
for (const { place, options, patient, open, execute } of places)
  it.skipIf(binaries === null)(
    `a service ${place} goes on with its runs, keys and artifacts after its data folder was copied to PostgreSQL`,
    options,
    async () => {
      const database = await createTestDatabase();
      onTestFinished(() => database.close());
      const folder = await mkdtemp(join(tmpdir(), 'runwright-copy-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      const service = await open({ RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
      onTestFinished(() => service.close());
      await service.start();
      const runId = await service.startRun([{ block_type: 'code', label: 'one', code: 'return { sum: 2 }' }]);
      await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
      await service.stop();
      const args = ['copy', '--from', service.folder, '--to', database.url, '--artifacts-to', folder];
      const { out } = await execute(args, {});
      expect(out).toMatch(/1 {2}runs\n[\s\S]*each table has as many rows in both databases/);
      expect(out).toMatch(/Copied \d+ artifacts and files, \d+ bytes/);
      await service.start({ RUNWRIGHT_DATABASE_URL: database.url });
      expect(await service.statusOf(runId)).toBe('completed');
    },
  );
