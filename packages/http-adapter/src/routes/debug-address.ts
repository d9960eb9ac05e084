import { RunwrightError, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { debugRoute } from '../http-urls.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';
import type { Upgrades } from '../views/accept-upgrades.ts';
import { openHop, type Relays } from '../views/relay-upgrade.ts';

const SessionPath = Type.Object({ browser_session_id: Type.String() });
interface Path {
  readonly Params: { readonly browser_session_id: string };
}

/**
 * Registers the address for debug clients of browser sessions: a WebSocket that is passed on to the browser, whichever process holds
 * it. Who drives a browser acts, so the scope is `run`.
 */
export function debugAddressRoutes(
  app: FastifyInstance,
  engine: Engine,
  { upgrades, relays }: { readonly upgrades: Upgrades; readonly relays: Relays },
): void {
  const tags = ['browser sessions'];
  const response = { ...errorResponses, 409: ErrorBody, 503: ErrorBody };

  app.get<Path>(
    debugRoute,
    {
      config: { scope: 'run' },
      schema: {
        tags,
        operationId: 'debugBrowserSession',
        summary: 'Drive a browser session: a WebSocket of the Chrome DevTools Protocol',
        params: SessionPath,
        response: { ...response, 426: ErrorBody },
      },
    },
    async (request, reply) => {
      const hop = await hopOf(request);
      if (!upgrades.has(request)) {
        return reply
          .code(426)
          .header('upgrade', 'websocket')
          .send({ detail: 'The debug address is a WebSocket; connect with ws:// or wss://' });
      }
      const opened = await openHop(hop, request.raw);
      const upgrade = upgrades.take(request, reply);
      if (upgrade) relays.join(upgrade, opened, engine.keys.watch(callerFor(request), ['run']));
      else opened.socket.destroy();
      return reply;
    },
  );

  app.get<Path>(
    `${debugRoute}/json/version`,
    {
      config: { scope: 'run' },
      schema: {
        tags,
        operationId: 'getDebugVersion',
        summary: 'Get the WebSocket of a debug address, for clients that ask here first',
        params: SessionPath,
        response: {
          200: Type.Object({
            Browser: Type.String(),
            'Protocol-Version': Type.String(),
            webSocketDebuggerUrl: Type.Union([Type.String(), Type.Null()]),
          }),
          ...response,
        },
      },
    },
    async (request) => {
      await hopOf(request);
      const { organizationId } = callerFor(request);
      const { session } = await engine.browserSessions.get(organizationId, request.params.browser_session_id);
      return {
        Browser: 'Chrome',
        'Protocol-Version': '1.3',
        webSocketDebuggerUrl: engine.links.browserAddress(session),
      };
    },
  );

  async function hopOf(request: FastifyRequest<Path>) {
    const { organizationId } = callerFor(request);
    if (request.headers.origin !== undefined)
      throw new RunwrightError(
        'forbidden',
        'Pages of the web may not use a debug address. Connect from a program that sends no `Origin` header.',
      );
    return engine.browserSessions.debugHop(organizationId, request.params.browser_session_id);
  }
}
