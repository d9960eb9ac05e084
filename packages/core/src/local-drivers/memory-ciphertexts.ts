import type { Store, StoredCiphertext } from '@runwright/contract';
import { copyFrozen } from './copy-frozen.ts';

/** Rows with a ciphertext each, by id. */
export interface CiphertextTable {
  readonly kind: StoredCiphertext['kind'];
  readonly rows: Map<string, { readonly ciphertext: string }>;
}

/** Names a table of rows with a ciphertext each. */
export function ciphertextTable<Row extends { readonly ciphertext: string }>(
  kind: StoredCiphertext['kind'],
  rows: Map<string, Row>,
): CiphertextTable {
  // Only the ciphertext of a row is replaced, so the rows stay what they are.
  return { kind, rows: rows as Map<string, { readonly ciphertext: string }> };
}

/** The ciphertexts of the memory store. Rows that were erased are left out. */
export function memoryCiphertexts(tables: readonly CiphertextTable[]): Store['ciphertexts'] {
  return {
    async replace(change) {
      const changed = tables.flatMap(({ kind, rows }) =>
        [...rows]
          .filter(([, row]) => row.ciphertext !== '')
          .map(([id, row]) => {
            const ciphertext = change({ kind, id, ciphertext: row.ciphertext });
            return { rows, id, row: { ...row, ciphertext } };
          }),
      );
      for (const { rows, id, row } of changed) rows.set(id, copyFrozen(row));
      return changed.length;
    },
  };
}
