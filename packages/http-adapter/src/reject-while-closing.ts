import type { FastifyInstance } from 'fastify';
import { unavailableResponse } from './error-response.ts';

/** Rejects requests with 503 while the server is closing, over connections that are open still. */
export function rejectWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return undefined;
    const { status, body, headers } = unavailableResponse('The service is shutting down');
    return reply
      .code(status)
      .headers({ ...headers, connection: 'close' })
      .send(body);
  });
}
