import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Authenticated caller. `apiKeyId` is null when the host provides its own authentication. */
export interface Caller {
  readonly organizationId: string;
  readonly apiKeyId: string | null;
}

/** Custom authentication: returns the organization of a request, or null to reject it. */
export type Authenticate = (request: FastifyRequest) => Promise<string | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any route that needs a key runs. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** `none`: no key required. `optional`: the route decides. Default: a key is required. */
    readonly auth?: 'none' | 'optional';
  }
}

/** Creates the hook that authenticates `x-api-key` before the body is read. */
export function authenticationHook(engine: Engine, authenticate: Authenticate | undefined) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const rule = request.routeOptions.config.auth;
    if (rule === 'none') return;
    request.caller = await callerOf(engine, request, authenticate);
    if (request.caller === null && rule !== 'optional') throw invalidCredentials();
  };
}

/** Returns the caller of a route that requires authentication. */
export function callerFor(request: FastifyRequest): Caller {
  if (request.caller === null) throw invalidCredentials();
  return request.caller;
}

async function callerOf(
  engine: Engine,
  request: FastifyRequest,
  authenticate: Authenticate | undefined,
): Promise<Caller | null> {
  if (authenticate) {
    const organizationId = await authenticate(request);
    return organizationId === null ? null : { organizationId, apiKeyId: null };
  }
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,512}$/.test(key)) return null;
  return await engine.keys.authenticate(key);
}

function invalidCredentials(): RunwrightError {
  return new RunwrightError('forbidden', 'Invalid credentials');
}
