import type { FastifyRequest } from 'fastify';

/** Returns the path of a request target, without the query; works for targets that are no valid URL too. */
export function requestPath(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** Returns the query of a request target without `?`; empty when there is none. */
export function requestQuery(target: string): string {
  const path = requestPath(target);
  return target.slice(path.length + 1);
}

/** Returns a route or a path without the prefix under which the adapter is registered; a prefix may have parameters. */
export function belowPrefix(path: string, prefix: string): string {
  const parts = prefix.split('/').length;
  return prefix === '' ? path : `/${path.split('/').slice(parts).join('/')}`;
}

/** Returns the path that a signed link was made for: of a request, without prefix and without a slash at its end. */
export function signedPath({ url, server }: Pick<FastifyRequest, 'url' | 'server'>): string {
  return belowPrefix(requestPath(url), server.prefix).replace(/\/$/, '');
}
