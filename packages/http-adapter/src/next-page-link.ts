import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestPath, requestQuery } from './request-path.ts';

/** Names the next page of a list in a `Link` header. */
export function sendNextPageLink(request: FastifyRequest, reply: FastifyReply, page: number): void {
  const query = new URLSearchParams(requestQuery(request.url));
  query.set('page', String(page + 1));
  reply.header('link', `<${requestPath(request.url)}?${query}>; rel="next"`);
}
