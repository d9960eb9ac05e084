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
