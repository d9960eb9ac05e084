import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RunwrightError } from '@runwright/contract';
import type { KeyWatch, SessionHop } from '@runwright/core';
import type { Upgrade } from './accept-upgrades.ts';

/** Time to connect and to answer the request for a WebSocket. */
const answerMs = 10_000;
/** Characters of an error that are read. */
const longestError = 4096;
const keepAliveMs = 30_000;

/** Headers of a client that the two ends of a WebSocket agree with. */
const handshakeHeaders = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
];

/** A WebSocket at another address, whose answer nobody has read yet. */
export interface OpenHop {
  readonly response: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * Asks for a WebSocket at another address, with the handshake of a client. Throws `conflict` and `unavailable` with the reason that
 * is answered there, and `unavailable` when nobody answers. Redirects are not followed.
 */
export async function openHop(
  { url, authorization }: SessionHop,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Promise<OpenHop> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenHop>();
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
    agent: false,
    headers: {
      ...Object.fromEntries(
        handshakeHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
      ),
      connection: 'Upgrade',
      upgrade: 'websocket',
      authorization,
    },
  });
  request.setTimeout(answerMs, () => request.destroy(new Error(`no answer within ${answerMs / 1000} s`)));
  request.on('upgrade', (response, socket, head) => resolve({ response, socket, head }));
  request.on('response', (response) => {
    refusalOf(response).then(reject, (error: Error) => reject(noAnswer(error)));
  });
  request.on('error', (error) => reject(noAnswer(error)));
  request.end();
  return promise;
}

/** WebSockets that are passed on. */
export interface Relays {
  /**
   * Answers a client with what the other end has answered, and passes bytes on until one of them ends, or the key that opened it. Without
   * a key the process that asks has one.
   */
  join(client: Upgrade, hop: OpenHop, key?: KeyWatch): void;
  close(): void;
}

/** Creates the relays of a server. */
export function createRelays(): Relays {
  const open = new Set<Duplex>();
  return {
    join({ socket, head }, { response, socket: other, head: first }, key) {
      key?.ended.addEventListener('abort', () => socket.destroy(), { once: true });
      if (key) socket.once('close', () => key.stop());
      const lines = ['HTTP/1.1 101 Switching Protocols'];
      for (let index = 0; index < response.rawHeaders.length; index += 2)
        lines.push(`${response.rawHeaders[index]}: ${response.rawHeaders[index + 1]}`);
      for (const [one, opposite] of [
        [socket, other],
        [other, socket],
      ] as const) {
        open.add(one);
        keepOpen(one as Socket);
        one.on('error', () => one.destroy());
        one.on('close', () => {
          open.delete(one);
          opposite.destroy();
        });
      }
      if (socket.destroyed || key?.ended.aborted) {
        key?.stop();
        socket.destroy();
        return void other.destroy();
      }
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      other.write(head);
      socket.pipe(other);
      other.pipe(socket);
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** The ends of a WebSocket may say nothing for long. */
function keepOpen(socket: Socket): void {
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveMs);
}

/** Reads why no WebSocket was opened. */
async function refusalOf(response: IncomingMessage): Promise<RunwrightError> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    text += part;
    if (text.length > longestError) break;
  }
  const detail = detailOf(text) ?? `its worker answered with ${response.statusCode}.`;
  if (response.statusCode === 409) return new RunwrightError('conflict', detail);
  return unavailable(detail);
}

function detailOf(text: string): string | null {
  try {
    const { detail }: { readonly detail?: unknown } = JSON.parse(text);
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}

function noAnswer(cause: Error): RunwrightError {
  return unavailable(
    'Cannot reach the browser: the worker that holds it does not answer. Try again in a few seconds; if this goes on, check RUNWRIGHT_INTERNAL_URL of the workers.',
    cause,
  );
}

function unavailable(message: string, cause?: Error): RunwrightError {
  return new RunwrightError('unavailable', message, {
    retryable: true,
    details: { retry_after_seconds: 5 },
    ...(cause ? { cause } : {}),
  });
}
