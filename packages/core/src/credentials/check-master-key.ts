import { RunwrightError, type Store, type StoredCiphertext } from '@runwright/contract';
import { keyFingerprint } from '../crypto/key-fingerprint.ts';
import { createStoredCiphers, type StoredCiphers } from './stored-ciphers.ts';

/** Returns whether a store is bound to a master key: it has a fingerprint, or holds something that is encrypted. */
export async function hasMasterKey({ ciphertexts }: Pick<Store, 'ciphertexts'>): Promise<boolean> {
  return (await ciphertexts.readFingerprint()) !== null || (await ciphertexts.readLatest()).length > 0;
}

/**
 * Returns whether a master key is that of a store: by the stored fingerprint or, in a store that has none yet, by whether the key opens
 * one of the latest ciphertexts; null when the store has neither. A key with another fingerprint has to open all of the latest ciphertexts.
 */
export async function isMasterKeyOf(
  { ciphertexts }: Pick<Store, 'ciphertexts'>,
  masterKey: Uint8Array,
): Promise<boolean | null> {
  const fingerprint = await ciphertexts.readFingerprint();
  if (fingerprint === keyFingerprint(masterKey)) return true;
  const latest = await ciphertexts.readLatest();
  if (latest.length === 0) return fingerprint === null ? null : false;
  const ciphers = createStoredCiphers(masterKey);
  const opens = (entry: StoredCiphertext) => canDecrypt(ciphers, entry);
  // A version without fingerprints that rotates the key leaves the fingerprint of the old one.
  return fingerprint === null ? latest.some(opens) : latest.every(opens);
}

/**
 * Binds a store to the master key of an engine: stores the fingerprint of the key when the store has none, or that of an earlier key.
 * Without a key of the host (null) the engine has a random one, which no store is bound to.
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
  const fingerprint = keyFingerprint(masterKey);
  const before = await store.ciphertexts.readFingerprint();
  if (before === fingerprint) return;
  if ((await isMasterKeyOf(store, masterKey)) === false) throw otherKey('is another key');
  const stored =
    before === null
      ? await store.ciphertexts.addFingerprint(fingerprint)
      : await store.ciphertexts.replaceFingerprint(before, fingerprint);
  // Another process may have bound the store, or rotated its key, meanwhile.
  if (stored !== fingerprint) throw otherKey('is another key');
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
