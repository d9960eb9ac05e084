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
  let fingerprint: string | null = null;
  return {
    async readLatest() {
      return tables.flatMap((table) => {
        const entries = entriesOf(table).toSorted((one, other) => (one.id < other.id ? 1 : -1));
        return entries.slice(0, 1);
      });
    },
    async readFingerprint() {
      return fingerprint;
    },
    async addFingerprint(given) {
      fingerprint ??= given;
      return fingerprint;
    },
    async replaceFingerprint(from, to) {
      if (fingerprint === from) fingerprint = to;
      return fingerprint;
    },
    async replace(change, newFingerprint) {
      const changed = tables.flatMap((table) =>
        entriesOf(table).map((entry) => ({ rows: table.rows, id: entry.id, ciphertext: change(entry) })),
      );
      for (const { rows, id, ciphertext } of changed)
        rows.set(id, copyFrozen({ ...rows.get(id), ciphertext }));
      fingerprint = newFingerprint;
      return changed.length;
    },
  };
}

function entriesOf({ kind, rows }: CiphertextTable): readonly StoredCiphertext[] {
  return [...rows]
    .filter(([, { ciphertext }]) => ciphertext !== '')
    .map(([id, { ciphertext }]) => ({ kind, id, ciphertext }));
}
