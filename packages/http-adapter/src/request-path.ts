/** The path of a request target: what stands before the query. Any target has one, also those that are no URL. */
export function requestPath(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** The query of a request target, without its question mark; empty when there is none. */
export function requestQuery(target: string): string {
  const path = requestPath(target);
  return target.slice(path.length + 1);
}
