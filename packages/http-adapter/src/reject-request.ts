import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonHeaders } from './common-headers.ts';

/** Responds to a request that is rejected before routing, in the API's error format. */
export function rejectRequest(
  error: { readonly statusCode?: number | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  reply
    .code(status)
    .headers({ ...commonHeaders, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ detail: defaultDetail(status) }));
}

/** Responds with 417 to an `Expect` other than `100-continue`, which Node would answer without a body. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ detail: defaultDetail(417) });
  response
    .writeHead(417, {
      ...commonHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}

/** Responds to a malformed or timed-out request or one with too large headers, and closes the connection. */
export function rejectBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOfBrokenRequest(error.code);
  const body = JSON.stringify({ detail: defaultDetail(status) });
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** Returns the default `detail` text of a status. */
export function defaultDetail(status: number): string {
  const words = STATUS_CODES[status] ?? 'Bad Request';
  return status === 404 || status === 405 ? words : `${words.charAt(0)}${words.slice(1).toLowerCase()}`;
}

function statusOfBrokenRequest(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}
