import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { RunwrightError } from '@runwright/contract';

/** Encrypts texts for one use. */
export interface Cipher {
  /** Base64 of nonce, tag and data. */
  encrypt(text: string, owner?: string): string;
  /** Throws `internal` when the text was encrypted under another key, or for another owner. */
  decrypt(ciphertext: string, owner?: string): string;
}

/**
 * AES-256-GCM (NIST SP 800-38D) under a key derived from the master key. `what` names the texts in errors. The owner of a
 * text, such as the id of its row, is authenticated with it: a ciphertext that was moved to another row is refused.
 */
export function createCipher(masterKey: Uint8Array, use: string, what: string): Cipher {
  const key = deriveKey(masterKey, use);
  return {
    encrypt(text, owner = '') {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64');
    },
    decrypt(ciphertext, owner = '') {
      const bytes = Buffer.from(ciphertext, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new RunwrightError(
          'internal',
          `A stored ${what} cannot be decrypted; start with the master key that it was stored under.`,
          { cause },
        );
      }
    },
  };
}

/** A 32-byte key for one use, derived from the master key (HKDF-SHA256, RFC 5869). */
export function deriveKey(masterKey: Uint8Array, use: string): Buffer {
  if (masterKey.length !== 32) {
    throw new RunwrightError(
      'invalid_input',
      `The master key must have 32 bytes, it has \`${masterKey.length}\`; give another one.`,
    );
  }
  return Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(), use, 32));
}
