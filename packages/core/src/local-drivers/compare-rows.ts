/** Compares by time, then by id, both ascending. */
export function byTime<T>(time: (row: T) => number, id: (row: T) => string): (a: T, b: T) => number {
  return (a, b) => time(a) - time(b) || compareText(id(a), id(b));
}

/** The same order, newest first. */
export function newestFirst<T>(time: (row: T) => number, id: (row: T) => string): (a: T, b: T) => number {
  const ascending = byTime(time, id);
  return (a, b) => ascending(b, a);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
