import type { Page } from '@runwright/contract';

/** Compares by time, then by id, both ascending. */
export function byTime<T>(time: (row: T) => number, id: (row: T) => string): (a: T, b: T) => number {
  return (a, b) => time(a) - time(b) || compareText(id(a), id(b));
}

/** The same order, newest first. */
export function newestFirst<T>(time: (row: T) => number, id: (row: T) => string): (a: T, b: T) => number {
  const ascending = byTime(time, id);
  return (a, b) => ascending(b, a);
}

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

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
