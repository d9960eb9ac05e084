import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Stands in for a server on the public internet that closes every connection. */
export const publicAddress = '127.0.0.3';

/** A connection or packet that arrived where nothing may arrive. */
export interface Arrival {
  readonly protocol: 'tcp' | 'udp';
  /** Address and port of this machine that it was for. */
  readonly at: string;
  /** Whether bytes came too: a browser opens connections in advance that it sends nothing on. */
  hasBytes: boolean;
}

/** Listens where no run may connect to, and writes down who does. */
export interface DeniedListener {
  readonly port: number;
  readonly arrivals: Arrival[];
  /** Connections to {@link publicAddress}, which are allowed. */
  readonly allowed: Arrival[];
  close(): Promise<void>;
}

/**
 * Listens on one port of every IPv4 and IPv6 address of this machine, over TCP and UDP; on the port of the site on other
 * addresses than the site's; and on ports 80 and 443 where the system allows it.
 */
export async function listenDenied(sitePort: number): Promise<DeniedListener> {
  const arrivals: Arrival[] = [];
  const allowed: Arrival[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const note = (socket: Socket): void => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
    const arrival: Arrival = { protocol: 'tcp', at: `${address}:${socket.localPort}`, hasBytes: false };
    socket.on('error', () => undefined);
    (address === publicAddress ? allowed : arrivals).push(arrival);
    socket.once('data', () => {
      arrival.hasBytes = true;
      socket.destroy();
    });
    // Whoever waits to be greeted is not kept waiting.
    socket.setTimeout(2_000, () => socket.destroy());
  };
  const listen = async (host: string, port: number): Promise<Server | null> => {
    const server = createServer(note);
    server.listen({ host, port, ipv6Only: host.includes(':') });
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isListening) return null;
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    return server;
  };

  const main = await listen('0.0.0.0', 0);
  if (!main) throw new Error('No listener could be opened on this machine.');
  const { port } = main.address() as AddressInfo;
  await listen('::', port);
  for (const host of ['127.0.0.2', '::1']) await listen(host, sitePort);
  for (const wellKnown of [80, 443]) {
    await listen('127.0.0.2', wellKnown);
    await listen('::1', wellKnown);
  }
  for (const type of ['udp4', 'udp6'] as const) {
    const socket = createSocket({ type, ipv6Only: type === 'udp6' });
    socket.on('error', () => undefined);
    socket.on('message', () => arrivals.push({ protocol: 'udp', at: `${type}:${port}`, hasBytes: true }));
    socket.bind(port);
    await once(socket, 'listening').catch(() => undefined);
    closing.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  }
  return {
    port,
    arrivals,
    allowed,
    async close() {
      await Promise.all(closing.map((close) => close().catch(() => undefined)));
    },
  };
}
