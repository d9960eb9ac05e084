import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';
import { belowPrefix } from './request-path.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the path under which clients reach a path of the service, from the root of the public address. */
    readonly publicPath: (path: string) => string;
  }
}

/**
 * Adds `publicPath`. A proxy may serve the adapter under a path that it removes: the public URL of the engine ends with it, and the
 * paths of requests lack it.
 */
export function addPublicPath(app: FastifyInstance, { links }: Pick<Engine, 'links'>): void {
  const { prefix } = app;
  app.decorate('publicPath', (path: string) => {
    const base = URL.parse(links.publicUrl ?? '')?.pathname.replace(/\/+$/, '') ?? '';
    // Not the whole path: the public URL may end like the first segment of a route, such as `/v1`.
    const served = path.split('/', prefix.split('/').length).join('/');
    return `${served}/`.startsWith(`${base}/`) ? path : base + belowPrefix(path, prefix);
  });
}
