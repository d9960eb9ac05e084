import { type ApiKeyScope, apiKeyScopes, RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Authenticated caller. `apiKeyId` is null when the host provides its own authentication. */
export interface Caller {
  readonly organizationId: string;
  readonly apiKeyId: string | null;
  /** What the caller may do. */
  readonly scopes: readonly ApiKeyScope[];
}

/**
 * Custom authentication: returns the organization of a request, with all scopes or those that are named, or null to reject
 * it. An organization that was not created is rejected with 403, whose text says how to create it.
 */
export type Authenticate = (
  request: FastifyRequest,
) => Promise<string | Pick<Caller, 'organizationId' | 'scopes'> | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any route that needs a key runs. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** `none`: no key required. `optional`: the route decides. Default: a key is required. */
    readonly auth?: 'none' | 'optional';
    /** Scope that the route needs. Default: `read` for GET and HEAD, `run` for other methods. */
    readonly scope?: ApiKeyScope;
    /** Accepts the key as `Authorization: Bearer <key>` too. Default: only as `x-api-key`. */
    readonly bearer?: true;
  }
}

/** Creates the hook that authenticates `x-api-key` and checks its scope before the body is read. */
export function authenticationHook(engine: Engine, authenticate: Authenticate | undefined) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const { auth } = request.routeOptions.config;
    if (auth === 'none') return;
    request.caller = await callerOf(engine, request, authenticate);
    if (auth !== 'optional') callerFor(request);
  };
}

/** Returns the caller of a route that requires authentication. Throws `forbidden` without one, or without the route's scope. */
export function callerFor(request: FastifyRequest): Caller {
  if (request.caller === null) throw new RunwrightError('forbidden', 'Invalid credentials');
  const scope = requiredScope(request.method, request.routeOptions.config.scope);
  if (!request.caller.scopes.includes(scope)) {
    throw new RunwrightError(
      'forbidden',
      request.caller.apiKeyId === null
        ? `You lack the scope \`${scope}\`.`
        : `This API key lacks the scope \`${scope}\`. Use a key that has it.`,
    );
  }
  return request.caller;
}

/** Returns the scope that a route needs. */
export function requiredScope(method: string, scope: ApiKeyScope | undefined): ApiKeyScope {
  return scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'run');
}

async function callerOf(
  engine: Engine,
  request: FastifyRequest,
  authenticate: Authenticate | undefined,
): Promise<Caller | null> {
  if (authenticate) {
    const found = await authenticate(request);
    if (found === null) return null;
    const given = typeof found === 'string' ? { organizationId: found, scopes: apiKeyScopes } : found;
    if (!Array.isArray(given.scopes)) throw noScopes();
    await checkOrganization(engine, given.organizationId);
    return { ...given, apiKeyId: null };
  }
  const key = request.headers['x-api-key'] ?? bearerOf(request);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,512}$/.test(key)) return null;
  return await engine.keys.authenticate(key);
}

/** A typing error in the id that a host returns must not become a tenant that nobody created. */
async function checkOrganization({ organizations }: Engine, organizationId: string): Promise<void> {
  try {
    await organizations.get(organizationId);
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'not_found') throw error;
    throw new RunwrightError(
      'forbidden',
      `The organization \`${organizationId}\` of this request does not exist. The host has to create it first: \`engine.organizations.create({ name, organizationId })\`.`,
    );
  }
}

function noScopes(): RunwrightError {
  return new RunwrightError(
    'internal',
    'Cannot authenticate the request: `authenticate` returned an object without `scopes`. Return the id of the organization alone for all scopes, or `{ organizationId, scopes }`.',
  );
}

/** Returns the bearer token of a request whose route takes one. */
function bearerOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  if (!routeOptions.config.bearer) return undefined;
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
