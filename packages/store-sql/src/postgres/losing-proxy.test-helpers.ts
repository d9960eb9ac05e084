import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy before PostgreSQL that cuts connections at their commits. */
export interface LosingProxy {
  readonly port: number;
  /** From now on, the first commit of each of the next two transactions is lost. */
  begin(): void;
  /** Number of commits that were lost. */
  lost(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback.
 *
 * @param lose `answer`: the server commits and its answer is lost. `commit`: the server never sees the commit
 */
export async function losingProxy(port: number, lose: 'answer' | 'commit'): Promise<LosingProxy> {
  const sockets = new Set<Socket>();
  let left = 0;
  let lost = 0;
  // Every second commit is let through, so that each transaction is interrupted once.
  let skips = false;
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let swallows = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        server.destroy();
        sockets.delete(socket);
      });
    }
    client.on('data', (data) => {
      if (left > 0 && data.includes('commit\0')) {
        skips = !skips;
        if (skips || lose === 'answer') {
          left -= 1;
          lost += 1;
          if (lose === 'commit') return void client.destroy();
          swallows = true;
        }
      }
      server.write(data);
    });
    server.on('data', (data) => {
      if (swallows) client.destroy();
      else client.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    begin: () => {
      left = 2;
    },
    lost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
