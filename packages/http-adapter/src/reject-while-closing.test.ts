import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

it('a request over an open connection is answered with 503 while the server closes', async () => {
  const engine = await createEngine();
  const app = fastify({ ...serverOptions(), forceCloseConnections: false });
  const arrived = Promise.withResolvers<void>();
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/v1/version') arrived.resolve();
  });
  await app.register(httpAdapter, { engine, version: '0' });
  const entered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    entered.resolve();
    await released.promise;
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => {
    text += String(part);
  });
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await entered.promise;
  const closed = app.close();
  socket.write('GET /v1/version HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await arrived.promise;
  released.resolve();
  await once(socket, 'close');
  await closed;
  await engine.close();
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  const [, second = ''] = text.split(/(?=HTTP\/1\.1 503 )/);
  expect(second).toMatch(/\r\nretry-after: 5\r\n/i);
  expect(second).toMatch(/\r\n\r\n\{"detail":"The service is shutting down;[^"]*"\}$/);
});
