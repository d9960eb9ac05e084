import type { Worker } from 'node:worker_threads';
import { maxReadAtOnce, parseProgram } from './program/parse-program.ts';
import {
  defaultProgramLimits,
  type ProgramLimits,
  type ProgramOptions,
  type ProgramResult,
} from './program/program.ts';
import { resultOf } from './program/program-result.ts';
import { createHostCalls } from './threads/host-functions.ts';
import type { GuestSetup, ThreadEnd, ThreadMessage, ThreadProgram } from './threads/thread-messages.ts';
import { acquireThread, terminateThread } from './threads/warm-threads.ts';

/**
 * Executes a program in a fresh QuickJS interpreter, in a thread of its own that does nothing more when the promise
 * resolves and is gone before the next program begins. Making both takes about 50 ms; from the first program on they are
 * made ahead, see {@link endWarmThreads}. A program sees the language, its globals and host functions, and its console: no modules,
 * no Node, no object of the host. How it ended is a result; a rejection means that no thread could be had.
 */
export async function runProgram(options: ProgramOptions): Promise<ProgramResult> {
  const { source, language = 'javascript', signal, findExcess } = options;
  const limits: ProgramLimits = { ...defaultProgramLimits, ...options.limits };
  // Reading TypeScript may take for ever, and long JavaScript some seconds, so the thread does it.
  const readsHere = language === 'javascript' && source.length <= maxReadAtOnce;
  const read = readsHere ? parseProgram(source, language) : { ok: true as const, code: source };
  if (!read.ok) return resultOf({ type: 'syntax', ...read.fault }, limits, { errorOf: () => undefined });
  if (signal.aborted) return canceled;

  const hostCalls = createHostCalls(options.hostFunctions ?? {}, {
    answerBytes: answerBytes(limits),
    findExcess,
    signal,
  });
  const setup: GuestSetup = {
    hostFunctions: hostCalls.names,
    exitFunctions: options.exitFunctions ?? [],
    globals: options.globals ?? {},
  };
  const program: ThreadProgram = {
    source: read.code,
    language: readsHere ? null : language,
    prelude: options.prelude ?? '',
    setup: JSON.stringify(setup),
    limits,
  };
  const thread = await acquireThread();
  let over: ProgramEnd | undefined;
  try {
    thread.postMessage(program);
    over = await waitForEnd(thread, limits, signal, {
      console: (message) => options.console?.(message.level, message.text),
      taken: (message) => hostCalls.acknowledge(message.id),
      call: async (message) => {
        const reply = await hostCalls.call(message);
        thread.postMessage(reply);
      },
    });
  } finally {
    const open = hostCalls.pendingNames();
    if (open.length > 0 && !signal.aborted) options.console?.('warn', pendingWarning(open));
    hostCalls.abort(new Error('The program is over.'));
    const end = terminateThread(thread);
    // A thread that has reported its end blocks; any other may still be running.
    if (!over || 'status' in over || hasLongText(over)) await end;
    await settleOrAbort(hostCalls.settled(), signal);
  }
  // Only now, so that the memory of the program and that of a long result of it are never held at once.
  return 'status' in over ? over : resultOf(over, limits, { errorOf: hostCalls.errorOf, findExcess });
}

/** End of a program: of its thread, or by decision of the host. */
type ProgramEnd = ThreadEnd | ProgramResult;

/** Tests whether an end has a long text, which takes much memory once it is parsed. */
function hasLongText(end: ThreadEnd): boolean {
  if (end.type === 'value') return typeof end.text !== 'string';
  return end.type === 'ending' && typeof end.args !== 'string';
}

interface Listener {
  console(message: Extract<ThreadMessage, { type: 'console' }>): void;
  taken(message: Extract<ThreadMessage, { type: 'taken' }>): void;
  call(message: Extract<ThreadMessage, { type: 'call' }>): Promise<void>;
}

/** Characters of the answers of host functions; an answer is in memory several times while it is handed in. */
function answerBytes({ memoryBytes }: ProgramLimits): number {
  return Math.min(Math.floor(memoryBytes / 4), 24 * 1024 * 1024);
}

const canceled: ProgramResult = { status: 'canceled', message: 'The program was canceled.' };

/** The first end that comes: the thread's own, its death, the deadline or the signal. */
function waitForEnd(
  thread: Worker,
  { timeMs }: ProgramLimits,
  signal: AbortSignal,
  listener: Listener,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    let over = false;
    const finish = (result: ProgramEnd | Error) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const cancel = () => finish(canceled);
    const late = (): ProgramResult => ({
      status: 'timed_out',
      message: `The program was not done within ${timeMs} ms; give it more time or less to do.`,
    });
    const timer = Number.isFinite(timeMs) ? setTimeout(() => finish(late()), timeMs) : undefined;
    signal.addEventListener('abort', cancel, { once: true });
    thread.on('message', (message: ThreadMessage) => {
      if (over) return;
      if (message.type === 'console') listener.console(message);
      else if (message.type === 'call') void listener.call(message);
      else if (message.type === 'taken') listener.taken(message);
      else if (message.type !== 'prepared') finish(message);
    });
    thread.on('error', (error) => finish(isOutOfMemory(error) ? outOfMemory : asError(error)));
    thread.on('exit', (code) =>
      finish(new Error(`The thread of a program ended by itself with code ${code}.`)),
    );
    // It may have been aborted while there was no thread yet.
    if (signal.aborted) cancel();
  });
}

const outOfMemory: ThreadEnd = { type: 'limit', limit: 'memory' };

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function pendingWarning(names: readonly string[]): string {
  const list = [...new Set(names)].map((name) => `\`${name}\``).join(', ');
  return `The program returned while calls were under way, so they were canceled: ${list}. Put \`await\` before them.`;
}

/** Work that must stop by itself now; nobody waits for it once the signal is aborted. */
async function settleOrAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    work.then(done, done);
  });
}
