import { type Cipher, createCipher } from './cipher.ts';

/** Creates the cipher of pushed one-time codes; the id of the code is the owner. */
export function pushedCodeCipher(masterKey: Uint8Array): Cipher {
  return createCipher(masterKey, 'runwright pushed codes', 'one-time code');
}
