import { createServer } from 'node:net';
import type { Finding } from '../commands/doctor.ts';

/** The lowest Node that runs TypeScript and node:sqlite without flags. */
const floor = [22, 18] as const;

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

/** Checks that the port is free. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  const server = createServer();
  const failure = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve).listen({ host, port }, () => resolve(null));
  });
  if (failure === null) {
    await new Promise((resolve) => server.close(resolve));
    return { ok: true, found: `${host}:${port} is free` };
  }
  return {
    ok: false,
    found: `${host}:${port} cannot be listened on: ${failure.message}`,
    fix: 'stop the process that holds it (a Runwright that serves already?), or set RUNWRIGHT_PORT',
  };
}
