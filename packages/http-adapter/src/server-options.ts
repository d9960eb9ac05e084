import type { FastifyServerOptions } from 'fastify';
import { loggedError } from './failure-log.ts';
import { requestId } from './headers.ts';
import { answerBrokenRequest, answerRefused } from './refused-request.ts';

/**
 * Settings that the adapter relies on, for `fastify({...serverOptions()})`: body limit, request ids, slashes, answers to what
 * is no request, and a log of failures. Another `logger` may take the place of this one, which writes lines of JSON.
 *
 * @param options `log`: what the lines are written to. Default: standard error
 */
export function serverOptions(
  options: { readonly log?: { write(line: string): unknown } } = {},
): FastifyServerOptions {
  const { log = process.stderr } = options;
  return {
    bodyLimit: 10 * 1024 * 1024,
    genReqId: (request) => requestId(request.headers),
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: true,
    frameworkErrors: answerRefused,
    clientErrorHandler: answerBrokenRequest,
    logger: {
      level: 'error',
      stream: { write: (line) => void log.write(line) },
      // Fastify logs some errors by itself, such as that of a stream that breaks off.
      serializers: {
        err: (error: unknown) => (error instanceof Error ? loggedError(error) : error) as never,
      },
    },
  };
}
