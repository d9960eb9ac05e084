/** Returns the path of a request target, without the query; works for targets that are no valid URL too. */
export function requestPath(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** Returns the query of a request target without `?`; empty when there is none. */
export function requestQuery(target: string): string {
  const path = requestPath(target);
  return target.slice(path.length + 1);
}
