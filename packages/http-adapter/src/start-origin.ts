import { activeTraceContext, type Engine, type RunOrigin, readTraceContext } from '@runwright/core';
import type { FastifyRequest } from 'fastify';
import { callerFor } from './authentication.ts';
import { startIdempotency } from './idempotency.ts';
import { newRunRecord } from './read-run-record.ts';

/** Returns who starts a run by a request, and the idempotency key of the request, which is completed with the run. */
export function startOrigin(engine: Engine, request: FastifyRequest): RunOrigin {
  const { organizationId, apiKeyId } = callerFor(request);
  // An active span is that of this request already, made by the host from the same headers.
  const { traceparent, tracestate } = request.headers;
  const traceContext = activeTraceContext() ?? readTraceContext({ traceparent, tracestate });
  const userAgent = request.headers['x-user-agent'];
  return {
    organizationId,
    apiKeyId,
    triggerType: 'api',
    ...(typeof userAgent === 'string' ? { userAgent } : {}),
    ...(traceContext ? { traceContext } : {}),
    ...startIdempotency(request, (run) => newRunRecord(engine, run)),
  };
}
