import type { Store } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { memoryQueue } from '../local-drivers/memory-queue.ts';
import { systemClock } from '../runtime/clock.ts';
import { createIds } from '../runtime/ids.ts';
import { createApiKeys } from './api-keys.ts';
import { hasMasterKey, isMasterKeyOf } from './check-master-key.ts';
import { createCredentials } from './credentials.ts';
import { createStoredCiphers } from './stored-ciphers.ts';

const one = new Uint8Array(32).fill(1);
const other = new Uint8Array(32).fill(2);
const third = new Uint8Array(32).fill(3);

const door = {
  name: 'Door',
  credential_type: 'secret',
  credential: { secret_value: 'open sesame', secret_label: 'door' },
} as const;

/** Opens the engine of a process, and closes it. */
async function start(store: Store, masterKey?: Uint8Array): Promise<void> {
  const drivers = { store, queue: memoryQueue({ clock: systemClock }) };
  const engine = await createTestEngine({ drivers, settings: masterKey ? { masterKey } : {} });
  await engine.close();
}

/** What a version without fingerprints has written. */
const written = (store: Store, masterKey: Uint8Array) => {
  const options = { store, masterKey, makeId: createIds(systemClock), now: systemClock.now };
  return { keys: createApiKeys(options), credentials: createCredentials(options).calls };
};

const refused = {
  code: 'failed_precondition',
  message: expect.stringContaining('Pass the key that the store was created with'),
};

describe('the master key of a store', { tags: ['security'] }, () => {
  it('is that of its first engine, also while it holds nothing that is encrypted', async () => {
    const store = storeUnderTest();
    expect([await hasMasterKey(store), await isMasterKeyOf(store, one)]).toEqual([false, null]);
    await start(store, one);
    await start(store, one);
    await expect(start(store, other)).rejects.toMatchObject(refused);
    expect(await hasMasterKey(store)).toBe(true);
    expect([await isMasterKeyOf(store, one), await isMasterKeyOf(store, other)]).toEqual([true, false]);
  });

  it('cannot be left out later', async () => {
    const store = storeUnderTest();
    await start(store);
    await start(store, one);
    await expect(start(store)).rejects.toMatchObject(refused);
  });

  it('of an earlier version is the one that opens what is stored, and no other', async () => {
    const store = storeUnderTest();
    await written(store, one).keys.create('o_1', { name: 'first' });
    expect(await hasMasterKey(store)).toBe(true);
    await expect(start(store, other)).rejects.toMatchObject(refused);
    expect(await store.ciphertexts.readFingerprint()).toBeNull();
    await start(store, one);
    expect(await isMasterKeyOf(store, one)).toBe(true);
    expect(await store.ciphertexts.readFingerprint()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of an earlier version that was replaced by mistake is the one that is in use', async () => {
    const store = storeUnderTest();
    await written(store, other).keys.create('o_1', { name: 'lost' });
    await written(store, one).credentials.create('o_1', door);
    await start(store, one);
  });

  it('is the one that opens what is stored after a version without fingerprints has changed it', async () => {
    const store = storeUnderTest();
    await written(store, one).keys.create('o_1', { name: 'first' });
    await start(store, one);
    const fingerprint = await store.ciphertexts.readFingerprint();
    const [before, after] = [createStoredCiphers(one), createStoredCiphers(other)];
    await store.ciphertexts.replace(
      (entry) => after.encrypt(entry, before.decrypt(entry)),
      fingerprint ?? expect.unreachable('no fingerprint is stored'),
    );
    await expect(start(store, third)).rejects.toMatchObject(refused);
    expect(await store.ciphertexts.readFingerprint()).toBe(fingerprint);
    await Promise.all([start(store, other), start(store, other)]);
    expect(await store.ciphertexts.readFingerprint()).not.toBe(fingerprint);
    await expect(start(store, one)).rejects.toMatchObject(refused);
  });

  it('is no key that opens only a part of what is stored', async () => {
    const store = storeUnderTest();
    await start(store, one);
    await written(store, one).keys.create('o_1', { name: 'first' });
    await written(store, other).credentials.create('o_1', door);
    await expect(start(store, other)).rejects.toMatchObject(refused);
    await start(store, one);
  });

  it('is agreed on by processes that start at once on an empty store', async () => {
    const store = storeUnderTest();
    const started = await Promise.allSettled([start(store, one), start(store, other), start(store, one)]);
    const outcomes = started.map(({ status }) => status);
    expect([outcomes[0], outcomes[1]].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[2]).toBe(outcomes[0]);
  });
});
