import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AllowedDestination } from '@runwright/contract';
import { WebSocket, WebSocketServer } from 'ws';
import { pinnedLookup } from '../pinned-lookup.ts';

/** What a browser tells. */
export interface ProtocolEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
}

/**
 * One connection to a remote browser, shared by two: the library, which speaks through `url`, and us. Our sessions
 * hang on a root session of our own, and the library hears nothing of them.
 */
export interface Connection {
  /** A WebSocket on loopback, for one client, with a token in its path. */
  readonly url: string;
  /** Sends to one of our sessions, or to the root. Rejects when the browser answers with an error or is gone. */
  send(method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>>;
  /** Hears the events of our sessions; those attached from one of them become ours too. */
  onEvent(listener: (event: ProtocolEvent) => void): void;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message?: string };
  readonly sessionId?: string;
}

const connectMs = 15_000;
/** The library counts its messages from 1; ours begin where it never comes. */
const firstId = 1_000_000_000;

/** Connects to an address that the policy has checked, and to no other. */
export async function connect(
  address: string,
  destination: AllowedDestination,
  signal: AbortSignal,
): Promise<Connection> {
  const browser = new WebSocket(address, {
    lookup: pinnedLookup(destination),
    perMessageDeflate: false,
    handshakeTimeout: connectMs,
    followRedirects: false,
    maxPayload: 512 * 1024 * 1024,
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
  browser.on('error', giveUp);
  return share(browser);
}

async function share(browser: WebSocket): Promise<Connection> {
  const path = `/${randomBytes(24).toString('base64url')}`;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path, perMessageDeflate: false });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const waiting = new Map<number, { resolve(result: Message): void; reject(cause: Error): void }>();
  const ours = new Set<string>();
  const listeners: ((event: ProtocolEvent) => void)[] = [];
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
  browser.on('message', (data) => {
    const text = String(data);
    // Most messages are for the library; what is ours is told by its id or session, which both stand in the text.
    const message: Message = JSON.parse(text);
    const { id, method, params = {}, sessionId } = message;
    if (id !== undefined && id > firstId) {
      waiting.get(id)?.resolve(message);
      waiting.delete(id);
    } else if (sessionId !== undefined && ours.has(sessionId)) {
      const { sessionId: child } = params;
      if (method === 'Target.attachedToTarget' && typeof child === 'string') ours.add(child);
      if (method === 'Target.detachedFromTarget' && typeof child === 'string') ours.delete(child);
      if (method !== undefined) for (const listener of listeners) listener({ method, params, sessionId });
    } else if (!isAboutOurs(message, ours)) library?.send(text);
  });
  server.on('connection', (client) => {
    if (library) return client.terminate();
    library = client;
    client.on('error', () => client.terminate());
    client.on('close', close);
    client.on('message', (data) => {
      if (browser.readyState === WebSocket.OPEN) browser.send(String(data));
    });
  });

  const send: Connection['send'] = async (method, params, sessionId = root) => {
    lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    waiting.set(lastId, { resolve, reject });
    if (isClosed || browser.readyState !== WebSocket.OPEN) throw new Error('the connection is closed');
    browser.send(JSON.stringify({ id: lastId, method, params, ...(sessionId === '' ? {} : { sessionId }) }));
    const { error, result = {} } = await promise;
    if (error) throw new Error(`${method}: ${error.message ?? 'no reason given'}`);
    return result;
  };
  let root = '';
  try {
    const { sessionId } = await send('Target.attachToBrowserTarget', {}, '');
    if (typeof sessionId !== 'string') throw new Error('the browser gave no session');
    root = sessionId;
    ours.add(root);
  } catch (cause) {
    close();
    throw cause;
  }
  return {
    url: `ws://127.0.0.1:${port}${path}`,
    send,
    onEvent: (listener) => {
      listeners.push(listener);
    },
    close,
  };
}

/** The browser announces our root session to whoever is there. */
function isAboutOurs({ method, params }: Message, ours: ReadonlySet<string>): boolean {
  const child = params?.sessionId;
  return (
    (method === 'Target.attachedToTarget' || method === 'Target.detachedFromTarget') &&
    typeof child === 'string' &&
    ours.has(child)
  );
}
