import type { Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { tagged } from '../tagged.ts';
import { acme, rival } from './rows.ts';

/** Texts that are encrypted under the master key, as a change of that key replaces them. */
export function testCiphertexts(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  async function fill(): Promise<void> {
    for (const [organizationId, number] of [
      [acme, 1],
      [rival, 2],
    ] as const) {
      await store().apiKeys.put({
        apiKeyId: `key_${number}`,
        organizationId,
        name: 'key',
        prefix: 'rw_',
        hash: `hash ${number}`,
        ciphertext: `key text ${number}`,
        scopes: ['read'],
        expiresAt: null,
        lastUsedAt: null,
        createdAt: 1000,
        revokedAt: number === 2 ? 2000 : null,
      });
      await store().credentials.add({
        credentialId: `cred_${number}`,
        organizationId,
        type: 'secret',
        name: 'credential',
        ciphertext: `credential text ${number}`,
        createdAt: 1000,
        modifiedAt: 1000,
        deletedAt: null,
      });
    }
    await store().apiKeys.put({
      apiKeyId: 'key_3',
      organizationId: acme,
      name: 'erased',
      prefix: 'rw_',
      hash: 'hash 3',
      ciphertext: '',
      scopes: ['read'],
      expiresAt: null,
      lastUsedAt: null,
      createdAt: 1000,
      revokedAt: 1000,
    });
    const erased = { ciphertext: '', modifiedAt: 2000, deletedAt: 2000 };
    await store().credentials.change(rival, 'cred_2', erased);
  }

  async function texts(): Promise<readonly unknown[]> {
    return [
      (await store().apiKeys.get(acme, 'key_1'))?.ciphertext,
      (await store().apiKeys.get(rival, 'key_2'))?.ciphertext,
      (await store().credentials.get(acme, 'cred_1'))?.ciphertext,
    ];
  }

  it('every ciphertext is replaced, revoked keys too, and erased texts are left out', async () => {
    await fill();
    const replaced = await store().ciphertexts.replace(
      ({ kind, id, ciphertext }) => `${kind} ${id} ${ciphertext}`,
      'new key',
    );
    expect(replaced).toBe(3);
    expect(await texts()).toEqual([
      'api_key key_1 key text 1',
      'api_key key_2 key text 2',
      'credential cred_1 credential text 1',
    ]);
  });

  it('when one cannot be replaced, none is', tagged('security'), async () => {
    await fill();
    const before = await texts();
    await store().ciphertexts.addFingerprint('old key');
    const failing = store().ciphertexts.replace(({ kind }) => {
      if (kind === 'credential') throw new Error('cannot be decrypted');
      return 'new';
    }, 'new key');
    await expect(failing).rejects.toThrow('cannot be decrypted');
    expect(await texts()).toEqual(before);
    expect(await store().ciphertexts.readFingerprint()).toBe('old key');
  });

  it('the latest of each kind is read, and no erased one', async () => {
    expect(await store().ciphertexts.readLatest()).toEqual([]);
    await fill();
    expect(await store().ciphertexts.readLatest()).toEqual([
      { kind: 'api_key', id: 'key_2', ciphertext: 'key text 2' },
      { kind: 'credential', id: 'cred_1', ciphertext: 'credential text 1' },
    ]);
  });

  it('the first fingerprint of the master key stays until the key is replaced', async () => {
    const { ciphertexts } = store();
    expect(await ciphertexts.readFingerprint()).toBeNull();
    const [one, other] = await Promise.all(['one', 'other'].map((text) => ciphertexts.addFingerprint(text)));
    expect([one, await ciphertexts.readFingerprint()]).toEqual([other, other]);
    expect(await ciphertexts.addFingerprint('late')).toBe(one);
    expect(await ciphertexts.replace(({ ciphertext }) => ciphertext, 'new key')).toBe(0);
    expect(await ciphertexts.readFingerprint()).toBe('new key');
  });

  it('a fingerprint is replaced only while it is the stored one', tagged('security'), async () => {
    const { ciphertexts } = store();
    expect(await ciphertexts.replaceFingerprint('one', 'two')).toBeNull();
    expect(await ciphertexts.readFingerprint()).toBeNull();
    await ciphertexts.addFingerprint('one');
    const replaced = await Promise.all(
      ['two', 'three'].map((text) => ciphertexts.replaceFingerprint('one', text)),
    );
    const stored = await ciphertexts.readFingerprint();
    expect(['two', 'three']).toContain(stored);
    expect(replaced).toEqual([stored, stored]);
    expect(await ciphertexts.replaceFingerprint('one', 'late')).toBe(stored);
  });
}
