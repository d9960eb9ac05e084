import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { errorResponseFor } from '../error-response.ts';
import { requestPath } from '../request-path.ts';
import type { Upgrade } from './accept-upgrades.ts';
import { createLiveSockets } from './live-sockets.ts';
import { createRelays, openHop } from './relay-upgrade.ts';

/** Where other processes of the service reach the browsers that this one holds. */
export interface WorkerEndpoint extends AsyncDisposable {
  readonly port: number;
}

const maxConnections = 1000;
const debugPath = /^\/sessions\/([a-z]+_\d+)\/debug$/;
const viewPath = /^\/views\/([a-z]+_\d+)\/(live|control)$/;

/**
 * Serves the live views and debug addresses of the browsers that an engine holds to other processes of the service. Each request needs
 * a token that an engine with the same master key has made for the run or session and the view. Throws the error of Node when it
 * cannot listen.
 *
 * @param options `host`: undefined for all interfaces; `port`: 0 for any
 */
export async function serveWorkerEndpoint(
  engine: Engine,
  { host, port }: { readonly host?: string; readonly port: number },
): Promise<WorkerEndpoint> {
  const views = createLiveSockets();
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
      views.close();
      relays.close();
      server.close();
      server.closeAllConnections();
      for (const socket of open) socket.destroy();
    },
  };

  async function serve(upgrade: Upgrade): Promise<void> {
    const { url = '', headers } = upgrade.request;
    const path = requestPath(url);
    const [, id = '', right = ''] = viewPath.exec(path) ?? [];
    if (id === '') return serveDebug(upgrade, debugPath.exec(path)?.[1] ?? '');
    const person = engine.liveViews.verifyHop(headers.authorization, id, right === 'control');
    if (person === null) throw new RunwrightError('forbidden', 'Invalid credentials');
    views.serve(upgrade, await engine.liveViews.open(id, person));
  }

  async function serveDebug(upgrade: Upgrade, id: string): Promise<void> {
    const { authorization } = upgrade.request.headers;
    const organizationId = id === '' ? null : engine.browserSessions.verifyDebugHop(authorization, id);
    if (organizationId === null) throw new RunwrightError('forbidden', 'Invalid credentials');
    const hop = await engine.browserSessions.debugHop(organizationId, id, { onlyHere: true });
    relays.join(upgrade, await openHop(hop, upgrade.request));
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
