import type { FastifyRequest } from 'fastify';

/** The query of a request; a name that is absent reads as `null`. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://site.invalid').searchParams;
}

/** The fields of a posted form; a request without a form has none. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** A text field without the spaces around it; absent reads as empty. */
export function textOf(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? '').trim();
}

/** The value of one cookie, or `null`. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}
