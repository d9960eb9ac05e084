import type { Engine, RunOrigin } from '@runwright/core';
import type { FastifyRequest } from 'fastify';
import { callerFor } from './authentication.ts';
import { startIdempotency } from './idempotency.ts';
import { newRunRecord } from './read-run-record.ts';

/** Returns who starts a run by a request, and the idempotency key of the request, which is completed with the run. */
export function startOrigin(engine: Engine, request: FastifyRequest): RunOrigin {
  const { organizationId, apiKeyId } = callerFor(request);
  const userAgent = request.headers['x-user-agent'];
  return {
    organizationId,
    apiKeyId,
    triggerType: 'api',
    ...(typeof userAgent === 'string' ? { userAgent } : {}),
    ...startIdempotency(request, (run) => newRunRecord(engine, run)),
  };
}
