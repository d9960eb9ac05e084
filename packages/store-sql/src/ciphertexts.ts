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

/** Id of the only row of `master_key`. */
const keyRow = 1;

/** Reads and replaces what is encrypted under the master key, and the fingerprint of that key. */
export function sqlCiphertexts(db: Kysely<Tables>): Store['ciphertexts'] {
  const readFingerprint = async (): Promise<string | null> => {
    const row = await db.selectFrom('master_key').select('fingerprint').executeTakeFirst();
    return row?.fingerprint ?? null;
  };
  return {
    async readLatest() {
      const latest: StoredCiphertext[] = [];
      for (const { kind, table, key } of tables) {
        const id = sql.ref(idOf(key));
        const { rows } = await sql<{ id: string; ciphertext: string }>`select ${id} as id, ciphertext
          from ${sql.table(table)} where ciphertext != '' order by ${id} desc limit 1`.execute(db);
        latest.push(...rows.map((row) => ({ kind, ...row })));
      }
      return latest;
    },
    readFingerprint,
    async addFingerprint(fingerprint) {
      await db
        .insertInto('master_key')
        .values({ id: keyRow, fingerprint })
        .onConflict((row) => row.column('id').doNothing())
        .execute();
      return (await readFingerprint()) ?? fingerprint;
    },
    async replaceFingerprint(from, to) {
      await db
        .updateTable('master_key')
        .set({ fingerprint: to })
        .where('id', '=', keyRow)
        .where('fingerprint', '=', from)
        .execute();
      return await readFingerprint();
    },
    replace: (change, fingerprint) =>
      exclusively(db, async (transaction) => {
        let count = 0;
        for (const { kind, table, key } of tables) {
          const columns = sql.join(key.map((column) => sql.ref(column)));
          const { rows } = await sql<Record<string, string>>`select ${columns}, ciphertext
            from ${sql.table(table)} where ciphertext != ''`.execute(transaction);
          for (const row of rows) {
            const id = row[idOf(key)] ?? '';
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
        await transaction
          .insertInto('master_key')
          .values({ id: keyRow, fingerprint })
          .onConflict((row) => row.column('id').doUpdateSet({ fingerprint }))
          .execute();
        return count;
      }),
  };
}

function idOf(key: readonly string[]): string {
  return key.at(-1) ?? '';
}
