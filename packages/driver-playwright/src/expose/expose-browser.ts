import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OpenOptions } from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { WebSocketServer } from 'ws';
import { readPageTarget } from '../frames/page-target.ts';
import { maxMessageBytes } from '../launch/message-limit.ts';
import type { SessionBrowser } from '../launch/session-browser.ts';
import type { EgressProxy } from '../network/egress-proxy.ts';
import { createOwnTargets } from './own-targets.ts';
import { type ClientBrowser, relayClient } from './relay-client.ts';

/** An address at which debug clients drive a browser. */
export interface ExposedBrowser {
  /** Such as `ws://127.0.0.1:40000/4gt…`. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Opens an address on loopback, with a random port and an unguessable token as its path, that passes allowed commands of the debug
 * protocol on to the pipe of a browser. Every request needs the token and the consent of `authorize`, and pages of the web have none.
 * `/json/version` below it says where the WebSocket is, for clients that ask there first.
 */
export async function exposeBrowser(
  browser: Pick<SessionBrowser, 'context' | 'pipe'>,
  proxy: Pick<EgressProxy, 'credentials'>,
  { authorize }: NonNullable<OpenOptions['expose']>,
): Promise<ExposedBrowser> {
  const clientBrowser = await openClientBrowser(browser, proxy.credentials);
  const token = `/${randomBytes(32).toString('base64url')}`;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (!(await isAllowed(request, `${token}/json/version`))) return void response.writeHead(403).end();
      const body = { Browser: 'Chrome', 'Protocol-Version': '1.3', webSocketDebuggerUrl: address() };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    answer().catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const join = async (): Promise<void> => {
      if (!(await isAllowed(request, token))) {
        return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      }
      sockets.handleUpgrade(request, socket, head, (client) => relayClient(client, clientBrowser));
    };
    join().catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = (): string => `ws://127.0.0.1:${port}${token}`;

  return {
    address: address(),
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.close();
      server.closeAllConnections();
    },
  };

  async function isAllowed({ url = '', headers }: IncomingMessage, wanted: string): Promise<boolean> {
    if (!isSame(url.replace(/[?#].*$/s, '').replace(/\/$/, ''), wanted) || headers.origin !== undefined)
      return false;
    return authorize(singleHeaders(headers));
  }
}

async function openClientBrowser(
  { context, pipe }: Pick<SessionBrowser, 'context' | 'pipe'>,
  { username, password }: EgressProxy['credentials'],
): Promise<ClientBrowser> {
  const root = await context.browser()?.newBrowserCDPSession();
  if (!root || !pipe) throw new Error('the browser has no pipe for debug clients');
  const targets = createOwnTargets(root, await contextIdOf(context));
  const proxyCredentials = Buffer.from(`${username}:${password}`).toString('base64');
  return { root, pipe, targets, proxyCredentials };
}

/** Returns the id of a context in the debug protocol. */
async function contextIdOf(context: BrowserContext): Promise<string> {
  const page = context.pages()[0] ?? (await context.newPage());
  const { browserContextId } = await readPageTarget(context, page);
  if (browserContextId === undefined) throw new Error('the browser does not name the context of a page');
  return browserContextId;
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function singleHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
