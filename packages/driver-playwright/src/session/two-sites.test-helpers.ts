import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type BrowserDriver,
  type BrowserSession,
  type OpenOptions,
  RunwrightError,
} from '@runwright/contract';
import { afterAll, beforeAll } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

/** A request that a site has received, and its body. */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** Two sites of one server, and sessions whose secrets may go to one of them. */
export interface TwoSites {
  /** Origin of the site where secrets may go. */
  readonly own: string;
  /** Origin of the other site. */
  readonly foreign: string;
  /** Opens a session; `site`: where its secrets may go, default `own`. */
  open(options?: {
    readonly site?: string;
    readonly record?: OpenOptions['record'];
  }): Promise<BrowserSession>;
}

/**
 * Serves documents for all tests of a file.
 *
 * @param options `pages`: their HTML by path, on both sites; `secrets`: values by their placeholders; `answer`: is called for each request,
 * and returns true when it has answered; `openDriver`: default one whose sessions share a browser
 */
export function twoSites(options: {
  readonly pages: (sites: Pick<TwoSites, 'own' | 'foreign'>) => Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly answer?: (received: ReceivedRequest, response: ServerResponse) => boolean;
  readonly openDriver?: () => Promise<BrowserDriver>;
}): TwoSites {
  const { openDriver = drivers() } = options;
  let driver: BrowserDriver;
  let port = 0;
  const sites: TwoSites = {
    get own() {
      return `http://127.0.0.1:${port}`;
    },
    get foreign() {
      return `http://localhost:${port}`;
    },
    open: ({ site = sites.own, record } = {}) =>
      driver.open({
        egress: {
          check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
        },
        ...(record ? { record } : {}),
        reveal(text, origin) {
          if (!text.includes('{{secret.')) return text;
          if (origin !== site)
            throw new RunwrightError('secret_unavailable', `\`shop\` may not go to \`${origin}\`.`);
          return Object.entries(options.secrets).reduce(
            (revealed, [placeholder, value]) => revealed.replaceAll(placeholder, value),
            text,
          );
        },
        signal: new AbortController().signal,
      }),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const received = { request, body: Buffer.concat(parts).toString() };
    if (options.answer?.(received, response)) return;
    response.setHeader('content-type', 'text/html');
    const { pathname } = new URL(request.url ?? '/', sites.own);
    response.end(`<!doctype html><title>Page</title>${options.pages(sites)[pathname] ?? ''}`);
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
    driver = await openDriver();
  });
  afterAll(async () => {
    await driver?.close();
    server.closeAllConnections();
    server.close();
  });
  return sites;
}
