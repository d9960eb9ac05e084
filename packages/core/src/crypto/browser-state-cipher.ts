import { type Cipher, createCipher } from './cipher.ts';

/** Creates the cipher of browser profiles and stored browser states; the id of the profile, or of what left the state, is the owner. */
export function browserStateCipher(masterKey: Uint8Array): Cipher {
  return createCipher(masterKey, 'runwright stored browser states', 'browser state');
}
