import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type OpenedFile, readWhole } from '@runwright/contract';
import { parserError } from '../parser-error.ts';
import { maxMemoryMiB } from './memory-guard.ts';
import type { ReaderAnswer, ReaderRequest, ReaderTask, ReaderTaskKind, ReaderTasks } from './reader-tasks.ts';

/** A process that reads one file. It starts with the first task. */
export interface ReaderProcess {
  /**
   * Executes a task; one at a time. Throws `FILE_PARSER_ERROR` for a failure whose message is written for users and when the process
   * ends before, an `Error` for another failure of the parser, and the reason of the signal when that is aborted.
   */
  request<K extends ReaderTaskKind>(task: ReaderTask<K>): Promise<ReaderTasks[K][1]>;
}

interface ReaderOptions {
  /** The file, of which the process reads ranges when it is an archive. */
  readonly file: Pick<OpenedFile, 'name' | 'size' | 'read'>;
  readonly signal: AbortSignal;
}

/**
 * Uses a process for the parser of a foreign file, and ends it. Whatever the file does to its parser, such as an error that is
 * thrown late, a loop without end or a heap that is full, ends that process only. A worker thread does not suffice: V8 ends the
 * whole process when the heap of a thread is full and one large value is allocated.
 *
 * The process is killed with the signal, when it needs more memory than `memory-guard.ts` allows, and with this process. Of the
 * environment it has the folder of Node's compile cache only, so that its parsers are compiled once for all files.
 */
export async function withReader<T>(
  options: ReaderOptions,
  use: (reader: ReaderProcess) => Promise<T>,
): Promise<T> {
  const started: ReturnType<typeof startReader>[] = [];
  try {
    return await use({
      request(task) {
        started[0] ??= startReader(options);
        return started[0].request(task);
      },
    });
  } finally {
    await started[0]?.close();
  }
}

function startReader({ file, signal }: ReaderOptions) {
  signal.throwIfAborted();
  const child = forkReader();
  let pending: PromiseWithResolvers<unknown> | null = null;
  let problem: unknown = null;
  let items: unknown[] = [];

  const fail = (error: unknown): void => {
    problem ??= error;
    settle(({ reject }) => reject(problem));
    child.kill('SIGKILL');
  };
  const settle = (finish: (waiting: PromiseWithResolvers<unknown>) => void): void => {
    const waiting = pending;
    pending = null;
    if (waiting) finish(waiting);
  };
  const send = (request: ReaderRequest): void => {
    // A channel that is closed belongs to a process that ends, which `exit` reports.
    if (child.connected) child.send(request, () => undefined);
  };
  const answerRead = async (start: number, end: number): Promise<void> => {
    const size = Math.max(0, Math.min(end, file.size) - start);
    const bytes = await readWhole({ size, read: () => file.read({ start, end: start + size }) });
    send({ type: 'bytes', bytes });
  };
  const takeItems = ({ text, isLast }: Extract<ReaderAnswer, { type: 'items' }>): void => {
    for (const item of JSON.parse(text)) items.push(item);
    if (!isLast) return;
    const all = items;
    items = [];
    settle(({ resolve }) => resolve(all));
  };
  const abort = () => fail(signal.reason);

  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, killedBy) => {
      fail(endedError(file.name, killedBy ?? `exit code ${code}`));
      resolve();
    });
    child.on('error', (error) => {
      fail(error);
      if (child.pid === undefined) resolve();
    });
  });
  child.on('message', (message) => {
    const answer = message as ReaderAnswer;
    if (answer.type === 'read') answerRead(answer.start, answer.end).catch(fail);
    if (answer.type === 'json') settle(({ resolve }) => resolve(JSON.parse(answer.text)));
    if (answer.type === 'items') takeItems(answer);
    if (answer.type === 'bytes') settle(({ resolve }) => resolve(answer.bytes));
    if (answer.type === 'failed') settle(({ reject }) => reject(failure(answer)));
  });
  signal.addEventListener('abort', abort, { once: true });

  return {
    request<K extends ReaderTaskKind>(task: ReaderTask<K>): Promise<ReaderTasks[K][1]> {
      if (problem !== null) return Promise.reject(problem);
      if (pending) return Promise.reject(new Error('the reader process has a task already'));
      pending = Promise.withResolvers<unknown>();
      const { promise } = pending;
      send({ type: 'task', task: task as ReaderTask });
      return promise as Promise<ReaderTasks[K][1]>;
    },
    async close(): Promise<void> {
      signal.removeEventListener('abort', abort);
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function forkReader(): ChildProcess {
  // Sources run uncompiled; the published package is compiled.
  const entry = import.meta.url.endsWith('.ts') ? './serve-reader.ts' : './serve-reader.js';
  const cache = getCompileCacheDir();
  return fork(new URL(entry, import.meta.url), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${maxMemoryMiB}`],
    // What a process of Windows cannot do without, such as `SystemRoot`, is added by libuv.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
  });
}

function failure({ message, isSentence }: Extract<ReaderAnswer, { type: 'failed' }>): Error {
  return isSentence ? parserError(message) : new Error(message);
}

function endedError(name: string, how: string): Error {
  return parserError(
    `Cannot read \`${name}\`: the process that read it ended early (${how}), as it does when a file needs more than ${maxMemoryMiB} MiB of memory. Use a smaller file, or save it again.`,
  );
}
