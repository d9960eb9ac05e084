import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AllowedDestination } from '@runwright/contract';
import { WebSocket, WebSocketServer } from 'ws';
import { maxMessageBytes as defaultMaxMessageBytes } from '../launch/message-limit.ts';
import { pinnedLookup } from '../network/pinned-lookup.ts';

/** A message of the protocol: a command, its answer, or an event. */
export interface ProtocolMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code?: number; readonly message?: string };
  readonly sessionId?: string;
}

/** Sees what goes between the library and the browser, and may keep it or change it. */
export interface Interceptor {
  /** Returns true to pass a message on to the library. */
  fromBrowser(message: ProtocolMessage): boolean;
  /** Returns the message for the browser: the same, another one, or null for none. */
  fromLibrary(message: ProtocolMessage): ProtocolMessage | null | Promise<ProtocolMessage>;
}

/** One connection to a remote browser, shared by two: the library, which speaks through `url`, and us. */
export interface Connection {
  /** A WebSocket on loopback, for one client, with a token in its path. */
  readonly url: string;
  /** Sends to a session, or to the browser (empty), of which the library hears nothing. Rejects when the browser answers with an error or is gone. */
  send(method: string, params: object, sessionId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Sends a message to the library that the browser did not send. */
  sendToLibrary(message: ProtocolMessage): void;
  intercept(interceptor: Interceptor): void;
  close(): void;
}

/** Options of a connection. */
export interface ConnectOptions {
  /** Bytes of one message of the browser, after which the connection ends. Default 128 MiB. */
  readonly maxMessageBytes?: number;
  /** Called when a message of the browser is longer. */
  readonly onOversized: () => void;
  readonly signal: AbortSignal;
}

const connectMs = 15_000;
/** The library counts its messages from 1; ours begin where it never comes. */
const firstId = 1_000_000_000;

/** Connects to an address that the policy has allowed. The connection ends when the browser sends anything but messages. */
export async function connect(
  address: string,
  destination: AllowedDestination,
  { maxMessageBytes = defaultMaxMessageBytes, onOversized, signal }: ConnectOptions,
): Promise<Connection> {
  const browser = new WebSocket(address, {
    lookup: pinnedLookup(destination),
    perMessageDeflate: false,
    handshakeTimeout: connectMs,
    followRedirects: false,
    maxPayload: maxMessageBytes,
  });
  const giveUp = (): void => browser.terminate();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await once(browser, 'open', { signal });
  } catch (cause) {
    browser.on('error', () => undefined);
    browser.terminate();
    throw cause;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  browser.on('error', (cause: Error & { readonly code?: string }) => {
    if (cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') onOversized();
    giveUp();
  });
  return share(browser);
}

async function share(browser: WebSocket): Promise<Connection> {
  const path = `/${randomBytes(24).toString('base64url')}`;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path, perMessageDeflate: false });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const waiting = new Map<number, { resolve(result: ProtocolMessage): void; reject(cause: Error): void }>();
  let interceptor: Interceptor = { fromBrowser: () => true, fromLibrary: (message) => message };
  let library: WebSocket | null = null;
  let lastId = firstId;
  let isClosed = false;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    library?.close();
    browser.close();
    server.close();
    for (const { reject } of waiting.values()) reject(new Error('the connection is closed'));
    waiting.clear();
  };
  browser.on('close', close);
  const receive = (text: string): void => {
    const message: ProtocolMessage = JSON.parse(text);
    const { id } = message;
    if (id !== undefined && id > firstId) {
      waiting.get(id)?.resolve(message);
      waiting.delete(id);
    } else if (interceptor.fromBrowser(message)) library?.send(text);
  };
  browser.on('message', (data) => {
    try {
      receive(String(data));
    } catch {
      browser.terminate();
    }
  });
  server.on('connection', (client) => {
    if (library) return client.terminate();
    library = client;
    client.on('error', () => client.terminate());
    client.on('close', close);
    client.on('message', (data) => {
      const text = String(data);
      const message: ProtocolMessage = JSON.parse(text);
      const pass = (instead: ProtocolMessage | null): void => {
        if (instead === null || browser.readyState !== WebSocket.OPEN) return;
        browser.send(instead === message ? text : JSON.stringify(instead));
      };
      const instead = interceptor.fromLibrary(message);
      if (instead instanceof Promise) void instead.then(pass);
      else pass(instead);
    });
  });
  return {
    url: `ws://127.0.0.1:${port}${path}`,
    async send(method, params, sessionId) {
      if (isClosed || browser.readyState !== WebSocket.OPEN) throw new Error('the connection is closed');
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<ProtocolMessage>();
      waiting.set(lastId, { resolve, reject });
      browser.send(
        JSON.stringify({ id: lastId, method, params, ...(sessionId === '' ? {} : { sessionId }) }),
      );
      const { error, result = {} } = await promise;
      if (error) throw new Error(`${method}: ${error.message ?? 'no reason given'}`);
      return result;
    },
    sendToLibrary: (message) => library?.send(JSON.stringify(message)),
    intercept(next) {
      interceptor = next;
    },
    close,
  };
}
