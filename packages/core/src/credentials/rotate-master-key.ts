import { RunwrightError, type Store, type StoredCiphertext } from '@runwright/contract';
import { browserStateCipher } from '../crypto/browser-state-cipher.ts';
import type { Cipher } from '../crypto/cipher.ts';
import { pushedCodeCipher } from '../crypto/pushed-code-cipher.ts';
import { apiKeyCipher } from './api-keys.ts';
import { credentialCipher } from './credentials.ts';

/** Two master keys of 32 bytes. */
export interface MasterKeyChange {
  /** The key that the data was written with. */
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * Encrypts all API keys, credentials, browser profiles, stored browser states and pushed codes under another master key, in one transaction, and returns how many there
 * are. No engine may use the store meanwhile. Signed links that were given out are refused from then on.
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
  const before = ciphersOf(from);
  const after = ciphersOf(to);
  return await store.ciphertexts.replace((entry) => after.encrypt(entry, before.decrypt(entry)));
}

/**
 * Returns whether a store was written with a master key; null when it holds nothing that could tell. The first ciphertext is tried,
 * because all of them are always under one key.
 */
export async function isMasterKeyOf(store: Store, masterKey: Uint8Array): Promise<boolean | null> {
  const entry = await firstCiphertext(store);
  if (entry === null) return null;
  try {
    ciphersOf(masterKey).decrypt(entry);
    return true;
  } catch (error) {
    if (RunwrightError.is(error) && error.code === 'internal') return false;
    throw error;
  }
}

async function firstCiphertext(store: Store): Promise<StoredCiphertext | null> {
  for (const { organizationId } of await store.organizations.list()) {
    const key = (await store.apiKeys.list(organizationId)).find(({ ciphertext }) => ciphertext !== '');
    if (key) return { kind: 'api_key', id: key.apiKeyId, ciphertext: key.ciphertext };
    const { items } = await store.credentials.list({ organizationId, page: 1, pageSize: 1 });
    const [row] = items;
    if (row) return { kind: 'credential', id: row.credentialId, ciphertext: row.ciphertext };
  }
  return null;
}

function ciphersOf(masterKey: Uint8Array) {
  const keys = apiKeyCipher(masterKey);
  const states = browserStateCipher(masterKey);
  const ciphers: Readonly<Record<Exclude<StoredCiphertext['kind'], 'api_key'>, Cipher>> = {
    credential: credentialCipher(masterKey),
    browser_profile: states,
    browser_state: states,
    pushed_code: pushedCodeCipher(masterKey),
  };
  return {
    encrypt: ({ kind, id }: StoredCiphertext, text: string) =>
      kind === 'api_key' ? keys.encrypt(text) : ciphers[kind].encrypt(text, id),
    decrypt: ({ kind, id, ciphertext }: StoredCiphertext) =>
      kind === 'api_key' ? keys.decrypt(ciphertext) : ciphers[kind].decrypt(ciphertext, id),
  };
}
