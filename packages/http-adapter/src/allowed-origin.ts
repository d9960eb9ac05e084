import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Safe methods; a page of another site cannot read their responses. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tests whether a request comes from a page that may use the API, or from no page. */
export type IsOwnRequest = (request: FastifyRequest) => boolean;

/**
 * Creates the test by the headers `Sec-Fetch-Site` and `Origin`, which browsers send.
 *
 * @param origins such as `https://console.example.com`, whose pages may send requests, too
 */
export function ownRequests(origins: readonly string[]): IsOwnRequest {
  const allowed = new Set(origins.map((origin) => origin.trim().toLowerCase().replace(/\/$/, '')));
  return (request) => isOwn(request, allowed);
}

/**
 * Rejects unsafe cross-site requests of browsers with 403 (CSRF protection). Clients other than browsers send neither of the headers
 * and are not affected.
 */
export function restrictOrigins(app: FastifyInstance, isOwnRequest: IsOwnRequest): void {
  app.addHook('onRequest', async (request, reply) => {
    if (safeMethods.has(request.method) || isOwnRequest(request)) return;
    return reply.code(403).send({
      detail:
        'Pages of other sites may not send requests here. Call the API from a server, or add the origin of the page to RUNWRIGHT_ALLOWED_ORIGINS (`allowedOrigins` of the HTTP adapter).',
    });
  });
}

function isOwn({ headers }: FastifyRequest, allowed: ReadonlySet<string>): boolean {
  const origin = headers.origin?.toLowerCase();
  if (origin !== undefined && allowed.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  // `none`: the user typed or opened the URL; a page cannot cause it.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  const parsed = URL.parse(origin);
  // Parsed under the same scheme, so that a default port is left out of both.
  return (
    parsed !== null &&
    parsed.host !== '' &&
    parsed.host === URL.parse(`${parsed.protocol}//${headers.host}`)?.host
  );
}
