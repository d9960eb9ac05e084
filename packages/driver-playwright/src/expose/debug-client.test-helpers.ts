import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ProtocolMessage } from '../attach/connection.ts';

/** A debug client that sends any command, also those that no library sends. */
export interface DebugClient {
  /** Returns the answer, also one with an error. */
  send(method: string, params?: object, sessionId?: string): Promise<ProtocolMessage>;
  /** All messages that came, answers and events. */
  readonly received: readonly ProtocolMessage[];
  close(): Promise<void>;
}

/** Connects to a debug address. */
export async function connectDebugClient(address: string): Promise<DebugClient> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  const received: ProtocolMessage[] = [];
  const waiting = new Map<number, (answer: ProtocolMessage) => void>();
  socket.on('message', (data) => {
    const message: ProtocolMessage = JSON.parse(String(data));
    received.push(message);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer({ error: { message: 'the connection is closed' } });
  });
  let lastId = 0;
  return {
    received,
    send(method, params = {}, sessionId) {
      lastId += 1;
      if (socket.readyState !== WebSocket.OPEN)
        return Promise.resolve({ error: { message: 'the connection is closed' } });
      const { promise, resolve } = Promise.withResolvers<ProtocolMessage>();
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId ? { sessionId } : {}) }));
      return promise;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
