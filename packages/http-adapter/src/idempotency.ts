import { type IdempotentAnswer, type Json, RunwrightError } from '@runwright/contract';
import {
  type Engine,
  hashValues,
  type IdempotencyReservation,
  type StartedRun,
  type StartIdempotency,
} from '@runwright/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerFor } from './authentication.ts';
import { RequestProblems } from './error-response.ts';
import { isIdempotentRoute, routeOf } from './idempotent-routes.ts';
import { readUpload } from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The idempotency key that this request holds; null when it has none, or when its answer is stored. */
    idempotency: IdempotencyReservation | null;
  }
}

/** Longest form that is read to compare it with an earlier one. */
const mostFormBytes = 100 * 1024 * 1024;

/**
 * Honours `Idempotency-Key` on the routes that create something: a request that has succeeded is answered again without
 * being executed again. Call it before the routes are registered, after `addAgentRoutes`.
 */
export function honorIdempotencyKeys(app: FastifyInstance, engine: Engine): void {
  app.decorateRequest('idempotency', null);

  app.addHook('preHandler', async (request, reply) => {
    const place = placeOf(request);
    if (place === null) return;
    const isForm = request.isMultipart();
    const requestHash = isForm ? null : hashOf(request, request.body);
    const outcome = await engine.idempotency.begin({ ...place, requestHash });
    if (outcome.type === 'reserved') {
      request.idempotency = outcome.reservation;
      return;
    }
    if (outcome.type === 'in_progress') throw inProgress(outcome.requestHash, requestHash);
    const hash = requestHash ?? hashOf(request, await hashForm(request));
    if (hash !== outcome.requestHash) throw otherRequest();
    return replay(reply, outcome.answer);
  });

  // Before hooks of routes, so that an answer is stored as the target of an alias gives it.
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { idempotency } = request;
    if (!idempotency?.isOpen || reply.statusCode >= 300) return payload;
    const answer = { status: reply.statusCode, body: payload as Json };
    await idempotency.complete(answer, hashOf(request, request.uploadHash ?? request.body));
    return payload;
  });

  app.addHook('onSend', async (request, _reply, payload) => {
    // Without a store, the key is free when its lease is over.
    await request.idempotency?.release().catch(() => undefined);
    return payload;
  });
}

/** Returns what stores the answer to a start together with its run; nothing for a request without a key. */
export function startIdempotency(
  request: FastifyRequest,
  record: (run: StartedRun) => unknown,
): { readonly idempotency?: StartIdempotency } {
  const { idempotency: reservation } = request;
  if (reservation === null) return {};
  return { idempotency: { reservation, answer: (run) => ({ status: 200, body: record(run) as Json }) } };
}

function placeOf(request: FastifyRequest) {
  const key = request.headers['idempotency-key'];
  const name = routeOf(request);
  if (key === undefined || !isIdempotentRoute(name)) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    const message = 'Value error, it has to have 1 to 255 printable ASCII characters';
    throw new RequestProblems('header', [{ path: ['idempotency-key'], message, type: 'value_error' }]);
  }
  return { organizationId: callerFor(request).organizationId, ...name, key };
}

function hashOf({ params, query }: FastifyRequest, body: unknown): string {
  return hashValues([params ?? {}, query ?? {}, body ?? {}]);
}

/** Reads a form to its end and keeps nothing of it. */
async function hashForm(request: FastifyRequest): Promise<string | null> {
  await readUpload(request, mostFormBytes, async ({ content }) => {
    for await (const _part of content);
  });
  return request.uploadHash;
}

function replay(reply: FastifyReply, { status, body }: IdempotentAnswer): FastifyReply {
  return reply.code(status).header('idempotent-replayed', 'true').send(body);
}

function inProgress(earlier: string | null, hash: string | null): RunwrightError {
  if (earlier !== null && hash !== null && earlier !== hash) return otherRequest();
  return new RunwrightError(
    'conflict',
    'A request with this Idempotency-Key is in progress. Wait for its answer, then try again.',
    { retryable: true, details: { retry_after_seconds: 1 } },
  );
}

function otherRequest(): RunwrightError {
  return new RunwrightError('conflict', 'Idempotency-Key was already used with a different request');
}
