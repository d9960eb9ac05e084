import type { JsonObject } from '@runwright/contract';

const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
]);

/** Returns a request of a run in which the values of headers that sign somebody in read `[secret]`. */
export function maskHeaders(request: JsonObject): JsonObject {
  const { extra_http_headers: headers, ...rest } = request;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return request;
  return { ...rest, extra_http_headers: Object.fromEntries(Object.entries(headers).map(maskHeader)) };
}

function maskHeader<V>([name, value]: [string, V]): [string, V | string] {
  return [name, secretHeaders.has(name.toLowerCase()) ? '[secret]' : value];
}
