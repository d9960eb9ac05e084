import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Returns the caller's request id when it is printable text, else a new one. */
export function requestId(headers: Readonly<Record<string, unknown>>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Headers of every response besides its request id. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/**
 * Adds the common headers to every response, and `Server-Timing` with the ms up to its headers. A route can override the
 * common ones.
 */
export function sendCommonHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}`);
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });
}
