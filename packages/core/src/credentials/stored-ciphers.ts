import type { StoredCiphertext } from '@runwright/contract';
import { browserStateCipher } from '../crypto/browser-state-cipher.ts';
import type { Cipher } from '../crypto/cipher.ts';
import { pushedCodeCipher } from '../crypto/pushed-code-cipher.ts';
import { apiKeyCipher } from './api-keys.ts';
import { credentialCipher } from './credentials.ts';

/** The ciphers of everything that a store keeps encrypted under one master key. */
export interface StoredCiphers {
  encrypt(entry: StoredCiphertext, text: string): string;
  /** Throws `internal` when the entry was encrypted under another key. */
  decrypt(entry: StoredCiphertext): string;
}

/** Creates them. */
export function createStoredCiphers(masterKey: Uint8Array): StoredCiphers {
  const keys = apiKeyCipher(masterKey);
  const states = browserStateCipher(masterKey);
  const ciphers: Readonly<Record<Exclude<StoredCiphertext['kind'], 'api_key'>, Cipher>> = {
    credential: credentialCipher(masterKey),
    browser_profile: states,
    browser_state: states,
    pushed_code: pushedCodeCipher(masterKey),
  };
  return {
    encrypt: ({ kind, id }, text) =>
      kind === 'api_key' ? keys.encrypt(text) : ciphers[kind].encrypt(text, id),
    decrypt: ({ kind, id, ciphertext }) =>
      kind === 'api_key' ? keys.decrypt(ciphertext) : ciphers[kind].decrypt(ciphertext, id),
  };
}
