import type { IdempotencyHolder, IdempotencyKey, IdempotencyPlace, Store } from '@runwright/contract';
import { copyFrozen } from './copy-frozen.ts';

/** Idempotency keys by their place. */
export type IdempotencyRows = Map<string, IdempotencyKey>;

/** Makes the empty table of idempotency keys. */
export function createIdempotencyRows(): IdempotencyRows {
  return new Map();
}

/** Replaces a key in progress by its final row; false when another request has it. */
export function completeKey(rows: IdempotencyRows, key: IdempotencyKey): boolean {
  if (heldKey(rows, key) === null) return false;
  rows.set(nameOf(key), copyFrozen(key));
  return true;
}

/** The idempotency calls of the memory store. */
export function memoryIdempotency(rows: IdempotencyRows): Store['idempotencyKeys'] {
  return {
    async reserve(key, { now }) {
      const found = rows.get(nameOf(key));
      if (found && !isOver(found, now)) return found;
      rows.set(nameOf(key), copyFrozen(key));
      return null;
    },
    async renew(holder, { leaseUntil }) {
      const row = heldKey(rows, holder);
      if (row === null) return false;
      rows.set(nameOf(row), Object.freeze({ ...row, leaseUntil }));
      return true;
    },
    async complete(key) {
      return completeKey(rows, key);
    },
    async release(holder) {
      if (heldKey(rows, holder) !== null) rows.delete(nameOf(holder));
    },
    async endLeases() {
      for (const [name, row] of rows) {
        if (row.leaseUntil !== null) rows.set(name, Object.freeze({ ...row, leaseUntil: 0 }));
      }
    },
    async deleteExpired({ now }) {
      const over = [...rows].filter(([, row]) => isOver(row, now));
      for (const [name] of over) rows.delete(name);
      return over.length;
    },
  };
}

function heldKey(rows: IdempotencyRows, holder: IdempotencyHolder): IdempotencyKey | null {
  const row = rows.get(nameOf(holder));
  return row?.owner === holder.owner && row.answer === null ? row : null;
}

function isOver(row: IdempotencyKey, now: number): boolean {
  return row.expiresAt <= now || (row.leaseUntil !== null && row.leaseUntil <= now);
}

function nameOf({ organizationId, method, route, key }: IdempotencyPlace): string {
  return JSON.stringify([organizationId, method, route, key]);
}
