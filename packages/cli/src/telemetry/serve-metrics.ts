import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunwrightError } from '@runwright/contract';
import { isLoopback } from '@runwright/http-adapter';

/** Metrics that are served over HTTP. */
export interface MetricsServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
}

/**
 * Serves metrics as text at `/metrics`, on a port of its own. On a loopback address the host of a request has to be one too, so that no
 * page of a browser can read them (DNS rebinding). Throws `conflict` when the address is taken.
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const { status, text } = await answerTo(request, isLoopback(host), read);
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(request.method === 'HEAD' ? '' : text);
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port }, resolve);
  await listening.catch((cause: unknown) => {
    throw listenError(cause, { host, port });
  });
  const { port: served } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${served}/metrics`,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: end } = Promise.withResolvers<void>();
      server.close(() => end());
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function answerTo(
  { method, url, headers }: IncomingMessage,
  isLocal: boolean,
  read: () => Promise<string>,
): Promise<Answer> {
  const asked = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  if (isLocal && !isLoopback(asked)) return { status: 421, text: 'Misdirected Request\n' };
  if (url?.split('?', 1)[0] !== '/metrics') return { status: 404, text: 'Not Found\n' };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'Method Not Allowed\n' };
  return read().then(
    (text) => ({ status: 200, text }),
    () => ({ status: 503, text: 'The metrics could not be collected.\n' }),
  );
}

function listenError(cause: unknown, { host, port }: { readonly host: string; readonly port: number }) {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'EADDRINUSE') {
    return new RunwrightError(
      'conflict',
      `Cannot serve metrics: the address ${host}:${port} is taken by another process. Set RUNWRIGHT_METRICS to a free port.`,
      { cause },
    );
  }
  return new RunwrightError(
    'invalid_input',
    `Cannot serve metrics at ${host}:${port}: ${cause instanceof Error ? cause.message : cause}. Correct RUNWRIGHT_METRICS.`,
    { cause },
  );
}
