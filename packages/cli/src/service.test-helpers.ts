import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from './start.test-helpers.ts';
import { serviceVariables } from './test-storage/service-storage.test-helpers.ts';

const key = 'rw_test_key_of_a_service_in_a_test';

/** A service in a process of its own, a data folder for it, and a client of its API. */
export interface TestService {
  readonly folder: string;
  /** The process of the last start; null before the first one. */
  readonly process: ChildProcess | null;
  /** Starts it, once more after it has ended, with these variables besides its own. */
  start(variables?: Readonly<Record<string, string>>, args?: readonly string[]): Promise<ChildProcess>;
  /** Ends it in order; resolves when its process has ended. */
  stop(): Promise<void>;
  /** Sends a GET, or a POST with a body as JSON; `body` of the answer is null when it is empty. `own`: more headers. */
  call(
    path: string,
    body?: unknown,
    own?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: any }>;
  /** Reads the body of an answer to a GET as bytes. */
  bytes(path: string): Promise<Buffer>;
  /** Starts a run of a new workflow of these blocks and returns its id. */
  startRun(blocks: readonly object[]): Promise<string>;
  statusOf(runId: string): Promise<string>;
  /** What its process has printed. */
  printed(): string;
  /** Command lines of the processes that have its folder in their arguments or environment, without its own. */
  children(): Promise<readonly string[]>;
  /** Kills it and deletes the folder. */
  close(): Promise<void>;
}

/** Makes a folder for a service that is yet to be started. */
export async function testService(own: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-service-'));
  const storage = await serviceVariables();
  let base = '';
  let child: ChildProcess | null = null;
  let printed = '';

  const call: TestService['call'] = async (path, body, headers = {}) => {
    const answer = await fetch(base + path, {
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    folder,
    get process() {
      return child;
    },
    async start(variables = {}, args = ['start']) {
      const all = { ...storage, RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_API_KEY: key, ...own, ...variables };
      const born = (process: ChildProcess): void => {
        child = process;
        printed = '';
      };
      const print = (bytes: Buffer): void => {
        printed += String(bytes);
      };
      const started = await startCommand(all, born, print, args);
      base = started.base;
      return started.process;
    },
    async stop() {
      if (child) await exitOf(child, 'SIGTERM');
    },
    call,
    async bytes(path) {
      const answer = await fetch(base + path, { headers: { 'x-api-key': key } });
      return Buffer.from(await answer.arrayBuffer());
    },
    async startRun(blocks) {
      const json_definition = { workflow_definition: { blocks } };
      const { body: workflow } = await call('/v1/workflows', { json_definition });
      const { body: run } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
      return run.run_id;
    },
    printed: () => printed,
    statusOf: async (runId) => (await call(`/v1/runs/${runId}`)).body.status,
    async children() {
      const ids = (await readdir('/proc')).filter(
        (name) => /^\d+$/.test(name) && name !== String(child?.pid),
      );
      const read = (path: string) => readFile(path, 'utf8').catch(() => '');
      const texts = await Promise.all(
        ids.map(async (id) => [await read(`/proc/${id}/cmdline`), await read(`/proc/${id}/environ`)]),
      );
      return texts
        .filter((parts) => parts.join('').includes(folder))
        .map(([command = '']) => command.replaceAll('\0', ' '));
    },
    async close() {
      if (child) await exitOf(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The exit code of a process, once it has ended; a signal that it is sent first, if it still runs. */
export async function exitOf(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    if (signal) child.kill(signal);
    await exited;
  }
  return child.exitCode;
}

/** How long `expect.poll` looks: as long as the machine needs; what hangs ends with the test. */
export const patient = { timeout: 300_000, interval: 200 };

/** The longest answers in ms: of the service's `/health`, and of a bare server in a process of its own, asked in turns. */
export interface HealthWatch {
  readonly worst: { readonly service: number; readonly bare: number };
  stop(): void;
}

const bareServer = `require('node:http').createServer((request, response) => response.end('ok'))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** Asks both again and again; the bare server shows what the machine itself takes. */
export async function watchHealth(service: TestService): Promise<HealthWatch> {
  // A session of its own, so that the system treats it as it treats the service.
  const bare = spawn(process.execPath, ['-e', bareServer], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port] = await once(bare.stdout, 'data');
  const worst = { service: 0, bare: 0 };
  let isOver = false;
  const timed = async (name: keyof typeof worst, ask: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await ask().catch(() => undefined);
    worst[name] = Math.max(worst[name], performance.now() - began);
  };
  const ask = async (): Promise<void> => {
    while (!isOver) {
      await timed('service', () => service.call('/health'));
      await timed('bare', async () => (await fetch(`http://127.0.0.1:${Number(port)}/`)).text());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    bare.kill('SIGKILL');
  };
  void ask();
  return {
    worst,
    stop() {
      isOver = true;
    },
  };
}
