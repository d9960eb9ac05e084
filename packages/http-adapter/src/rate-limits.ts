import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BusyError } from './error-response.ts';
import { belowPrefix } from './request-path.ts';

/** At most `max` requests in a window, which begins with the first of them. */
export interface RateLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** Rate limits of callers; counted in this process. */
export interface RateLimits {
  /** Run starts of one organization, over all routes that start runs. Default: none. */
  readonly runStarts?: RateLimit;
  /** Requests of one API key; of one organization when the host authenticates. Default: none. */
  readonly requests?: RateLimit;
}

/** Routes that start runs; they share one bucket. Which calls of `/mcp` do is known only from their body, so all count. */
const runStarts: ReadonlySet<string> = new Set([
  ...['tasks', 'workflows', 'agents', 'tasks/login', 'tasks/download_files'].map((name) => `/v1/run/${name}`),
  '/mcp',
]);

/**
 * Refuses requests above the limits with 429 and `Retry-After`, after authentication and before their body is read. Call it
 * after the authentication hook, before the routes are registered.
 */
export async function limitRates(
  app: FastifyInstance,
  { runStarts: starts, requests }: RateLimits,
): Promise<void> {
  if (!starts && !requests) return;
  await app.register(rateLimit, { global: false });
  if (requests) {
    const check = limiter(
      app,
      requests,
      'requests',
      ({ caller }) => caller?.apiKeyId ?? caller?.organizationId,
    );
    app.addHook('onRequest', check);
  }
  if (starts) {
    const check = limiter(app, starts, 'run starts', ({ caller }) => caller?.organizationId);
    app.addHook('onRequest', async (request) => {
      const route = belowPrefix(request.routeOptions.url ?? '', app.prefix);
      if (runStarts.has(route)) await check(request);
    });
  }
}

/** Creates a check that counts the requests of each caller; those without one are not counted. */
function limiter(
  app: FastifyInstance,
  { max, windowSeconds }: RateLimit,
  counted: string,
  callerOf: (request: FastifyRequest) => string | undefined,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max,
    timeWindow: windowSeconds * 1000,
    keyGenerator: (request) => callerOf(request) ?? '',
  });
  return async (request) => {
    if (callerOf(request) === undefined) return;
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    throw new BusyError(
      429,
      `Rate limit exceeded: at most ${max} ${counted} per ${windowSeconds} seconds`,
      Math.max(1, result.ttlInSeconds),
    );
  };
}
