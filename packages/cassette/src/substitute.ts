import { createHmac } from 'node:crypto';

/** Returns what stands for the value of a secret in a recording. */
export type Substitute = (value: string) => string;

/**
 * Creates the function for one recording: different values get different texts such as `secret4f1a90c2`, because a replay must tell them apart. With the key,
 * which is not part of the recording, a value could be guessed; without it, nothing about a value can be learned.
 *
 * @param key at least 32 random bytes
 */
export function createSubstitute(key: Uint8Array): Substitute {
  // Letters and digits alone, because forms, addresses and pages leave them as they are.
  return (value) => `secret${createHmac('sha256', key).update(value).digest('hex').slice(0, 8)}`;
}
