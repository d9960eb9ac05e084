import type { FastifyInstance } from 'fastify';
import { encodeNames } from './encode-names.ts';

/** Header of a response that names the query parameters which the route does not know. */
export const ignoredParametersHeader = 'x-runwright-ignored-parameters';

/**
 * Names the query parameters that a route does not know in the header `x-runwright-ignored-parameters` of its response,
 * percent-encoded and separated by `, `; at most 20. They are ignored, so a misspelt filter would return everything unnoticed.
 */
export function reportIgnoredParameters(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const at = request.url.indexOf('?');
    if (at < 0) return;
    const known = knownParameters(request.routeOptions.schema?.querystring);
    const given = new Set(new URLSearchParams(request.url.slice(at + 1)).keys());
    const ignored = [...given].filter((name) => name !== '' && !known.has(name));
    if (ignored.length > 0) reply.header(ignoredParametersHeader, encodeNames(ignored));
  });
}

function knownParameters(querystring: unknown): ReadonlySet<string> {
  const { properties = {} } = (querystring ?? {}) as { readonly properties?: object };
  return new Set(Object.keys(properties));
}
