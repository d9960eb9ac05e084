import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { downloadFolder } from './download-folder.ts';

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'runwright-downloads-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

it('equal files are stored once, and both downloads can be read', async () => {
  const folder = downloadFolder(path);
  const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  await Promise.all([one, other].map((name) => writeFile(join(path, name), 'the same')));
  await writeFile(join(path, third), 'something else');
  const first = await folder.save(one);
  const second = await folder.save(other);
  expect(second).toEqual(first);
  expect((await folder.save(third)).checksum).not.toBe(first.checksum);
  expect((await readdir(path)).toSorted()).toEqual([one, third].toSorted());
  const parts: Uint8Array[] = [];
  for await (const part of folder.open(second.name)) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('the same');
});

it('a name that the browser did not create is rejected', async () => {
  const folder = downloadFolder(path);
  for (const name of ['../escape', 'report.pdf', '']) {
    await expect(folder.save(name)).rejects.toThrow('did not make');
  }
});
