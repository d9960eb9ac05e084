import type { FastifyRequest } from 'fastify';
import { belowPrefix } from './request-path.ts';

/**
 * Routes that honour `Idempotency-Key`: those that start or create something. A route that is an alias counts as its
 * target. The creation of an API key is none of them, because its answer shows the key.
 */
const idempotentRoutes: ReadonlySet<string> = new Set([
  'POST /v1/run/tasks',
  'POST /v1/run/workflows',
  'POST /v1/run/tasks/login',
  'POST /v1/run/tasks/download_files',
  'POST /v1/workflows',
  'POST /v1/workflows/import',
  'POST /v1/workflows/:workflow_id/schedules',
  'POST /v1/folders',
  'POST /v1/credentials',
  'POST /v1/scripts',
  'POST /v1/scripts/:script_id/deploy',
  'POST /v1/browser_sessions',
  'POST /v1/browser_profiles',
  'POST /v1/upload_file',
]);

/** A route by its method and its path below the prefix of the adapter. */
export interface RouteName {
  readonly method: string;
  readonly route: string;
}

/** Returns whether a route honours `Idempotency-Key`. */
export function isIdempotentRoute({ method, route }: RouteName): boolean {
  return idempotentRoutes.has(`${method} ${route}`);
}

/** Returns the route of a request; of an alias, its target. */
export function routeOf({
  method,
  routeOptions,
  server,
}: Pick<FastifyRequest, 'method' | 'routeOptions' | 'server'>): RouteName {
  const { config, url = '' } = routeOptions;
  return { method, route: config.aliasOf ?? belowPrefix(url, server.prefix) };
}
