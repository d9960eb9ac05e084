import type { FastifyInstance } from 'fastify';
import { requestPath } from './request-path.ts';

/** A word, and no id: ids have a prefix and an underscore, such as `wr_1`. */
const plainWord = /^[a-z]+$/;

/**
 * Answers 404 when a path has a plain word where an id belongs, such as `/v1/workflows/validate`: that is a route which
 * does not exist, and not a thing that was not found.
 */
export function rejectInvalidIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const params = (request.params ?? {}) as Readonly<Record<string, string>>;
    const word = Object.entries(params).find(
      ([name, value]) => name.endsWith('_id') && plainWord.test(value),
    );
    if (!word) return;
    const detail = `There is no route ${request.method} ${requestPath(request.url)}: \`${word[1]}\` is no id. The routes are listed at /docs.`;
    return reply.code(404).send({ detail });
  });
}
