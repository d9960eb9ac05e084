import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestPath, requestQuery } from './request-path.ts';

/** Sets the `Link` header with `rel="next"`. */
export function sendNextPageLink(request: FastifyRequest, reply: FastifyReply, page: number): void {
  const query = new URLSearchParams(requestQuery(request.url));
  query.set('page', String(page + 1));
  reply.header('link', `<${request.server.publicPath(requestPath(request.url))}?${query}>; rel="next"`);
}
