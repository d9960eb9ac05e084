import { RunwrightError } from '@runwright/contract';
import { serveWorkerEndpoint } from '@runwright/http-adapter';
import type { Composition } from './compose.ts';
import type { Environment } from './environment.ts';

/**
 * Serves the browsers that this process holds to other processes of the service, and tells them where. Null when it holds none or
 * when there are no others. Throws `conflict` when the port is taken.
 */
export async function announceBrowsers(
  { engine, concurrency, isShared }: Pick<Composition, 'engine' | 'concurrency' | 'isShared'>,
  { internalUrl: url, internalPort }: Pick<Environment, 'internalUrl' | 'internalPort'>,
): Promise<AsyncDisposable | null> {
  if (!isShared || concurrency === 0) return null;
  const port = internalPort ?? portOf(url);
  const endpoint = await serveWorkerEndpoint(engine, {
    port,
    // Without a URL only processes of this machine know where it is.
    ...(url === null ? { host: '127.0.0.1' } : {}),
  }).catch((cause: unknown) => {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    throw isTaken ? portTaken(port, cause) : cause;
  });
  await engine.workers.announce(url ?? `http://127.0.0.1:${endpoint.port}`);
  return endpoint;
}

/** Returns the port of a URL; 0, any, without one. */
function portOf(url: string | null): number {
  if (url === null) return 0;
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function portTaken(port: number, cause: unknown): RunwrightError {
  return new RunwrightError(
    'conflict',
    `The port ${port} is taken by another process; set RUNWRIGHT_INTERNAL_PORT, and the port of RUNWRIGHT_INTERNAL_URL, to a free one.`,
    { cause },
  );
}
