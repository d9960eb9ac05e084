import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who calls. `apiKeyId` is null when the host authenticates in its own way. */
export interface Caller {
  readonly organizationId: string;
  readonly apiKeyId: string | null;
}

/** A host's own authentication: the organization of a request, or null to refuse it. */
export type Authenticate = (request: FastifyRequest) => Promise<string | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any route that needs a key runs. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** `none`: no key needed. `optional`: the route judges by itself. Default: a key is needed. */
    readonly auth?: 'none' | 'optional';
  }
}

/** The hook that turns `x-api-key` into a caller, before the body is read. */
export function authenticationHook(engine: Engine, authenticate: Authenticate | undefined) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const rule = request.routeOptions.config.auth;
    if (rule === 'none') return;
    request.caller = await callerOf(engine, request, authenticate);
    if (request.caller === null && rule !== 'optional') throw invalidCredentials();
  };
}

/** The caller of a route that needs one. */
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
