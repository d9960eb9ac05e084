import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRecording } from './unpack-recording.ts';
import { zipWithFile } from './zip.test-helpers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-unpack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Writes a ZIP file with one file; `damage` changes its compressed bytes. Returns its path. */
async function archive(name: string, text: string, damage?: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(folder, 'recording.zip');
  await writeFile(path, zipWithFile(name, text, damage));
  return path;
}

describe('the ZIP file of a recording', () => {
  it('becomes a folder that is removed at the end', async () => {
    const path = await archive('network/browser-1.har', 'a HAR file');
    const { dir, [Symbol.asyncDispose]: remove } = await openRecording(path);
    expect(await readFile(join(dir, 'network/browser-1.har'), 'utf8')).toBe('a HAR file');
    await remove();
    await expect(readdir(dir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    ['has a file of another name', 'evil.sh', undefined, '`evil.sh` is no file of a recording'],
    ['has a path out of its folder', '../run.json', undefined, 'it is damaged'],
    ['has damaged content', 'run.json', (bytes: Buffer) => Buffer.alloc(bytes.length, 0xff), 'it is damaged'],
  ] as const)('is refused when it %s', async (_what, name, damage, why) => {
    const path = await archive(name, 'a text '.repeat(100), damage);
    await expect(openRecording(path)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(why),
    });
  });
});
