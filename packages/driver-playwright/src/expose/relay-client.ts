import type { CDPSession } from 'playwright-core';
import type { WebSocket } from 'ws';
import type { ProtocolMessage } from '../attach/connection.ts';
import type { ProtocolPipe } from '../launch/protocol-pipe.ts';
import { answerCommand, fail, unknownSession } from './answer-command.ts';
import type { OwnTargets, TargetInfo } from './own-targets.ts';

/** The browser of a session, for debug clients. */
export interface ClientBrowser {
  /** A session of the library with the browser itself. */
  readonly root: CDPSession;
  readonly pipe: ProtocolPipe;
  readonly targets: OwnTargets;
  /** The credentials of the proxy as its header holds them, which events about requests show. Clients get `*****` instead. */
  readonly proxyCredentials: string;
}

/** Bytes that may wait for a client that does not read. The heap snapshot of a large page has some 100 MB. */
const maxBufferedBytes = 256 * 1024 * 1024;

/** Id of the commands that are sent on behalf of no client. Clients count from 1. */
const ownId = 2_147_483_647;

/**
 * Passes messages on between a debug client and the browser until one of them ends. The client gets a session with the browser that
 * it sees as its connection, and hears of the targets of its browser session alone.
 */
export function relayClient(
  client: WebSocket,
  { root, pipe, targets, proxyCredentials }: ClientBrowser,
): void {
  /** The session that stands for the connection. */
  let rootId = '';
  /** Sessions of this client, by id: whether they are with the browser itself. */
  const sessions = new Map<string, boolean>();
  /** Ids of the targets that the client has heard of. */
  const known = new Set<string>();

  const send = (text: string): void => {
    client.send(text.replaceAll(proxyCredentials, '*****'));
    // A client that asks for more than it reads would fill the memory of the service.
    if (client.bufferedAmount > maxBufferedBytes) client.terminate();
  };
  const reply = (message: ProtocolMessage): void => {
    const { sessionId, ...others } = message;
    send(JSON.stringify(sessionId === rootId ? others : message));
  };
  const leave = (sessionId: unknown, parentId: string): void => {
    // A target that waits for its debugger would wait for ever.
    pipe.send({ id: ownId, method: 'Runtime.runIfWaitingForDebugger', sessionId: String(sessionId) });
    pipe.send({ id: ownId, method: 'Target.detachFromTarget', params: { sessionId }, sessionId: parentId });
  };

  /** Returns the event that the client gets; null for none. */
  const filterEvent = (event: ProtocolMessage, sessionId: string): ProtocolMessage | null => {
    const { method, params = {} } = event;
    const info = params.targetInfo as TargetInfo;
    switch (method) {
      case 'Target.attachedToTarget': {
        const isBrowser = info.type === 'browser';
        if (!isBrowser && !targets.includes(info)) {
          leave(params.sessionId, sessionId);
          return null;
        }
        sessions.set(String(params.sessionId), isBrowser);
        return event;
      }
      case 'Target.detachedFromTarget':
        return sessions.delete(String(params.sessionId)) ? event : null;
      case 'Target.targetCreated':
      case 'Target.targetInfoChanged': {
        if (!targets.includes(info)) return null;
        const isNew = !known.has(info.targetId);
        known.add(info.targetId);
        return isNew ? { ...event, method: 'Target.targetCreated' } : event;
      }
      case 'Target.targetCrashed':
        return known.has(String(params.targetId)) ? event : null;
      case 'Target.targetDestroyed':
        return known.delete(String(params.targetId)) ? event : null;
      default:
        return event;
    }
  };

  const stop = pipe.follow((message, text) => {
    const { sessionId, id } = message;
    if (sessionId === undefined || !sessions.has(sessionId) || id === ownId) return;
    const passed = message.method === undefined ? message : filterEvent(message, sessionId);
    if (passed === null) return;
    if (passed === message && sessionId !== rootId) send(text);
    else reply(passed);
  });

  const handle = async (message: ProtocolMessage): Promise<void> => {
    const sessionId = message.sessionId ?? rootId;
    const isBrowser = sessions.get(sessionId);
    if (isBrowser === undefined)
      return reply(fail(message, unknownSession, 'Session with given id not found.').answer);
    const decision = await answerCommand(message, { isBrowser, targets });
    if ('answer' in decision) reply(decision.answer);
    else pipe.send({ ...decision.forward, sessionId });
  };

  const open = async (): Promise<void> => {
    ({ sessionId: rootId } = await root.send('Target.attachToBrowserTarget'));
    sessions.set(rootId, true);
  };
  // One after the other, since a client counts on the order of its commands.
  let handled = Promise.resolve();
  const next = (work: () => Promise<unknown>): void => {
    handled = handled.then(async () => void (await work())).catch(() => client.terminate());
  };
  next(open);
  client.on('error', () => client.terminate());
  client.on('message', (data) => {
    const message = parseCommand(String(data));
    if (message === null) client.close(1008, 'not a command of the debug protocol');
    else next(() => handle(message));
  });
  client.on('close', () => {
    stop();
    next(() => root.send('Target.detachFromTarget', { sessionId: rootId }));
  });
}

function parseCommand(text: string): ProtocolMessage | null {
  try {
    const message: ProtocolMessage | null = JSON.parse(text);
    return isCommand(message) ? message : null;
  } catch {
    return null;
  }
}

function isCommand(message: unknown): message is ProtocolMessage {
  if (typeof message !== 'object' || message === null) return false;
  const { id, method, params = {}, sessionId = '' } = message as Record<string, unknown>;
  return (
    Number.isInteger(id) &&
    typeof method === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    typeof sessionId === 'string'
  );
}
