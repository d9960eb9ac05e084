import { deriveKey } from './cipher.ts';

/**
 * Returns a text by which a master key is recognized and which tells nothing about it: a key that is derived from it (HKDF-SHA256,
 * RFC 5869) and has no other use, as hexadecimal digits.
 */
export function keyFingerprint(masterKey: Uint8Array): string {
  return deriveKey(masterKey, 'runwright fingerprint of the master key').toString('hex');
}
