import { randomBytes } from 'node:crypto';
import { RunwrightError, Type } from '@runwright/contract';
import type { Engine, LivePerson, SessionHop } from '@runwright/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';
import type { Upgrades } from '../views/accept-upgrades.ts';
import { offeredToken } from '../views/live-protocol.ts';
import { createLiveSockets } from '../views/live-sockets.ts';
import { openHop, type Relays } from '../views/relay-upgrade.ts';

const LiveQuery = Type.Object({
  token: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Of `live_token`, in place of the key. Web pages offer it as the subprotocol `runwright.token.<token>` beside `runwright.live`, which keeps it out of addresses.',
    }),
  ),
});
const TokenBody = Type.Object({
  control: Type.Optional(
    Type.Boolean({
      description:
        'The token may also be used to take control of the browser; the key needs the scope `run`. Default false.',
    }),
  ),
});
const tokenResponses = {
  200: Type.Object({
    token: Type.String(),
    expires_at: Type.String({ format: 'date-time' }),
    control: Type.Boolean(),
    unavailable_reason: Type.Union([Type.String(), Type.Null()], {
      description:
        'Why no WebSocket would open now, such as that there is no browser yet; null when one would.',
    }),
  }),
  ...errorResponses,
};
const liveResponses = { ...errorResponses, 409: ErrorBody, 426: ErrorBody, 503: ErrorBody };
/** The handshake of a request that only asks whether a WebSocket would open. */
const probeHeaders = () => ({
  'sec-websocket-key': randomBytes(16).toString('base64'),
  'sec-websocket-version': '13',
});

interface Token {
  readonly Params: Readonly<Record<string, string>>;
  readonly Body: { readonly control?: boolean };
}
interface Live {
  readonly Params: Readonly<Record<string, string>>;
  readonly Querystring: { readonly token?: string };
}

/** The two resources whose browser people watch. */
const resources = [
  {
    ...{ path: '/v1/runs/:run_id', parameter: 'run_id', tags: ['runs'], text: 'run' },
    ...{ tokenOperation: 'createRunLiveToken', liveOperation: 'watchRun' },
  },
  {
    ...{ path: '/v1/browser_sessions/:browser_session_id', parameter: 'browser_session_id' },
    ...{ tags: ['browser sessions'], text: 'browser session' },
    ...{ tokenOperation: 'createLiveToken', liveOperation: 'watchBrowserSession' },
  },
] as const;

/**
 * Registers the live views of runs and browser sessions: a WebSocket that sends JPEG frames and takes the input of a person. When
 * another process holds the browser, its WebSocket is passed on.
 *
 * @param options `isOwn`: whether a request comes from a page that may use the API, or from no page
 */
export function liveViewRoutes(
  app: FastifyInstance,
  engine: Engine,
  {
    upgrades,
    relays,
    isOwn,
  }: {
    readonly upgrades: Upgrades;
    readonly relays: Relays;
    readonly isOwn: (request: FastifyRequest) => boolean;
  },
): void {
  const sockets = createLiveSockets();
  // Before the connections are cut.
  app.addHook('preClose', async () => sockets.close());

  for (const { path, parameter, tags, text, tokenOperation, liveOperation } of resources) {
    const params = Type.Object({ [parameter]: Type.String() });

    app.post<Token>(
      `${path}/live_token`,
      {
        config: { scope: 'read' },
        preValidation: async (request) => {
          request.body ??= {};
        },
        schema: {
          tags: [...tags],
          operationId: tokenOperation,
          summary: `Create a token that opens the live view of this ${text} for 60 s`,
          params,
          body: TokenBody,
          response: tokenResponses,
        },
      },
      async (request) => {
        const person = personFor(request);
        const { control = false } = request.body;
        if (control && !person.mayControl)
          throw new RunwrightError(
            'forbidden',
            'Cannot create a token for control: this key lacks the scope `run`. Use a key that has it, or ask for a token without `control`.',
          );
        const { token, expiresAt } = await engine.liveViews.createToken(request.params[parameter] ?? '', {
          ...person,
          mayControl: control,
        });
        return {
          ...{ token, expires_at: new Date(expiresAt).toISOString(), control },
          unavailable_reason: await unavailableReason(request.params[parameter] ?? '', person),
        };
      },
    );

    app.get<Live>(
      `${path}/live`,
      {
        config: { auth: 'optional' },
        schema: {
          tags: [...tags],
          operationId: liveOperation,
          summary: `Watch the browser of a ${text} and take control of it: a WebSocket`,
          params,
          querystring: LiveQuery,
          response: liveResponses,
        },
      },
      async (request, reply) => {
        const id = request.params[parameter] ?? '';
        const person = watcherOf(request, id);
        const hop = await engine.liveViews.hop(id, person);
        return hop === null ? serve(request, reply, { id, person }) : pass(request, reply, { hop, person });
      },
    );
  }

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, person }: { readonly id: string; readonly person: LivePerson },
  ): Promise<FastifyReply> {
    const view = await engine.liveViews.open(id, person);
    const upgrade = upgrades.take(request, reply);
    if (upgrade) {
      sockets.serve(upgrade, view);
      return reply;
    }
    view.leave();
    return upgradeRequired(reply);
  }

  /** Why `serve` and `pass` would open no WebSocket now; null when they would. */
  async function unavailableReason(id: string, person: LivePerson): Promise<string | null> {
    try {
      const hop = await engine.liveViews.hop(id, person);
      // A browser of this process is not opened for the question: its pictures would begin, end and begin again.
      if (hop !== null) (await openHop(hop, { headers: probeHeaders() })).socket.destroy();
      return null;
    } catch (error) {
      if (!RunwrightError.is(error) || !['conflict', 'unavailable'].includes(error.code)) throw error;
      return error.message;
    }
  }

  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    { hop, person }: { readonly hop: SessionHop; readonly person: LivePerson },
  ): Promise<FastifyReply> {
    if (!upgrades.has(request)) {
      const probe = await openHop(hop, { headers: probeHeaders() });
      probe.socket.destroy();
      return upgradeRequired(reply);
    }
    const opened = await openHop(hop, request.raw);
    const upgrade = upgrades.take(request, reply);
    // The worker follows the key too, and hands control back.
    if (upgrade)
      relays.join(upgrade, opened, engine.keys.watch(person, person.mayControl ? ['read', 'run'] : ['read']));
    else opened.socket.destroy();
    return reply;
  }

  /** Who is named by a token or a key. A page of another site needs a token, whatever a browser sends with its request. */
  function watcherOf(request: FastifyRequest<Live>, id: string): LivePerson {
    const token = request.query.token ?? offeredToken(request.headers['sec-websocket-protocol']);
    if (token !== undefined || request.caller === null) {
      const person = engine.liveViews.verifyToken(token ?? '', id);
      if (person === null) throw new RunwrightError('forbidden', 'Invalid credentials');
      return person;
    }
    if (!isOwn(request))
      throw new RunwrightError(
        'forbidden',
        'Pages of other sites may not watch a browser with the credentials of the user. Ask for a token on a server, and connect with it.',
      );
    return personFor(request);
  }
}

function personFor(request: FastifyRequest): LivePerson {
  const { organizationId, apiKeyId, scopes } = callerFor(request);
  return { organizationId, apiKeyId, mayControl: scopes.includes('run') };
}

function upgradeRequired(reply: FastifyReply): FastifyReply {
  return reply
    .code(426)
    .header('upgrade', 'websocket')
    .send({ detail: 'The live view is a WebSocket; connect with ws:// or wss://' });
}
