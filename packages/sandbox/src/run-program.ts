import { Worker } from 'node:worker_threads';
import { hostVerbs } from './host-verbs.ts';
import { interpreter } from './interpreter.ts';
import {
  defaultProgramLimits,
  type ProgramLimits,
  type ProgramOptions,
  type ProgramResult,
} from './program.ts';
import { readProgram } from './read-program.ts';
import { resultOf } from './result-of.ts';
import type { GuestSetup, ThreadData, ThreadEnd, ThreadMessage } from './wire.ts';

/**
 * Carries out a program in a fresh QuickJS interpreter, in a thread of its own that is gone when the promise resolves:
 * about 25 ms for a program that does nothing. A program sees the language, its globals and verbs, and its console:
 * no modules, no Node, no object of the host. How it ended is a result; a rejection means that no thread could be had.
 */
export async function runProgram(options: ProgramOptions): Promise<ProgramResult> {
  const { source, language = 'javascript', signal } = options;
  const limits: ProgramLimits = { ...defaultProgramLimits, ...options.limits };
  // Reading JavaScript takes milliseconds; TypeScript may take for ever, so the thread does it.
  const read =
    language === 'javascript' ? readProgram(source, language) : { ok: true as const, code: source };
  if (!read.ok) return resultOf({ type: 'syntax', ...read.fault }, limits, () => undefined);
  const module = await interpreter();
  if (signal.aborted) return canceled;

  const verbs = hostVerbs(options.verbs ?? {}, Math.floor(limits.memoryBytes / 4), signal);
  const setup: GuestSetup = {
    verbs: verbs.names,
    endings: options.endings ?? [],
    globals: options.globals ?? {},
  };
  const data: ThreadData = {
    module,
    source: read.code,
    language,
    prelude: options.prelude ?? '',
    setup: JSON.stringify(setup),
    limits,
  };
  const thread = startThread(data);
  try {
    return await ended(thread, limits, signal, {
      console: (message) => options.console?.(message.level, message.text),
      call: async (message) => {
        const reply = await verbs.call(message);
        thread.postMessage(reply);
      },
      end: (message) => resultOf(message, limits, verbs.thrownIn),
    });
  } finally {
    const open = verbs.open();
    if (open.length > 0 && !signal.aborted) options.console?.('warn', stillOpen(open));
    verbs.abort(new Error('The program is over.'));
    await thread.terminate();
    await untilAborted(verbs.settled(), signal);
  }
}

interface Listener {
  console(message: Extract<ThreadMessage, { type: 'console' }>): void;
  call(message: Extract<ThreadMessage, { type: 'call' }>): Promise<void>;
  end(message: ThreadEnd): ProgramResult;
}

const canceled: ProgramResult = { status: 'canceled', message: 'The program was canceled.' };

/** The first end that comes: the thread's own, its death, the deadline or the signal. */
function ended(
  thread: Worker,
  { timeMs }: ProgramLimits,
  signal: AbortSignal,
  listener: Listener,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    let over = false;
    const finish = (result: ProgramResult | Error) => {
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
      else finish(listener.end(message));
    });
    thread.on('error', (error) => finish(isOutOfMemory(error) ? listener.end(outOfMemory) : asError(error)));
    thread.on('exit', (code) =>
      finish(new Error(`The thread of a program ended by itself with code ${code}.`)),
    );
  });
}

function startThread(data: ThreadData): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./thread.${extension}`, import.meta.url), {
    name: 'runwright-program',
    workerData: data,
    argv: [],
    env: {},
    execArgv: [],
    // Texts on their way through the thread; the program's own memory is the interpreter's.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
}

const outOfMemory: ThreadEnd = { type: 'limit', limit: 'memory' };

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function stillOpen(names: readonly string[]): string {
  const list = [...new Set(names)].map((name) => `\`${name}\``).join(', ');
  return `The program returned while calls were under way, so they were canceled: ${list}. Put \`await\` before them.`;
}

/** Work that must stop by itself now; nobody waits for it once the signal is aborted. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
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
