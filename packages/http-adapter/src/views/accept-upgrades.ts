import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { belowPrefix, requestPath } from '../request-path.ts';

/** The connection of a client that asked for a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Requests for WebSockets that have not been answered. */
export interface Upgrades {
  /** Tests whether a request asks for a WebSocket. */
  has(request: FastifyRequest): boolean;
  /** Takes over the connection of a request, which Fastify answers no more; null when it asks for no WebSocket. */
  take(request: FastifyRequest, reply: FastifyReply): Upgrade | null;
}

/**
 * Passes requests for WebSockets to the routes of an app. They are routes like any other until they take the connection: hosts,
 * origins and keys are checked, and errors are plain answers.
 *
 * @param paths below the prefix of the app; under a prefix the other paths are the host's, with WebSockets of its own
 */
export function acceptUpgrades(app: FastifyInstance, paths: RegExp): Upgrades {
  const upgrades = new WeakMap<object, Upgrade>();
  // The server knows them no more, and a client that keeps its end open would hold up the close.
  const open = new Set<Duplex>();
  app.addHook('onClose', async () => {
    for (const socket of open) socket.destroy();
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (app.prefix !== '' && !paths.test(belowPrefix(requestPath(request.url ?? ''), app.prefix))) return;
    upgrades.set(request, { request, socket, head });
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    try {
      response.assignSocket(socket as never);
    } catch {
      // The client sent it behind a request that is not answered yet, whose answer has the socket.
      socket.destroy();
      return;
    }
    response.on('finish', () => {
      // An answer that is no upgrade ends the connection: nobody reads further requests from it.
      response.detachSocket(socket as never);
      socket.end();
    });
    app.routing(request, response);
  });
  return {
    has: (request) => upgrades.has(request.raw),
    take(request, reply) {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade) return null;
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket as never);
      return upgrade;
    },
  };
}
