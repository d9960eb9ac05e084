import { setImmediate } from 'node:timers/promises';
import type { Page } from '@runwright/contract';

/**
 * A page from rows that were read with one more than its size: that one only says that another page follows. The
 * cursor is the number of that page.
 */
export function cutPage<T>(
  rows: readonly T[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Page<T> {
  return { items: rows.slice(0, pageSize), next: rows.length > pageSize ? String(page + 1) : null };
}

/** Bytes of JSON that the rows of one page may have together. */
export const maxPageBytes = 32 * 1024 * 1024;
/** Bytes of JSON that are read and parsed in one turn of the event loop, unless one row has more. */
export const maxTurnBytes = 1024 * 1024;

/** A row whose data has not been read. */
interface Sized {
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** Returns the first rows of a page, as many as have no more than `maxBytes` together, and at least one. */
export function takeFitting<Row extends Sized>(
  rows: readonly Row[],
  maxBytes = maxPageBytes,
): readonly Row[] {
  let total = 0;
  const end = rows.findIndex(({ bytes }, index) => {
    total += bytes;
    return index > 0 && total > maxBytes;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Reads the data of rows, as many at once as have 1 MiB together, with turns of the event loop in between. */
export async function readInTurns<Row extends Sized, Item>(
  rows: readonly Row[],
  read: (part: readonly Row[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let left = rows; left.length > 0; ) {
    const part = takeFitting(left, maxTurnBytes);
    items.push(...(await read(part)));
    left = left.slice(part.length);
    if (left.length > 0) await setImmediate();
  }
  return items;
}
