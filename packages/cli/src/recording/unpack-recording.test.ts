import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRecording } from './unpack-recording.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-unpack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Writes a ZIP file with one file; `damage` changes its compressed bytes. Returns its path. */
async function archive(name: string, text: string, damage = (bytes: Buffer) => bytes): Promise<string> {
  const packed = deflateRawSync(text);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(text), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(Buffer.byteLength(text), 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), damage(packed)]);
  const made = Buffer.from([20, 0]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02'), made, common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  const path = join(folder, 'recording.zip');
  await writeFile(path, Buffer.concat([local, entry, end]));
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
