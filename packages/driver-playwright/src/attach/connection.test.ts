import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { connect } from './connection.ts';

/** Connects to a browser that sends `text`, and returns when the connection has ended. */
async function receive(text: string) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `ws://127.0.0.1:${port}`;
  const destination = { url: new URL(address), addresses: [{ address: '127.0.0.1', family: 4 as const }] };
  const onOversized = vi.fn();
  const [connection, [browser]] = await Promise.all([
    connect(address, destination, {
      maxMessageBytes: 1_000,
      onOversized,
      signal: new AbortController().signal,
    }),
    once(server, 'connection') as Promise<[WebSocket]>,
  ]);
  connection.intercept({
    fromBrowser: ({ params }) => 'targetInfo' in (params as object),
    fromLibrary: (message) => message,
  });
  const command = connection.send('Browser.getVersion', {}, '').catch(String);
  browser.send(text);
  await once(browser, 'close');
  return { failure: await command, onOversized };
}

it.each([
  ['no JSON', '{'],
  ['no object', 'null'],
  ['an event without parameters', '{"method":"Target.attachedToTarget"}'],
])('a browser that sends %s is left', { tags: ['security'] }, async (_kind, text) => {
  const { failure, onOversized } = await receive(text);
  expect(failure).toContain('the connection is closed');
  expect(onOversized).not.toHaveBeenCalled();
});

it('a browser that sends a message over the limit is left, and the session says why', {
  tags: ['security'],
}, async () => {
  const { failure, onOversized } = await receive(JSON.stringify({ method: 'x'.repeat(1_000) }));
  expect(failure).toContain('the connection is closed');
  expect(onOversized).toHaveBeenCalledTimes(1);
});
