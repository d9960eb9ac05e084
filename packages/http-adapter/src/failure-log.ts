import { RunwrightError } from '@runwright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Error for the log, in which keys, signatures and passwords of a known form are masked. */
export interface LoggedError {
  readonly type: string;
  /** The `code` of a `RunwrightError` or of a system's error. */
  readonly code?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Thrown value; null when there is none. */
    failure: unknown;
  }
}

/** Logs every response with status 500 or higher, with method, route and error. */
export function logFailures(app: FastifyInstance): void {
  app.decorateRequest('failure', null);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 500) return;
    // A response to a disconnected client is no failure of the service.
    if (RunwrightError.is(request.failure) && request.failure.code === 'canceled') return;
    logFailure(request, reply.statusCode, request.failure, 'A request failed');
  });
}

/** Logs one failure. The route is named by its pattern, because addresses may hold signatures. */
export function logFailure(request: FastifyRequest, status: number, error: unknown, message: string): void {
  const key = request.headers['x-api-key'];
  const known = typeof key === 'string' && key !== '' ? [key] : [];
  const route = request.routeOptions.url ?? 'none';
  const { method } = request;
  request.log.error(
    { method, route, status, err: error === null ? null : loggedError(error, known) },
    message,
  );
}

/**
 * Returns the members of an error to log. API keys, signatures, passwords in addresses and authorization headers are masked,
 * and so is every text of `known`. Members such as `details` are left out: they may hold anything.
 */
export function loggedError(error: unknown, known: readonly string[] = [], depth = 0): LoggedError {
  const hide = (text: string) => masked(text, known);
  if (!(error instanceof Error)) return { type: typeof error, message: hide(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause =
    error.cause === undefined || depth >= 5 ? {} : { cause: loggedError(error.cause, known, depth + 1) };
  return {
    type: error.name,
    ...code,
    message: hide(error.message),
    ...(error.stack === undefined ? {} : { stack: hide(error.stack) }),
    ...cause,
  };
}

const forms: readonly (readonly [RegExp, string])[] = [
  [/\brw_[\w-]{8,}/g, 'rw_*****'],
  [/\/\/[^\s/]+@/g, '//*****@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 *****'],
  [/([?&](?:sig|signature|token|access_token|key|api_key|apikey|password|secret)=)[^&\s"'`]+/gi, '$1*****'],
  [
    /("(?:password|secret|token|api_key|apiKey|totp|authorization|x-api-key)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
    '$1"*****"',
  ],
];

function masked(text: string, known: readonly string[]): string {
  const shown = known.reduce((left, secret) => left.replaceAll(secret, '*****'), text);
  return forms.reduce((left, [form, mask]) => left.replace(form, mask), shown);
}
