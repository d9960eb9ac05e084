import { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RunwrightError, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { callerFor } from '../authentication.ts';
import { belowPrefix, requestPath } from '../request-path.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const SessionPath = Type.Object({ browser_session_id: Type.String() });
const LiveQuery = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 500, description: 'Of `live_token`, in place of the key.' })),
});
const livePath = /^\/v1\/browser_sessions\/[^/]+\/live\/?$/;
interface Live {
  readonly Params: { readonly browser_session_id: string };
  readonly Querystring: { readonly token?: string };
}

/** Bytes that may wait for a slow client; frames are left out meanwhile. */
const mostWaiting = 1024 * 1024;
/** A client that answers no ping for two of these is gone. Shorter than the idle limit of a connection. */
const pingMs = 30_000;

/**
 * Registers the live view of browser sessions: a WebSocket that sends JPEG frames. It is a route like any other until it is
 * upgraded: hosts, origins and keys are checked, and errors are plain answers.
 */
export function liveViewRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['browser sessions'];
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1024 });
  const upgrades = new WeakMap<object, { readonly socket: Duplex; readonly head: Buffer }>();

  app.server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    // Under a prefix the other paths are the host's, with WebSockets of its own.
    if (app.prefix !== '' && !livePath.test(belowPrefix(requestPath(request.url ?? ''), app.prefix))) return;
    upgrades.set(request, { socket, head });
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    response.on('finish', () => {
      // An answer that is no upgrade ends the connection: nobody reads further requests from it.
      response.detachSocket(socket as never);
      socket.end();
    });
    app.routing(request, response);
  });
  app.addHook('onClose', async () => {
    for (const client of sockets.clients) client.terminate();
  });

  app.post<Pick<Live, 'Params'>>(
    '/v1/browser_sessions/:browser_session_id/live_token',
    {
      schema: {
        tags,
        operationId: 'createLiveToken',
        summary: 'Create a token that opens the live view of this session for 60 s',
        params: SessionPath,
        response: {
          200: Type.Object({ token: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { browser_session_id: id } = request.params;
      const { token, expiresAt } = await engine.browserSessions.liveToken(organizationId, id);
      return { token, expires_at: new Date(expiresAt).toISOString() };
    },
  );

  app.get<Live>(
    '/v1/browser_sessions/:browser_session_id/live',
    {
      config: { auth: 'optional' },
      schema: {
        tags,
        operationId: 'watchBrowserSession',
        summary: 'Watch a browser session: a WebSocket that sends JPEG frames',
        params: SessionPath,
        querystring: LiveQuery,
        response: { ...errorResponses, 409: ErrorBody, 426: ErrorBody },
      },
    },
    async (request, reply) => {
      const { browser_session_id: id } = request.params;
      const organizationId = organizationOf(request, id);
      const upgrade = upgrades.get(request.raw);
      const ended = new AbortController();
      const frames = await engine.browserSessions.live(organizationId, id, { signal: ended.signal });
      if (!upgrade) {
        ended.abort();
        return reply
          .code(426)
          .header('upgrade', 'websocket')
          .send({ detail: 'The live view is a WebSocket; connect with ws:// or wss://' });
      }
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket as never);
      sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (client) => {
        void sendFrames(client, frames, ended);
      });
    },
  );

  function organizationOf(request: FastifyRequest<Live>, id: string): string {
    if (request.caller !== null) return request.caller.organizationId;
    const found = engine.browserSessions.verifyLiveToken(request.query.token ?? '', id);
    if (found === null) throw new RunwrightError('forbidden', 'Invalid credentials');
    return found;
  }
}

async function sendFrames(
  client: WebSocket,
  frames: AsyncIterable<Uint8Array>,
  ended: AbortController,
): Promise<void> {
  let isAlive = true;
  client.on('close', () => ended.abort());
  client.on('error', () => client.terminate());
  client.on('pong', () => {
    isAlive = true;
  });
  const pinging = setInterval(() => {
    if (!isAlive) return client.terminate();
    isAlive = false;
    client.ping();
  }, pingMs);
  try {
    for await (const frame of frames) {
      if (client.readyState !== client.OPEN) break;
      if (client.bufferedAmount <= mostWaiting) client.send(frame);
    }
    client.close(1000, 'the session has ended');
  } catch {
    client.close(1011, 'the live view has ended');
  } finally {
    clearInterval(pinging);
    ended.abort();
  }
}
