import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenOptions } from '@runwright/contract';
import { WebSocket, WebSocketServer } from 'ws';
import type { ProtocolMessage } from '../attach/connection.ts';
import { refuseCommand } from './refuse-command.ts';

/** Switch with which a browser opens a debug port of its own. */
export const debugPortFlag = '--remote-debugging-port=0';

/** An address at which debug clients drive a browser. */
export interface ExposedBrowser {
  /** Such as `ws://127.0.0.1:40000/4gt…`. */
  readonly address: string;
  close(): Promise<void>;
}

const portMs = 10_000;
const largestMessage = 512 * 1024 * 1024;

/**
 * Opens an address on loopback, with a random port and an unguessable token as its path, that passes the debug protocol on to a
 * browser which was started with `debugPortFlag`. Every request needs the token and the consent of `authorize`, and pages of the
 * web have none. `/json/version` below it says where the WebSocket is, for clients that ask there first.
 *
 * @param profile the user data folder of the browser
 */
export async function exposeBrowser(
  profile: string,
  { authorize }: NonNullable<OpenOptions['expose']>,
): Promise<ExposedBrowser> {
  const { port: debugPort, path: debugPath } = await debugPortOf(profile);
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
    maxPayload: largestMessage,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const join = async (): Promise<void> => {
      if (!(await isAllowed(request, token))) {
        return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      }
      sockets.handleUpgrade(request, socket, head, (client) => {
        relay(client, `ws://127.0.0.1:${debugPort}${debugPath}`);
      });
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

/** Passes messages on between a client and the browser until one of them ends. */
function relay(client: WebSocket, url: string): void {
  const browser = new WebSocket(url, { perMessageDeflate: false, maxPayload: largestMessage });
  const waiting: string[] = [];
  const end = (): void => {
    client.close();
    browser.close();
  };
  for (const side of [client, browser]) {
    side.on('error', () => side.terminate());
    side.on('close', end);
  }
  browser.on('open', () => {
    for (const text of waiting.splice(0)) browser.send(text);
  });
  browser.on('message', (data) => client.send(String(data)));
  client.on('message', (data) => {
    const text = String(data);
    const message = parse(text);
    if (message === null) return end();
    const answer = ownAnswer(message);
    if (answer !== null) client.send(JSON.stringify(answer));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
}

/** Returns our answer to a command that the browser does not get; null for one that it does. */
function ownAnswer(message: ProtocolMessage): ProtocolMessage | null {
  const { id, method, sessionId } = message;
  const place = { ...(id === undefined ? {} : { id }), ...(sessionId === undefined ? {} : { sessionId }) };
  // Clients set it as a matter of course; downloads stay with the session.
  if (method === 'Browser.setDownloadBehavior') return { ...place, result: {} };
  const reason = refuseCommand(message);
  return reason === null ? null : { ...place, error: { message: `Refused: ${reason}.` } };
}

function parse(text: string): ProtocolMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? message : null;
  } catch {
    return null;
  }
}

/** Reads the port and path that the browser has written into its profile. */
async function debugPortOf(profile: string): Promise<{ readonly port: number; readonly path: string }> {
  const giveUpAt = performance.now() + portMs;
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port = '', path = ''] = text.split('\n');
    if (path !== '') return { port: Number(port), path };
    if (performance.now() > giveUpAt) throw new Error('the browser has opened no debug port');
    await sleep(20);
  }
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
