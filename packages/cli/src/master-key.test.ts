import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadMasterKey } from './master-key.ts';

describe('masterKey', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, kept, and readable by its owner only', async () => {
    const first = await loadMasterKey(join(folder, 'data'), null);
    expect(first).toHaveLength(32);
    expect(await loadMasterKey(join(folder, 'data'), null)).toEqual(first);
    expect((await stat(join(folder, 'data', 'master.key'))).mode & 0o777).toBe(0o600);
  });

  it('may be given as base64 or hexadecimal text', async () => {
    const key = Buffer.alloc(32, 7);
    expect(await loadMasterKey(folder, key.toString('base64'))).toEqual(key);
    expect(await loadMasterKey(folder, key.toString('hex'))).toEqual(key);
  });

  it('of another length is refused, saying where it stands', async () => {
    await expect(loadMasterKey(folder, 'c2hvcnQ=')).rejects.toThrow(/RUNWRIGHT_MASTER_KEY holds 5 bytes/);
  });
});
