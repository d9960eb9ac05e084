import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixturePages } from './pages.ts';

/** The pages that a browser driver is tested on, on loopback. */
export interface FixtureSite {
  /** Without a slash at the end. */
  readonly url: string;
  /** The same pages under another origin. */
  readonly elsewhere: string;
  /** A server that the policy of the suite refuses; a driver that is right never reaches it. */
  readonly forbidden: string;
  /** Paths that were asked of the forbidden server. */
  readonly trespasses: readonly string[];
  close(): Promise<void>;
}

/** Starts both servers on free ports. */
export async function fixtureSite(): Promise<FixtureSite> {
  const trespasses: string[] = [];
  const forbiddenServer = await listen('127.0.0.2', (request, response) => {
    trespasses.push(request.url ?? '');
    response.end('reached');
  });
  const forbidden = `http://127.0.0.2:${portOf(forbiddenServer)}`;
  let pages: Readonly<Record<string, string>> = {};
  const server = await listen('127.0.0.1', (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    answer(url, pages, forbidden, request, response);
  });
  const port = portOf(server);
  const elsewhere = `http://localhost:${port}`;
  pages = fixturePages(elsewhere);
  return {
    url: `http://127.0.0.1:${port}`,
    elsewhere,
    forbidden,
    trespasses,
    close: async () => {
      await Promise.all([stop(server), stop(forbiddenServer)]);
    },
  };
}

function answer(
  url: URL,
  pages: Readonly<Record<string, string>>,
  forbidden: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const found = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : undefined;
  if (found !== undefined) {
    send(response, 'text/html; charset=utf-8', found);
    return;
  }
  switch (url.pathname) {
    case '/delay':
      setTimeout(() => send(response, 'text/plain', 'it is late'), Number(url.searchParams.get('ms')));
      return;
    case '/echo':
      send(
        response,
        'text/html; charset=utf-8',
        `<title>Echo</title><h1>Received</h1><pre>${escaped(url.search)}</pre>`,
      );
      return;
    case '/headers':
      send(
        response,
        'text/html; charset=utf-8',
        `<title>Headers</title><pre>${escaped(
          Object.entries(request.headers)
            .map((header) => header.join(': '))
            .join('\n'),
        )}</pre>`,
      );
      return;
    case '/away':
      response.writeHead(302, { location: `${forbidden}/redirected` });
      response.end();
      return;
    case '/reaching':
      send(
        response,
        'text/html; charset=utf-8',
        `<title>Reaching</title><a href="${forbidden}/link">Leave</a><p id="out">trying</p><img src="${forbidden}/image"><iframe src="${forbidden}/frame"></iframe>
        <script>Promise.allSettled([fetch('${forbidden}/fetch', { mode: 'no-cors' }), new Promise((_, no) => { const w = new WebSocket('${forbidden.replace('http', 'ws')}/socket'); w.onclose = no; })])
        .then(() => { out.textContent = 'tried everything' })</script>`,
      );
      return;
    case '/file':
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="data.bin"',
      });
      response.end('0123456789');
      return;
    default:
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<title>Not found</title><h1>There is no such page</h1>');
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function listen(
  host: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(handle);
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  server.once('error', reject);
  server.listen(0, host, () => resolve(server));
  return promise;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function stop(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
