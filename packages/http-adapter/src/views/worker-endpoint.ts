import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { RunwrightError } from '@runwright/contract';
import type { Engine, SessionView } from '@runwright/core';
import { errorResponseFor } from '../error-response.ts';
import { requestPath } from '../request-path.ts';
import type { Upgrade } from './accept-upgrades.ts';
import { createRelays, openHop } from './relay-upgrade.ts';
import { createFrameSockets } from './send-frames.ts';

/** Where other processes of the service reach the browsers that this one holds. */
export interface WorkerEndpoint extends AsyncDisposable {
  readonly port: number;
}

const maxConnections = 1000;
const sessionPath = /^\/sessions\/([a-z]+_\d+)\/(live|debug)$/;

/**
 * Serves the live views and debug addresses of the browser sessions that an engine holds to other processes of the service. Each
 * request needs a token that an engine with the same master key has made for the session and the view. Throws the error of Node when
 * it cannot listen.
 *
 * @param options `host`: undefined for all interfaces; `port`: 0 for any
 */
export async function serveWorkerEndpoint(
  engine: Engine,
  { host, port }: { readonly host?: string; readonly port: number },
): Promise<WorkerEndpoint> {
  const frames = createFrameSockets();
  const relays = createRelays();
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: 'There is nothing here but WebSockets of other processes.' }));
  });
  server.maxConnections = maxConnections;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    serve({ request, socket, head }).catch((error: unknown) => refuse(socket, error));
  });
  server.listen({ port, ...(host === undefined ? {} : { host }) });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      frames.close();
      relays.close();
      server.close();
      server.closeAllConnections();
      for (const socket of open) socket.destroy();
    },
  };

  async function serve(upgrade: Upgrade): Promise<void> {
    const { url = '', headers } = upgrade.request;
    const [, id = '', name = ''] = sessionPath.exec(requestPath(url)) ?? [];
    const view = name as SessionView;
    const organizationId =
      id === '' ? null : engine.browserSessions.verifyHop(headers.authorization, id, view);
    if (organizationId === null) throw new RunwrightError('forbidden', 'Invalid credentials');
    const hop = await engine.browserSessions.hop(organizationId, id, view, { onlyHere: true });
    if (hop !== null) return relays.join(upgrade, await openHop(hop, upgrade.request));
    const ended = new AbortController();
    frames.send(
      upgrade,
      await engine.browserSessions.live(organizationId, id, { signal: ended.signal }),
      ended,
    );
  }
}

function refuse(socket: Duplex, error: unknown): void {
  const { status, body } = errorResponseFor(error) ?? { status: 500, body: { detail: 'Internal error' } };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} Refused`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      '',
      text,
    ].join('\r\n'),
  );
}
