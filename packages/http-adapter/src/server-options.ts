import type { FastifyServerOptions } from 'fastify';
import { requestId } from './headers.ts';

/** Settings that the adapter relies on, for `fastify({...serverOptions()})`: body limit, request ids, slashes. */
export function serverOptions(): FastifyServerOptions {
  return {
    bodyLimit: 10 * 1024 * 1024,
    genReqId: (request) => requestId(request.headers),
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: true,
  };
}
