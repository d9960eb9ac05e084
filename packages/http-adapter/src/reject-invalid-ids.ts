import type { FastifyInstance } from 'fastify';
import { requestPath } from './request-path.ts';

/** Matches a word that cannot be an id: ids have a prefix and an underscore, such as `wr_1`. */
const plainWord = /^[a-z]+$/;

/**
 * Responds 404 with a hint when a path has a plain word instead of an id, such as `/v1/workflows/newest`: the route does
 * not exist.
 */
export function rejectInvalidIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const params = (request.params ?? {}) as Readonly<Record<string, string>>;
    const word = Object.entries(params).find(
      ([name, value]) => name.endsWith('_id') && plainWord.test(value),
    );
    if (!word) return;
    const detail = `There is no route ${request.method} ${requestPath(request.url)}: \`${word[1]}\` is no id. The routes are listed at ${app.prefix}/docs.`;
    return reply.code(404).send({ detail });
  });
}
