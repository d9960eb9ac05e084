import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads and replaces what is encrypted under the master key: columns of two tables. */
export function sqlCiphertexts(db: Kysely<Tables>): Store['ciphertexts'] {
  return {
    replace: (change) =>
      db.transaction().execute(async (transaction) => {
        const keys = await transaction.selectFrom('api_keys').select(['api_key_id', 'ciphertext']).execute();
        for (const { api_key_id: id, ciphertext } of keys) {
          await transaction
            .updateTable('api_keys')
            .set({ ciphertext: change({ kind: 'api_key', id, ciphertext }) })
            .where('api_key_id', '=', id)
            .execute();
        }
        const credentials = await transaction
          .selectFrom('credentials')
          .select(['credential_id', 'ciphertext'])
          .where('ciphertext', '!=', '')
          .execute();
        for (const { credential_id: id, ciphertext } of credentials) {
          await transaction
            .updateTable('credentials')
            .set({ ciphertext: change({ kind: 'credential', id, ciphertext }) })
            .where('credential_id', '=', id)
            .execute();
        }
        return keys.length + credentials.length;
      }),
  };
}
