import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A SOCKS 5 server on loopback (RFC 1928) that asks for a name and a word (RFC 1929) and connects to loopback only. */
export interface SocksServer {
  readonly port: number;
  /** Where clients wanted to go, as they said it: names, not addresses. */
  readonly asked: readonly string[];
  close(): void;
}

export async function socksServer(user: string, word: string): Promise<SocksServer> {
  const asked: string[] = [];
  const open = new Set<Socket>();
  const server = createServer(async (client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    try {
      const [, methods = 0] = await take(client, 2);
      await take(client, methods);
      client.write(Buffer.from([5, 2]));
      const [, nameLength = 0] = await take(client, 2);
      const name = String(await take(client, nameLength));
      const [wordLength = 0] = await take(client, 1);
      const isRight = name === user && String(await take(client, wordLength)) === word;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) {
        client.end();
        return;
      }
      const [, , , kind = 0] = await take(client, 4);
      const [length = 4] = kind === 3 ? await take(client, 1) : [4];
      const host = await take(client, length);
      const port = (await take(client, 2)).readUInt16BE();
      asked.push(`${kind === 3 ? String(host) : host.join('.')}:${port}`);
      const target = connect(port, '127.0.0.1', () => {
        client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
        client.pipe(target).pipe(client);
      });
      target.on('error', () => client.destroy());
    } catch {
      client.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

async function take(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length);
    if (bytes) return bytes;
    await once(socket, 'readable');
    if (socket.destroyed) throw new Error('the client has gone');
  }
}
