import { type WebSocket, WebSocketServer } from 'ws';
import type { Upgrade } from './accept-upgrades.ts';

/** Bytes that may wait for a slow client; frames are left out meanwhile. */
const mostWaiting = 1024 * 1024;
/** A client that answers no ping for two of these is gone. Shorter than the idle limit of a connection. */
const pingMs = 30_000;

/** The live views that a server sends. */
export interface FrameSockets {
  /** Answers a request for a WebSocket and sends the frames, until one of them ends; `ended` is aborted then. */
  send(upgrade: Upgrade, frames: AsyncIterable<Uint8Array>, ended: AbortController): void;
  close(): void;
}

/** Creates the live views of a server. */
export function createFrameSockets(): FrameSockets {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1024 });
  return {
    send({ request, socket, head }, frames, ended) {
      sockets.handleUpgrade(request, socket, head, (client) => {
        void sendFrames(client, frames, ended);
      });
    },
    close() {
      for (const client of sockets.clients) client.terminate();
    },
  };
}

async function sendFrames(
  client: WebSocket,
  frames: AsyncIterable<Uint8Array>,
  ended: AbortController,
): Promise<void> {
  let isAlive = true;
  client.on('close', () => ended.abort());
  client.on('error', () => client.terminate());
  client.on('pong', () => {
    isAlive = true;
  });
  const pinging = setInterval(() => {
    if (!isAlive) return client.terminate();
    isAlive = false;
    client.ping();
  }, pingMs);
  try {
    for await (const frame of frames) {
      if (client.readyState !== client.OPEN) break;
      if (client.bufferedAmount <= mostWaiting) client.send(frame);
    }
    client.close(1000, 'the session has ended');
  } catch {
    client.close(1011, 'the live view has ended');
  } finally {
    clearInterval(pinging);
    ended.abort();
  }
}
