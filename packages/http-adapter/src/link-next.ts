import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names the next page of a list in a `Link` header. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, page: number): void {
  const next = new URL(request.url, 'http://localhost');
  next.searchParams.set('page', String(page + 1));
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}
