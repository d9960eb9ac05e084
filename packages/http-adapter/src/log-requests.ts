import type { FastifyInstance } from 'fastify';

/**
 * Logs every request at the level `info`: method, route by its pattern, status, ms, and the ids of organization and key. No
 * address, because it may hold a signature, no header and no body.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller } = request;
    request.log.info(
      {
        method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        organization: caller?.organizationId ?? null,
        key: caller?.apiKeyId ?? null,
      },
      'request',
    );
  });
}
