import { RunwrightError, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';
import type { Upgrades } from '../views/accept-upgrades.ts';
import { openHop, type Relays } from '../views/relay-upgrade.ts';
import { createFrameSockets } from '../views/send-frames.ts';

const SessionPath = Type.Object({ browser_session_id: Type.String() });
const LiveQuery = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 500, description: 'Of `live_token`, in place of the key.' })),
});
interface Live {
  readonly Params: { readonly browser_session_id: string };
  readonly Querystring: { readonly token?: string };
}

/**
 * Registers the live view of browser sessions: a WebSocket that sends JPEG frames. When another process holds the browser, its
 * WebSocket is passed on.
 */
export function liveViewRoutes(
  app: FastifyInstance,
  engine: Engine,
  { upgrades, relays }: { readonly upgrades: Upgrades; readonly relays: Relays },
): void {
  const tags = ['browser sessions'];
  const sockets = createFrameSockets();
  app.addHook('onClose', async () => sockets.close());

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
        response: { ...errorResponses, 409: ErrorBody, 426: ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      const { browser_session_id: id } = request.params;
      const organizationId = organizationOf(request, id);
      const hop = await engine.browserSessions.hop(organizationId, id, 'live');
      if (!upgrades.has(request)) {
        return reply
          .code(426)
          .header('upgrade', 'websocket')
          .send({ detail: 'The live view is a WebSocket; connect with ws:// or wss://' });
      }
      if (hop !== null) {
        const opened = await openHop(hop, request.raw);
        const upgrade = upgrades.take(request, reply);
        if (upgrade) relays.join(upgrade, opened);
        return reply;
      }
      const ended = new AbortController();
      const frames = await engine.browserSessions.live(organizationId, id, { signal: ended.signal });
      const upgrade = upgrades.take(request, reply);
      if (upgrade) sockets.send(upgrade, frames, ended);
      return reply;
    },
  );

  function organizationOf(request: FastifyRequest<Live>, id: string): string {
    if (request.caller !== null) return request.caller.organizationId;
    const found = engine.browserSessions.verifyLiveToken(request.query.token ?? '', id);
    if (found === null) throw new RunwrightError('forbidden', 'Invalid credentials');
    return found;
  }
}
