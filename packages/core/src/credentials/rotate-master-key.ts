import { RunwrightError, type Store } from '@runwright/contract';
import { keyFingerprint } from '../crypto/key-fingerprint.ts';
import { createStoredCiphers } from './stored-ciphers.ts';

/** Two master keys of 32 bytes. */
export interface MasterKeyChange {
  /** The key that the data was written with. */
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * Encrypts all API keys, credentials, browser profiles, stored browser states and pushed codes under another master key, in one transaction, and returns how many there
 * are; the store is then bound to the new key. No engine may use the store meanwhile. Signed links that were given out are refused from then on.
 *
 * @throws RunwrightError `conflict` while a run is not final: the secrets in its journal are encrypted with the old key, and
 * it could not go on. `internal` when something was not written with `from`; nothing is changed then.
 */
export async function rotateMasterKey(store: Store, { from, to }: MasterKeyChange): Promise<number> {
  const [open] = await store.runs.unowned({ now: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (open) {
    throw new RunwrightError(
      'conflict',
      `Cannot change the master key while run \`${open.runId}\` is ${open.status}: its secrets are encrypted with it. Wait until all runs have ended, or cancel them.`,
    );
  }
  const before = createStoredCiphers(from);
  const after = createStoredCiphers(to);
  return await store.ciphertexts.replace(
    (entry) => after.encrypt(entry, before.decrypt(entry)),
    keyFingerprint(to),
  );
}
