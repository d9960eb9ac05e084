import type { LiveFrame } from '@runwright/contract';
import type { LiveEvent, LiveView } from '@runwright/core';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Upgrade } from './accept-upgrades.ts';
import { type ClientMessage, readClientMessage } from './client-messages.ts';
import { liveProtocol } from './live-protocol.ts';
import { createMessageLimits } from './message-limits.ts';

/** A client that answers no ping for two of these is gone. Shorter than the idle limit of a connection. */
const pingMs = 30_000;
/** Time for the client to answer that the server closes. */
const closeMs = 1_000;
/** Why a view is closed whose key has ended. */
const keyEnded = 'the API key was revoked, has expired or lacks a scope now';
const largestMessage = 16 * 1024;

/** The live views that a server sends. */
export interface LiveSockets {
  /** Answers a request for a WebSocket and serves the view until one of them ends; the view is left then. */
  serve(upgrade: Upgrade, view: LiveView): void;
  close(): void;
}

/** Creates the live views of a server. */
export function createLiveSockets(): LiveSockets {
  const sockets = new WebSocketServer({
    ...{ noServer: true, perMessageDeflate: false, maxPayload: largestMessage },
    // Another one that is offered may be a token, which is not sent back.
    handleProtocols: (offered) => offered.has(liveProtocol) && liveProtocol,
  });
  return {
    serve({ request, socket, head }, view) {
      socket.once('close', () => view.leave());
      sockets.handleUpgrade(request, socket, head, (client) => void serveView(client, view));
    },
    close() {
      for (const client of sockets.clients) endClient(client, 1001, 'the server is shutting down');
    },
  };
}

function endClient(client: WebSocket, code: number, reason: string): void {
  client.close(code, reason);
  setTimeout(() => client.terminate(), closeMs).unref();
}

async function serveView(client: WebSocket, view: LiveView): Promise<void> {
  const ended = new AbortController();
  const handedBack = Promise.withResolvers<void>();
  const state = stateSender(client, view);
  const stopPings = sendPings(client);
  view.ended.addEventListener('abort', () => endClient(client, 1008, keyEnded), { once: true });
  client.on('error', () => client.terminate());
  client.on('close', () => {
    stopPings();
    ended.abort();
    handedBack.resolve();
    view.leave();
  });
  view.listen((event) => {
    if (event.type === 'control') return state.send();
    send(client, messageOf(event));
    if (event.type === 'handed-back') handedBack.resolve();
  });
  client.on('message', messageReader(client, view));
  state.send();
  try {
    for await (const frame of view.frames({ signal: ended.signal })) {
      state.show(frame);
      state.send();
      // One frame at a time is under way: a slow client gets fewer, and always the newest.
      if (!(await sendFrame(client, frame))) break;
    }
    // Who has control is told why it has ended.
    if (view.control === 'you') await handedBack.promise;
    if (view.ended.aborted) return;
    client.close(1000, 'the run or session has ended, or its browser was closed');
  } catch {
    client.close(1011, 'the live view has failed');
  }
}

/** Sends the state of a connection whenever a member of it has changed. */
function stateSender(client: WebSocket, view: LiveView) {
  let shown: Pick<LiveFrame, 'width' | 'height' | 'url' | 'title'> | null = null;
  let last = '';
  return {
    show({ width, height, url, title }: LiveFrame): void {
      shown = { width, height, url, title };
    },
    send(): void {
      const text = JSON.stringify({
        type: 'state',
        ...(shown ?? { width: null, height: null, url: null, title: null }),
        control: view.control,
        can_control: view.canControl,
        pending: view.isPending,
      });
      if (text === last || client.readyState !== client.OPEN) return;
      last = text;
      client.send(text);
    },
  };
}

function messageReader(client: WebSocket, view: LiveView): (data: RawData, isBinary: boolean) => void {
  const limits = createMessageLimits();
  const refuse = (code: string, message: string): void => send(client, { type: 'error', code, message });
  const drop = (message: string): void => {
    refuse('too_many', message);
    if (limits.dropped()) client.close(1008, 'too many messages were dropped');
  };
  return (data, isBinary) => {
    if (client.readyState !== client.OPEN) return;
    if (!limits.accepts()) return drop('More than 200 messages came within a second. Send fewer.');
    const message = isBinary
      ? { problem: 'A message is a text with a JSON object.' }
      : readClientMessage(String(data));
    if ('problem' in message) {
      refuse('invalid_message', message.problem);
      if (limits.invalid()) client.close(1008, 'too many messages that are not valid');
      return;
    }
    const answer = apply(view, message);
    if (answer === 'too_many') return drop('More than 200 inputs wait for the page. Send fewer.');
    limits.used();
    if (answer === 'no_control') refuse('no_control', 'You have no control. Send `take-over` first.');
  };
}

function apply(view: LiveView, message: ClientMessage): 'no_control' | 'too_many' | 'queued' {
  if (message.type === 'take-over') view.takeOver();
  else if (message.type === 'hand-back') view.handBack();
  else return view.send(message);
  return 'queued';
}

function messageOf(event: Exclude<LiveEvent, { readonly type: 'control' }>): object {
  switch (event.type) {
    case 'granted':
      return { type: 'granted', idle_seconds: event.idleSeconds };
    case 'input-failed':
      return { type: 'error', code: 'input_failed', message: event.message };
    case 'hidden-typed':
      return { type: 'hidden-typed', characters: event.characters };
    case 'refused':
    case 'handed-back':
      return { type: event.type, reason: event.reason, message: event.message };
  }
}

function send(client: WebSocket, message: object): void {
  if (client.readyState === client.OPEN) client.send(JSON.stringify(message));
}

/** Resolves when the frame has left the process; false when the connection is lost. */
function sendFrame(client: WebSocket, { jpeg }: LiveFrame): Promise<boolean> {
  if (client.readyState !== client.OPEN) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  client.send(jpeg, (error) => resolve(!error));
  return promise;
}

/** Returns how to stop. */
function sendPings(client: WebSocket): () => void {
  let isAlive = true;
  client.on('pong', () => {
    isAlive = true;
  });
  const pinging = setInterval(() => {
    if (!isAlive) return client.terminate();
    isAlive = false;
    client.ping();
  }, pingMs);
  return () => clearInterval(pinging);
}
