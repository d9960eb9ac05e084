import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { egressPolicy } from './egress.ts';
import { createConnect } from './pinned-connect.ts';
import { createFetch } from './pinned-fetch.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function echoServer() {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

const { signal } = new AbortController();

it('a connection to an allowed host is open both ways', async () => {
  const port = await echoServer();
  const connect = createConnect(egressPolicy({ allowedHosts: [`127.0.0.1:${port}`] }));
  const socket = await connect({ host: '127.0.0.1', port }, { signal });
  socket.end('hello');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('hello');
});

it('a private host is refused unless it is allowed, whatever its port', async () => {
  const port = await echoServer();
  const connect = createConnect(egressPolicy({ allowedHosts: [`127.0.0.1:${port}`] }));
  await expect(connect({ host: '127.0.0.1', port: port === 9 ? 10 : 9 }, { signal })).rejects.toMatchObject({
    code: 'egress_denied',
  });
  await expect(connect({ host: 'localhost', port }, { signal })).rejects.toMatchObject({
    code: 'egress_denied',
  });
});

it('a name is connected to the address that was checked', async () => {
  const port = await echoServer();
  const asked: string[] = [];
  const lookup = async (hostname: string) => {
    asked.push(hostname);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const connect = createConnect(egressPolicy({ allowedHosts: ['mail.test'], lookup }));
  const socket = await connect({ host: 'mail.test', port }, { signal });
  expect(socket.remoteAddress).toBe('127.0.0.1');
  expect(asked).toEqual(['mail.test']);
  socket.destroy();
});

it('an abort ends the connection', async () => {
  const port = await echoServer();
  const stop = new AbortController();
  const connect = createConnect(egressPolicy({ allowedHosts: [`127.0.0.1:${port}`] }));
  const socket = await connect({ host: '127.0.0.1', port }, { signal: stop.signal });
  const closed = new Promise<unknown>((resolve) => socket.once('error', resolve));
  stop.abort(new Error('canceled'));
  expect(await closed).toMatchObject({ message: 'canceled' });
});

it.each([
  ['', 25],
  ['host/path', 25],
  ['user@host', 25],
  ['host', 0],
  ['host', 70_000],
])('host %j with port %i is refused as input', async (host, port) => {
  const connect = createConnect(egressPolicy());
  await expect(connect({ host, port }, { signal })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('a port where nobody listens is named', async () => {
  const port = await echoServer();
  for (const close of closing.splice(0)) await close();
  const connect = createConnect(egressPolicy({ allowedHosts: ['127.0.0.1'] }));
  await expect(connect({ host: '127.0.0.1', port }, { signal })).rejects.toMatchObject({
    code: 'block_failed',
    retryable: true,
    message: expect.stringContaining(`127.0.0.1:${port}`),
  });
});

it('an address that a name resolved to is not named when nobody listens there', async () => {
  const port = await echoServer();
  for (const close of closing.splice(0)) await close();
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const policy = egressPolicy({ allowedHosts: ['shop.example'], lookup });
  const request = createFetch(policy)(`http://shop.example:${port}/`);
  const connection = createConnect(policy)({ host: 'shop.example', port }, { signal });
  for (const attempt of [request, connection]) {
    const { message } = await attempt.then(
      () => new Error('it was connected'),
      (error: Error) => error,
    );
    expect(message).toContain('ECONNREFUSED');
    expect(message).toContain(`shop.example:${port}`);
    expect(message).not.toContain('127.0.0.1');
  }
});
