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

/** Returns the first rows of a page, as many as have no more than {@link maxPageBytes} together, and at least one. */
export function takeFitting<T extends { readonly bytes: number }>(rows: readonly T[]): readonly T[] {
  let total = 0;
  const end = rows.findIndex(({ bytes }, index) => {
    total += bytes;
    return index > 0 && total > maxPageBytes;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
