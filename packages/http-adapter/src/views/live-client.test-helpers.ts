import { once } from 'node:events';
import type { Json } from '@runwright/contract';
import { expect } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

/** A message of a live view. */
export type LiveMessage = { readonly type: string } & Readonly<Record<string, Json>>;

/** A client of a live view that keeps what it is sent. */
export interface LiveClient {
  readonly socket: WebSocket;
  /** All text messages so far. */
  readonly messages: readonly LiveMessage[];
  /** All frames so far. */
  readonly frames: readonly Buffer[];
  send(message: object | string): void;
  /** Waits for a text message with these members, among those that came since the last call of it for the same type. */
  next(type: string, members?: object): Promise<LiveMessage>;
  /** The state as it was told last. */
  state(): LiveMessage | undefined;
  /** Waits for the end; returns its code. */
  closed: Promise<number>;
}

/** Connects to a live view. */
export function liveClient(
  url: string,
  options: ClientOptions = {},
  protocols: readonly string[] = [],
): LiveClient {
  const socket = new WebSocket(url, [...protocols], options);
  const messages: LiveMessage[] = [];
  const frames: Buffer[] = [];
  const taken = new Map<string, number>();
  socket.on('message', (data, isBinary) => {
    if (isBinary) frames.push(data as Buffer);
    else messages.push(JSON.parse(String(data)));
  });
  const closed = Promise.withResolvers<number>();
  socket.on('close', (code) => closed.resolve(code));
  return {
    socket,
    messages,
    frames,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next(type, members = {}) {
      const found = (): number =>
        messages.findIndex(
          (message, index) =>
            index >= (taken.get(type) ?? 0) &&
            message.type === type &&
            Object.entries(members).every(
              ([name, value]) => JSON.stringify(message[name]) === JSON.stringify(value),
            ),
        );
      await expect.poll(found, { message: `a message ${type}`, interval: 20 }).toBeGreaterThanOrEqual(0);
      const index = found();
      taken.set(type, index + 1);
      return messages[index] as LiveMessage;
    },
    state: () => messages.findLast(({ type }) => type === 'state'),
    closed: closed.promise,
  };
}

/** Connects and waits until the connection is open. */
export async function openLiveClient(url: string, options: ClientOptions = {}): Promise<LiveClient> {
  const client = liveClient(url, options);
  await once(client.socket, 'open');
  return client;
}
