import type { Server } from 'node:http';
import { type FastifyHttpOptions, LogController } from 'fastify';
import { requestId } from './common-headers.ts';
import { loggedError } from './failure-log.ts';
import { rejectBrokenRequest, rejectRequest } from './reject-request.ts';

/** Time limits of a connection. */
export interface ConnectionLimits {
  /** From the opening of a connection to the end of the headers of a request; then 408. Default 20,000 ms. */
  readonly headersMs: number;
  /** From the first byte of a request to the last one of its body; then 408. Default 300,000 ms. */
  readonly requestMs: number;
  /**
   * A connection over which nothing is sent in either direction for this long is closed. An answer that takes longer to
   * begin needs a higher one; a stream of events is kept by its comments. Default 120,000 ms.
   */
  readonly idleMs: number;
}

/** Default limits. */
export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 120_000,
};

/**
 * Settings that the adapter relies on, for `fastify({...serverOptions()})`: body limit, request ids, slashes, answers to what
 * is no request, limits of connections, and a log of failures. Another `logger` may take the place of this one, which
 * writes lines of JSON.
 *
 * @param options `log`: what the lines are written to, by default standard error; `logLevel`: `info` adds a line for each
 *   request, default `warn`
 */
export function serverOptions(
  options: {
    readonly log?: { write(line: string): unknown };
    readonly logLevel?: 'info' | 'warn' | 'error';
    readonly connections?: Partial<ConnectionLimits>;
  } = {},
): FastifyHttpOptions<Server> {
  const { log = process.stderr, logLevel = 'warn' } = options;
  const { headersMs, requestMs, idleMs } = { ...defaultConnectionLimits, ...options.connections };
  return {
    bodyLimit: 10 * 1024 * 1024,
    genReqId: (request) => requestId(request.headers),
    routerOptions: { ignoreTrailingSlash: true },
    // `rejectWhileClosing` answers in the API's error format.
    return503OnClosing: false,
    forceCloseConnections: true,
    // Each has a line of its own, see `logRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: rejectRequest,
    clientErrorHandler: rejectBrokenRequest,
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: Math.min(idleMs, 72_000),
    // Node looks at its connections at intervals, so a limit is kept with a delay of up to a quarter of the shorter one.
    http: {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.max(1, Math.floor(Math.min(headersMs, requestMs) / 4)),
    },
    logger: {
      level: logLevel,
      stream: { write: (line) => void log.write(line) },
      // Fastify logs some errors by itself, such as that of a stream that breaks off.
      serializers: {
        err: (error: unknown) => (error instanceof Error ? loggedError(error) : error) as never,
      },
    },
  };
}
