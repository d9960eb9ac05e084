import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { filePages } from './file-pages.ts';
import { billPdf, onePagePdf } from './one-page-pdf.ts';

/** A server with files to bring and fields to give files to, on loopback. */
export interface FileSite {
  /** Without a slash at the end. */
  readonly url: string;
  /** Requests that were answered, as `GET /path cookies`. */
  readonly asked: readonly string[];
  /** Lets `/held` go on. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the server on a free port. */
export async function fileSite(): Promise<FileSite> {
  const asked: string[] = [];
  const held = new Set<ServerResponse>();
  let pages: Readonly<Record<string, string>> = {};
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`.trim());
    answer(request, response, pages, held);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const url = `http://127.0.0.1:${portOf(server)}`;
  pages = filePages(`http://localhost:${portOf(server)}`);
  return {
    url,
    asked,
    release() {
      for (const response of held) response.end('rest');
      held.clear();
    },
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pages: Readonly<Record<string, string>>,
  held: Set<ServerResponse>,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
  if (page !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(page);
    return;
  }
  const attachment = (name: string, type = 'application/octet-stream', more = {}): ServerResponse =>
    response.writeHead(200, { 'content-type': type, 'content-disposition': name, ...more });
  const file = (name: string): string => `attachment; filename="${name}"`;
  switch (pathname) {
    case '/data.csv':
      attachment(file('data.csv'), 'text/csv; charset=utf-8').end('a,b\n1,2\n');
      return;
    case '/member':
      if (!request.headers.cookie?.includes('member=yes')) response.writeHead(403).end('no');
      else attachment(file('member.txt'), 'text/plain').end('for members');
      return;
    case '/redirected':
      response.writeHead(302, { location: '/data.csv' }).end();
      return;
    case '/shown.txt':
      response.writeHead(200, { 'content-type': 'text/plain' }).end('shown, not saved');
      return;
    case '/invoice':
    case '/statement':
      response.writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${pathname.slice(1)}.pdf"`,
      });
      response.end(onePagePdf);
      return;
    case '/bill':
      // What another request for it brings is another document.
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(billPdf(request.method ?? ''));
      return;
    case '/odd':
      attachment(
        `attachment; filename*=UTF-8''${encodeURIComponent('../../etc/\u202Egpj.exe\u0007 übung.txt')}`,
      ).end('odd');
      return;
    case '/sized': {
      const bytes = Number(searchParams.get('bytes'));
      attachment(file(searchParams.get('name') ?? 'sized.bin'), undefined, { 'content-length': bytes });
      response.end(Buffer.alloc(bytes, searchParams.get('fill') ?? 'x'));
      return;
    }
    case '/endless':
      attachment(file('endless.bin'));
      pour(response);
      return;
    case '/held':
      attachment(file('held.zip'), 'application/zip', { 'content-length': 8 });
      response.write('some');
      held.add(response);
      return;
    case '/silent':
      attachment(file('silent.zip'), 'application/zip', { 'content-length': 8 });
      response.flushHeaders();
      return;
    case '/broken':
      attachment(file('broken.bin'), undefined, { 'content-length': 300_000 });
      response.write(Buffer.alloc(10_000));
      setTimeout(() => response.destroy(), 100);
      return;
    case '/locked':
      response.writeHead(401, { 'www-authenticate': 'Basic realm="vault"', 'content-type': 'text/html' });
      response.end('<title>Locked</title><h1>A name and a password are wanted</h1>');
      return;
    case '/around':
      response.writeHead(302, { location: `/around?${Number(searchParams.get('n') ?? 0) + 1}` }).end();
      return;
    default:
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>');
  }
}

/** Sends bytes as long as somebody takes them. */
function pour(response: ServerResponse): void {
  const more = (): void => {
    if (response.destroyed) return;
    if (response.write(Buffer.alloc(65_536))) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
