import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A few pages on loopback. */
export interface PageSite {
  /** Without a slash at the end. */
  readonly url: string;
  /** The same pages under another origin. */
  readonly elsewhere: string;
  /** Requests that have not been answered to their end. */
  open(): number;
  /** Shows bytes under a path from now on. */
  put(path: string, type: string, bytes: Uint8Array): void;
  close(): Promise<void>;
}

/** Answers what is no page. */
export type AnswerRest = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

/**
 * Serves pages, each the inside of a body, by their path.
 *
 * @param pagesAt makes the pages, told the other origin
 */
export async function pageSite(
  pagesAt: (elsewhere: string) => Readonly<Record<string, string>>,
  rest: AnswerRest = (_url, response) => response.writeHead(404).end(),
): Promise<PageSite> {
  const files = new Map<string, { readonly type: string; readonly bytes: Uint8Array }>();
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const url = new URL(request.url ?? '/', 'http://site');
    const file = files.get(url.pathname);
    if (!file) return rest(url, response, request);
    response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' });
    response.end(file.bytes);
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const elsewhere = `http://localhost:${port}`;
  const put: PageSite['put'] = (path, type, bytes) => void files.set(path, { type, bytes });
  for (const [path, body] of Object.entries(pagesAt(elsewhere))) {
    const head = `<!doctype html><meta charset="utf-8"><title>${path.slice(1)}</title><link rel="icon" href="data:,">`;
    put(path, 'text/html; charset=utf-8', Buffer.from(`${head}<body>${body}`));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    elsewhere,
    open: () => open.size,
    put,
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
