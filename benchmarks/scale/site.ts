import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that the blocks of a measurement call. */
export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  /** Host and port, as the egress policy allows them. */
  readonly host: string;
  close(): void;
}

const answer = JSON.stringify({
  items: Array.from({ length: 20 }, (_, id) => ({ id, name: `Item ${id}`, price: id * 10 })),
});
const rows = Array.from(
  { length: 40 },
  (_, n) =>
    `<tr><td>Order ${n}</td><td><input name="amount-${n}" value="${n}"><button>Save</button></td></tr>`,
).join('\n');
const page = `<!doctype html><title>Orders</title><h1>Orders</h1><table>${rows}</table>`;

/** Starts the server: `/get` is answered with 1 kB of JSON at once, `/page` is a page of 40 rows with fields and buttons. */
export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const isPage = request.url?.startsWith('/page') ?? false;
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    response.end(isPage ? page : answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
