import type { Page } from '@runwright/contract';

/** Cuts one page, counted from 1, out of a sorted list. The cursor is the number of the following page. */
export function cutPage<T>(
  rows: readonly T[],
  query: { readonly page: number; readonly pageSize: number },
): Page<T> {
  const end = query.page * query.pageSize;
  return {
    items: rows.slice(end - query.pageSize, end),
    next: rows.length > end ? String(query.page + 1) : null,
  };
}
