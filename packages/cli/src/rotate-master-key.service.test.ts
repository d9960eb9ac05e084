import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMasterKeyOf, rotateMasterKey } from '@runwright/core';
import { sqliteStore } from '@runwright/store-sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { readEnvironment } from './environment.ts';
import { formatMasterKey, readMasterKey } from './master-key.ts';
import { rotateStoredKey } from './rotate-master-key.ts';

describe('a change of the master key', { tags: ['security'] }, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-rotate-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const inFile = { masterKey: null, newMasterKey: null };
  const newKey = new Uint8Array(32).fill(9);
  const next = () => join(folder, 'master.key.next');
  const keptKey = async () => (await readMasterKey(folder, null)) ?? expect.unreachable('no key is kept');

  /** A start of the service that writes a key; returns its text. */
  async function start(variables: Readonly<Record<string, string>> = {}) {
    const { engine } = await compose(readEnvironment({ RUNWRIGHT_DATA_DIR: folder, ...variables }), {
      worker: false,
    });
    try {
      const { organizationId } = await engine.organizations.first();
      const [known] = await engine.keys.list(organizationId);
      if (known) return await engine.keys.reveal(organizationId, known.apiKeyId);
      return (await engine.keys.create(organizationId, { name: 'first' })).text;
    } finally {
      await engine.close();
    }
  }

  async function withStore<T>(
    work: (store: Awaited<ReturnType<typeof sqliteStore>>) => Promise<T>,
  ): Promise<T> {
    const store = await sqliteStore({ folder });
    return await work(store).finally(() => store.close());
  }

  it('replaces the kept key, readable by its owner only, and the next start reads everything', async () => {
    const text = await start();
    const before = await keptKey();
    expect(await withStore((store) => rotateStoredKey(store, folder, inFile))).toBe(1);
    expect(await keptKey()).not.toEqual(before);
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).not.toContain('master.key.next');
    expect(await withStore((store) => isMasterKeyOf(store, before))).toBe(false);
    expect(await start()).toBe(text);
  });

  it('works with a key that a version without fingerprints has set', async () => {
    const text = await start();
    const from = await keptKey();
    await withStore(async (store) => {
      const fingerprint = await store.ciphertexts.readFingerprint();
      await rotateMasterKey(store, { from, to: newKey });
      const current = await store.ciphertexts.readFingerprint();
      await store.ciphertexts.replaceFingerprint(`${current}`, `${fingerprint}`);
    });
    await writeFile(join(folder, 'master.key'), formatMasterKey(newKey));
    expect(await withStore((store) => rotateStoredKey(store, folder, inFile))).toBe(1);
    expect(await start()).toBe(text);
  });

  it('that was cut off before the data was changed is taken back at the next start', async () => {
    const text = await start();
    const before = await readFile(join(folder, 'master.key'), 'utf8');
    await writeFile(next(), formatMasterKey(newKey));
    expect(await start()).toBe(text);
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(before);
    expect(await readdir(folder)).not.toContain('master.key.next');
  });

  it('that was cut off after the data was changed is ended at the next start', async () => {
    const text = await start();
    const from = await keptKey();
    await writeFile(next(), formatMasterKey(newKey));
    await withStore((store) => rotateMasterKey(store, { from, to: newKey }));
    expect(await start()).toBe(text);
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(formatMasterKey(newKey));
    expect(await readdir(folder)).not.toContain('master.key.next');
  });

  it('that was cut off while the new key was written is taken back', async () => {
    const text = await start();
    await writeFile(next(), 'AAAA');
    expect(await start()).toBe(text);
    expect(await readdir(folder)).not.toContain('master.key.next');
  });

  it('of the environment needs the new key in the environment, and leaves no file', async () => {
    const old = Buffer.alloc(32, 1).toString('base64');
    const text = await start({ RUNWRIGHT_MASTER_KEY: old });
    const rotate = (newMasterKey: string | null) =>
      withStore((store) => rotateStoredKey(store, folder, { masterKey: old, newMasterKey }));
    await expect(rotate(null)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('RUNWRIGHT_NEW_MASTER_KEY'),
    });
    await expect(rotate(old)).rejects.toMatchObject({ code: 'invalid_input' });
    const fresh = Buffer.from(newKey).toString('base64');
    expect(await rotate(fresh)).toBe(1);
    expect(await start({ RUNWRIGHT_MASTER_KEY: fresh })).toBe(text);
    expect((await readdir(folder)).filter((name) => name.startsWith('master.key'))).toEqual([]);
  });

  it('that was cut off is ended at the next start also when nothing was encrypted', async () => {
    const { engine } = await compose(readEnvironment({ RUNWRIGHT_DATA_DIR: folder }), { worker: false });
    await engine.close();
    const from = await keptKey();
    await writeFile(next(), formatMasterKey(newKey));
    expect(await withStore((store) => rotateMasterKey(store, { from, to: newKey }))).toBe(0);
    await start();
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(formatMasterKey(newKey));
  });

  it('with a wrong old key changes nothing', async () => {
    const text = await start();
    const wrong = Buffer.alloc(32, 5).toString('base64');
    const rotate = withStore((store) =>
      rotateStoredKey(store, folder, {
        masterKey: wrong,
        newMasterKey: Buffer.from(newKey).toString('base64'),
      }),
    );
    await expect(rotate).rejects.toMatchObject({
      code: 'failed_precondition',
      message: expect.stringMatching(/^The master key in RUNWRIGHT_MASTER_KEY is not the one/),
    });
    expect(await start()).toBe(text);
  });
});
