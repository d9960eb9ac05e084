import type { ApiKey, CredentialRow, Store } from '@runwright/contract';
import { copyFrozen } from './copy-frozen.ts';

/** The ciphertexts of the memory store, which are in the rows of keys and credentials. */
export function memoryCiphertexts(
  keys: Map<string, ApiKey>,
  credentials: Map<string, CredentialRow>,
): Store['ciphertexts'] {
  return {
    async replace(change) {
      const newKeys = [...keys].map(([id, row]) => {
        const ciphertext = change({ kind: 'api_key', id, ciphertext: row.ciphertext });
        return [id, { ...row, ciphertext }] as const;
      });
      const newCredentials = [...credentials]
        .filter(([, row]) => row.ciphertext !== '')
        .map(([id, row]) => {
          const ciphertext = change({ kind: 'credential', id, ciphertext: row.ciphertext });
          return [id, { ...row, ciphertext }] as const;
        });
      for (const [id, row] of newKeys) keys.set(id, copyFrozen(row));
      for (const [id, row] of newCredentials) credentials.set(id, copyFrozen(row));
      return newKeys.length + newCredentials.length;
    },
  };
}
