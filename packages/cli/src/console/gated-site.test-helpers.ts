import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A site with a page that changes its colour, and with requests that wait until the test lets them go on. */
export interface GatedSite {
  readonly url: string;
  /** Number of requests of `/gate` that wait. */
  waiting(): number;
  /** Answers them. */
  open(): void;
  /** Returns a block that opens an address, and one that waits at the gate. */
  blocksAt(url: string): readonly [object, object];
}

const moving = `<title>Moving</title><body><script>
  let isRed = false;
  setInterval(() => {
    isRed = !isRed;
    document.body.style.background = isRed ? '#c00000' : '#0000c0';
  }, 400);
</script>`;

/** Listens on loopback while the tests of a file run. */
export function gatedSiteOfTests(): GatedSite {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/gate') waiting.push(response);
    else response.setHeader('content-type', 'text/html').end(moving);
  });
  const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = (): void => {
    for (const response of waiting.splice(0)) response.end('{}');
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    open();
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return urlOf();
    },
    waiting: () => waiting.length,
    open,
    blocksAt: (url) => [
      { block_type: 'goto_url', label: 'open_page', url },
      { block_type: 'http_request', label: 'gate', method: 'GET', url: `${urlOf()}/gate`, timeout: 300 },
    ],
  };
}
