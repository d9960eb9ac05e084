import type { FastifyInstance } from 'fastify';
import { requestPath } from './request-path.ts';

/** Answers unknown paths with 404 and known paths with an unknown method with 405 and `Allow`. */
export function handleUnknownRoutes(app: FastifyInstance): void {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = requestPath(request.url);
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    if (allowed.length === 0) return reply.code(404).send({ detail: 'Not Found' });
    return reply
      .code(405)
      .header('allow', [...new Set(allowed)].join(', '))
      .send({ detail: 'Method Not Allowed' });
  });
}

function patternOf(url: string): RegExp {
  const path = url
    .replace(/\/$/, '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${path}/?$`);
}
