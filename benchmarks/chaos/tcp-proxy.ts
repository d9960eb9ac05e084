import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy through which processes reach a server on loopback. */
export interface TcpProxy {
  readonly port: number;
  /** Cuts every connection that is open now, and returns how many there were. */
  cut(): number;
  close(): Promise<void>;
}

/** Starts a proxy before a port. */
export async function tcpProxy(port: number): Promise<TcpProxy> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    clients.add(client);
    client.on('close', () => clients.delete(client));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): number => {
    const open = [...clients];
    for (const client of open) client.resetAndDestroy();
    return open.length;
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
