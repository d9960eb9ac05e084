import type { Store, StoredCiphertext } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import { exclusively } from './exclusively.ts';
import type { Tables } from './tables.ts';

/** The tables with a column `ciphertext`, and the columns that name a row of each; the last one is the id. */
const tables: readonly {
  readonly kind: StoredCiphertext['kind'];
  readonly table: string;
  readonly key: readonly string[];
}[] = [
  { kind: 'api_key', table: 'api_keys', key: ['api_key_id'] },
  { kind: 'credential', table: 'credentials', key: ['credential_id'] },
  { kind: 'browser_profile', table: 'browser_profiles', key: ['browser_profile_id'] },
  { kind: 'browser_state', table: 'browser_states', key: ['organization_id', 'owner_id'] },
  { kind: 'pushed_code', table: 'pushed_codes', key: ['totp_code_id'] },
];

/** Reads and replaces what is encrypted under the master key. */
export function sqlCiphertexts(db: Kysely<Tables>): Store['ciphertexts'] {
  return {
    replace: (change) =>
      exclusively(db, async (transaction) => {
        let count = 0;
        for (const { kind, table, key } of tables) {
          const columns = sql.join(key.map((column) => sql.ref(column)));
          const { rows } = await sql<Record<string, string>>`select ${columns}, ciphertext
            from ${sql.table(table)} where ciphertext != ''`.execute(transaction);
          for (const row of rows) {
            const id = row[key.at(-1) ?? ''] ?? '';
            const ciphertext = change({ kind, id, ciphertext: row.ciphertext ?? '' });
            const isRow = sql.join(
              key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
              sql` and `,
            );
            await sql`update ${sql.table(table)} set ciphertext = ${ciphertext} where ${isRow}`.execute(
              transaction,
            );
          }
          count += rows.length;
        }
        return count;
      }),
  };
}
