import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BusyError } from './error-response.ts';

/** At most `max` requests in a window, which begins with the first of them. */
export interface RateLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** Rate limits of callers; counted in this process. Run starts are limited by the engine: `settings.runStarts`. */
export interface RateLimits {
  /** Requests of one API key; of one organization when the host authenticates. Default: none. */
  readonly requests?: RateLimit;
}

/**
 * Refuses requests above the limits with 429 and `Retry-After`, after authentication and before their body is read. Requests without a
 * caller are not counted. Call it after the authentication hook, before the routes are registered.
 */
export async function limitRates(app: FastifyInstance, { requests }: RateLimits): Promise<void> {
  if (!requests) return;
  const { max, windowSeconds } = requests;
  await app.register(rateLimit, { global: false });
  const callerOf = ({ caller }: FastifyRequest) => caller?.apiKeyId ?? caller?.organizationId;
  const count = app.createRateLimit({
    max,
    timeWindow: windowSeconds * 1000,
    keyGenerator: (request) => callerOf(request) ?? '',
  });
  app.addHook('onRequest', async (request) => {
    if (callerOf(request) === undefined) return;
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    throw new BusyError(
      429,
      `Rate limit exceeded: at most ${max} requests per ${windowSeconds} seconds`,
      Math.max(1, result.ttlInSeconds),
    );
  });
}
