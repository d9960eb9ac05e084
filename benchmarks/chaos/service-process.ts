import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inheritedEnvironment } from './inherited-environment.ts';

/** Path of the command of this version. */
export const thisCommand = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname;
const shiftClock = new URL('./shift-clock.ts', import.meta.url).href;

const mostStarts = 20;
const againMs = 500;

/** A process of the service that is started again and again in one data folder. */
export interface ServiceProcess {
  /** Worker id of the process that runs now, or ran last, as it stands before the slash in the owner of a run. */
  readonly workerId: string;
  /** Where the process serves, without a slash at the end; empty for a worker. */
  readonly base: string;
  /** Starts it and waits until it is ready. `skewMs` is added to its clock, default 0; `command` is used from then on. */
  start(options?: { readonly skewMs?: number; readonly command?: string }): Promise<void>;
  /** Sends a signal to it, if it runs. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal that ends it, and waits until it has ended. One that takes more than a minute is killed; then false is returned. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<boolean>;
}

/** Prepares a process; its output goes to `<folder>/log.txt`. `command`: path of that of another version. Default: this one. */
export async function serviceProcess(options: {
  readonly name: string;
  readonly folder: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly command?: string;
}): Promise<ServiceProcess> {
  const { name, folder, args, variables } = options;
  await mkdir(folder, { recursive: true });
  const log = createWriteStream(join(folder, 'log.txt'));
  let child: ChildProcess | null = null;
  let starts = 0;
  let base = '';
  let command = options.command ?? thisCommand;
  const workerId = () => `${name}-${starts}`;

  return {
    get workerId() {
      return workerId();
    },
    get base() {
      return base;
    },
    async start({ skewMs = 0, command: other = command } = {}) {
      command = other;
      // As a supervisor would: a process that finds no database ends, and is started again.
      for (let attempt = 1; ; attempt += 1) {
        try {
          await startOnce(skewMs);
          return;
        } catch (error) {
          if (attempt === mostStarts) throw error;
          log.write(`\n--- ${String(error)}\n`);
          await delay(againMs);
        }
      }
    },
    signal(signal) {
      child?.kill(signal);
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return true;
      const exited = once(child, 'exit');
      child.kill(signal);
      const patience = AbortSignal.timeout(60_000);
      const inTime = await Promise.race([exited.then(() => true), once(patience, 'abort').then(() => false)]);
      if (!inTime) child.kill('SIGKILL');
      await exited;
      return inTime;
    },
  };

  async function startOnce(skewMs: number): Promise<void> {
    starts += 1;
    const config = join(folder, `config-${starts}.mjs`);
    await writeFile(config, `export default { settings: { workerId: '${workerId()}' } };\n`);
    log.write(`\n--- ${workerId()} at ${new Date().toISOString()}, clock ${skewMs} ms\n`);
    const started = spawn(process.execPath, [command, ...args], {
      env: {
        ...inheritedEnvironment(),
        ...variables,
        ...(skewMs === 0 ? {} : { NODE_OPTIONS: `--import=${shiftClock}?ms=${skewMs}` }),
        ...{ RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_CONFIG: config, RUNWRIGHT_PORT: '0' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    base = await ready(started, (bytes) => log.write(bytes));
  }
}

/** Resolves with the address that the process prints, or empty for a worker. Rejects when it ends before. */
function ready(child: ChildProcess, print: (bytes: Buffer) => void): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  let isReady = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      print(bytes);
      if (isReady) return;
      printed += String(bytes);
      const [, base = ''] = /serves (http:\S+)\s|Executing runs/.exec(printed) ?? [null, null];
      isReady = base !== null;
      if (base !== null) resolve(base);
    });
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    if (!isReady)
      reject(new Error(`A process has ended with ${code ?? signal} before it was ready:\n${printed}`));
  });
  return promise;
}
