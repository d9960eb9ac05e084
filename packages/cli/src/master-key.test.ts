import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@runwright/contract';
import { createEngine, memoryStore } from '@runwright/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatMasterKey, openMasterKey, readMasterKey } from './master-key.ts';

describe('masterKey', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-key-'));
    store = { ...memoryStore(), close: async () => undefined };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const key = new Uint8Array(32).fill(7);
  const path = () => join(folder, 'master.key');

  /** Uses the store under a key, as an engine that was started with it does. */
  async function use(masterKey: Uint8Array) {
    const engine = await createEngine({ drivers: { store }, settings: { masterKey } });
    await engine.close();
  }

  it('is made once, kept, and readable by its owner only', async () => {
    const data = join(folder, 'data');
    expect(await readMasterKey(data, null)).toBeNull();
    const first = await openMasterKey(store, data, null);
    expect(first).toHaveLength(32);
    expect(await openMasterKey(store, data, null)).toEqual(first);
    expect((await stat(join(data, 'master.key'))).mode & 0o777).toBe(0o600);
  });

  it('may be given as base64 or hexadecimal text', async () => {
    const given = Buffer.from(key);
    expect(await readMasterKey(folder, given.toString('base64'))).toEqual(given);
    expect(await readMasterKey(folder, given.toString('hex'))).toEqual(given);
  });

  it('of another length is refused, saying where it stands', async () => {
    await expect(readMasterKey(folder, 'c2hvcnQ=')).rejects.toThrow(/RUNWRIGHT_MASTER_KEY holds 5 bytes/);
    await writeFile(path(), '');
    await expect(readMasterKey(folder, null)).rejects.toThrow(/the file `.*master\.key` holds 0 bytes/);
  });

  it('that is lost is not replaced beside a database that needs it', { tags: ['security'] }, async () => {
    await use(key);
    await expect(openMasterKey(store, folder, null)).rejects.toMatchObject({
      code: 'failed_precondition',
      message: expect.stringMatching(/^The master key is missing: .*master\.key.*RUNWRIGHT_MASTER_KEY/),
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await openMasterKey(store, folder, Buffer.from(key).toString('hex'))).toEqual(Buffer.from(key));
  });

  it('of another database is refused, naming where it stands', { tags: ['security'] }, async () => {
    await use(key);
    const other = new Uint8Array(32).fill(8);
    await expect(openMasterKey(store, folder, Buffer.from(other).toString('hex'))).rejects.toMatchObject({
      code: 'failed_precondition',
      message: expect.stringMatching(/^The master key in RUNWRIGHT_MASTER_KEY is not the one/),
    });
    await writeFile(path(), formatMasterKey(other));
    await expect(openMasterKey(store, folder, null)).rejects.toThrow(
      /^The master key in the file `.*` is not/,
    );
  });

  it('in a file that cannot be read is no lost one', async () => {
    await expect(readMasterKey(join(folder, 'master.key'), null)).resolves.toBeNull();
    await writeFile(path(), formatMasterKey(key));
    await expect(readMasterKey(path(), null)).rejects.toThrow(/^Cannot read the master key in .*ENOTDIR/);
  });
});
