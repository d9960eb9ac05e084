import { createServer, isIPv6 } from 'node:net';
import type { Finding } from '../commands/doctor.ts';

/** The lowest Node that runs TypeScript and node:sqlite without flags. */
const floor = [22, 18] as const;

/** Time in ms that a service has to answer. */
const serviceTimeoutMs = 5_000;

/** Checks the version of Node. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const found = `Node ${version}`;
  if (major > floor[0] || (major === floor[0] && minor >= floor[1])) return { ok: true, found };
  return {
    ok: false,
    found,
    fix: `install Node ${floor.join('.')} or newer, or use \`npm start\`, which fetches one`,
  };
}

/** Checks that the port is free, or taken by the service of this data folder, which then has to be healthy. */
export async function checkPort(
  host: string,
  port: number,
  { isRunning }: { readonly isRunning: boolean } = { isRunning: false },
): Promise<Finding> {
  const server = createServer();
  const failure = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve).listen({ host, port }, () => resolve(null));
  });
  if (failure === null) {
    await new Promise((resolve) => server.close(resolve));
    return { ok: true, found: `${host}:${port} is free` };
  }
  const service = await serviceAt(host, port);
  if (service !== null && isRunning) {
    const found = `${host}:${port} is served by Runwright ${service.version}, health: ${service.health}`;
    if (service.health === 'ok') return { ok: true, found };
    return { ok: false, found, fix: 'look for the error in the log of the service' };
  }
  if (service !== null) {
    return {
      ok: false,
      found: `${host}:${port} is served by a Runwright ${service.version} with another data folder`,
      fix: 'stop that service, set RUNWRIGHT_DATA_DIR to its folder, or set RUNWRIGHT_PORT to another port',
    };
  }
  return {
    ok: false,
    found: `${host}:${port} cannot be listened on: ${failure.message}`,
    fix: 'stop the process that holds it, or set RUNWRIGHT_PORT to another port',
  };
}

/** Version and health of the Runwright that serves an address; null when none does. */
async function serviceAt(
  host: string,
  port: number,
): Promise<{ readonly version: string; readonly health: string } | null> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
  const read = async (path: string, member: string): Promise<string | null> => {
    const answer = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(serviceTimeoutMs) });
    const body: unknown = await answer.json();
    if (typeof body !== 'object' || body === null) return null;
    const value: unknown = Reflect.get(body, member);
    return typeof value === 'string' ? value : null;
  };
  try {
    if ((await read('/v1/version', 'name')) !== 'runwright') return null;
    const version = await read('/v1/version', 'version');
    return { version: version ?? '', health: (await read('/health', 'status')) ?? 'unknown' };
  } catch {
    return null;
  }
}
