import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** A request that arrived. */
export interface Arrival {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

/** The server that runs call and webhooks are delivered to. */
export interface Receiver {
  /** Without a slash at the end. */
  readonly url: string;
  readonly host: string;
  /** POSTs of blocks, by the id in their bodies, oldest first. */
  readonly posts: readonly Arrival[];
  /** Webhooks by the id of the planned run. */
  readonly webhooks: readonly Arrival[];
  close(): Promise<void>;
}

/** Every fifth POST is answered after 2 to 4 s, and every one to `/post?slow`. */
const slowEvery = 5;

/** Starts a receiver on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const posts: Arrival[] = [];
  const webhooks: Arrival[] = [];
  const visits = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://receiver');
    const body = await text(request);
    const [, place, id = ''] = pathname.split('/');
    const at = Date.now();
    if (place === 'post') {
      posts.push({ id: String(JSON.parse(body).id), at });
      if (search === '?slow' || posts.length % slowEvery === 0) await delay(2000 + (posts.length % 3) * 1000);
    }
    if (place === 'webhook') webhooks.push({ id: decodeURIComponent(id), at });
    if (place === 'flaky') {
      const visit = (visits.get(id) ?? 0) + 1;
      visits.set(id, visit);
      response.statusCode = visit <= 2 ? 503 : 200;
    }
    if (place === 'page') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Chaos</title><h1>Orders</h1><p>There are 12 orders.</p>');
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  }

  const server = createServer((request, response) => {
    // A worker that was killed takes its request with it.
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url: `http://${host}`, host, posts, webhooks },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
