import { RunwrightError, type Store, type StoredCiphertext } from '@runwright/contract';
import { keyFingerprint } from '../crypto/key-fingerprint.ts';
import { createStoredCiphers, type StoredCiphers } from './stored-ciphers.ts';

/** Returns whether a store is bound to a master key: it has a fingerprint, or holds something that is encrypted. */
export async function hasMasterKey({ ciphertexts }: Pick<Store, 'ciphertexts'>): Promise<boolean> {
  return (await ciphertexts.readFingerprint()) !== null || (await ciphertexts.readLatest()).length > 0;
}

/**
 * Returns whether a master key is that of a store: by the stored fingerprint or, in a store that has none yet, by whether the key opens
 * one of the latest ciphertexts; null when the store has neither.
 */
export async function isMasterKeyOf(
  { ciphertexts }: Pick<Store, 'ciphertexts'>,
  masterKey: Uint8Array,
): Promise<boolean | null> {
  const fingerprint = await ciphertexts.readFingerprint();
  if (fingerprint !== null) return fingerprint === keyFingerprint(masterKey);
  const latest = await ciphertexts.readLatest();
  if (latest.length === 0) return null;
  const ciphers = createStoredCiphers(masterKey);
  return latest.some((entry) => canDecrypt(ciphers, entry));
}

/**
 * Binds a store to the master key of an engine: stores the fingerprint of the key when the store has none. Without a key of the host
 * (null) the engine has a random one, which no store is bound to.
 *
 * @throws RunwrightError `failed_precondition` when the store is bound to another key.
 */
export async function bindMasterKey(
  store: Pick<Store, 'ciphertexts'>,
  masterKey: Uint8Array | null,
): Promise<void> {
  if (masterKey === null) {
    if ((await store.ciphertexts.readFingerprint()) !== null) throw otherKey('is not set');
    return;
  }
  if ((await isMasterKeyOf(store, masterKey)) === false) throw otherKey('is another key');
  const fingerprint = keyFingerprint(masterKey);
  // Another process may have bound an empty store meanwhile.
  if ((await store.ciphertexts.addFingerprint(fingerprint)) !== fingerprint) throw otherKey('is another key');
}

function canDecrypt(ciphers: StoredCiphers, entry: StoredCiphertext): boolean {
  try {
    ciphers.decrypt(entry);
    return true;
  } catch (error) {
    if (RunwrightError.is(error) && error.code === 'internal') return false;
    throw error;
  }
}

function otherKey(problem: string): RunwrightError {
  return new RunwrightError(
    'failed_precondition',
    `Cannot use the store: what it holds is encrypted under its master key, and \`settings.masterKey\` ${problem}. Pass the key that the store was created with; to change it, call \`rotateMasterKey\` before.`,
  );
}
