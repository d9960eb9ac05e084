import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testArtifactStore } from '@runwright/testing/suites';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderArtifacts } from './folder-artifacts.ts';

const { signal } = new AbortController();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-artifacts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

testArtifactStore('folderArtifacts', async () => folderArtifacts(join(folder, 'made', 'when', 'missing')));

it('another store over the same folder finds the bytes', async () => {
  await folderArtifacts(folder).put('o_1/a_1', Uint8Array.of(1, 2), { signal });
  expect(await folderArtifacts(folder).get('o_1/a_1', { signal })).toEqual(Uint8Array.of(1, 2));
});

it('only the owner may read what is stored', { tags: ['security'] }, async () => {
  await folderArtifacts(join(folder, 'made')).put('o_1/a_1', Uint8Array.of(1), { signal });
  const rights = await Promise.all(
    ['made', 'made/o_1', 'made/o_1/a_1.bin'].map(
      async (path) => (await stat(join(folder, path))).mode & 0o777,
    ),
  );
  expect(rights.map((mode) => mode.toString(8))).toEqual(['700', '700', '600']);
});

it('nothing but whole artifacts is left in the folder', async () => {
  const store = folderArtifacts(folder);
  await store.put('a', Uint8Array.of(1), { signal });
  await store.put('a', Uint8Array.of(2), { signal });
  expect(await readdir(folder)).toEqual(['a.bin']);
});

it('a put that is canceled on its way leaves the former bytes and no draft', async () => {
  const store = folderArtifacts(folder);
  await store.put('a', Uint8Array.of(1), { signal });
  const stopping = new AbortController();
  const put = store.put('a', new Uint8Array(5_000_000), { signal: stopping.signal });
  stopping.abort();
  await expect(put).rejects.toMatchObject({ code: 'canceled' });
  expect(await store.get('a', { signal })).toEqual(Uint8Array.of(1));
  expect(await readdir(folder)).toEqual(['a.bin']);
});

it('a disk that refuses is named by its error code', async () => {
  await writeFile(join(folder, 'file'), '');
  const store = folderArtifacts(join(folder, 'file'));
  await expect(store.put('a', Uint8Array.of(1), { signal })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringMatching(/ENOTDIR|EEXIST/),
  });
});
