import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { loadInterpreter } from '../guest/load-interpreter.ts';
import type { ThreadData, ThreadMessage } from './thread-messages.ts';

/*
 * Threads that have prepared their interpreter and wait for a program. A thread executes one program and is ended
 * after it, so nothing of a program can be left for the next one; while one program runs, the thread of the next is made.
 */

/** Threads kept ready at most. */
const maximumReady = 2;
/** Milliseconds after the beginning of a program until the thread of a next one is started. */
const startAfterMs = 20;
/** Milliseconds without a program after which they are ended. */
const idleMs = 60_000;

/** Threads without a program, the oldest first; the value tells whether a thread has prepared its interpreter. */
const ready = new Map<Worker, boolean>();
/** The ends of threads that are being ended. */
const ending = new Set<Promise<unknown>>();
let starting = 0;
/** Changes when threads are ended, so that none that was asked for before is kept. */
let generation = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Returns a thread that waits for its program: one that is prepared, or one that is being made. It is the caller's to end,
 * with {@link terminateThread}. Threads that are being ended are waited for, so that the memory of a program is free before the
 * next program begins.
 */
export async function acquireThread(): Promise<Worker> {
  const module = await loadInterpreter();
  await Promise.all(ending);
  const thread = oldestReady() ?? startThread(module);
  keepReady();
  clearTimeout(idle);
  idle = setTimeout(() => void endWarmThreads(), idleMs).unref();
  return thread;
}

/** Ends a thread whatever it is doing. Nothing of its program is left once the promise resolves. */
export async function terminateThread(thread: Worker): Promise<void> {
  const end = thread.terminate().finally(() => ending.delete(end));
  ending.add(end);
  await end;
}

/**
 * Ends the threads that are kept ready for programs; programs that run are left alone. Up to two are kept from the first
 * program on. They end by themselves after a minute without a program, and do not keep the process alive.
 */
export async function endWarmThreads(): Promise<void> {
  generation += 1;
  clearTimeout(idle);
  for (const thread of ready.keys()) void terminateThread(thread);
  ready.clear();
  await Promise.all(ending);
}

function oldestReady(): Worker | undefined {
  const threads = [...ready];
  const [thread] = threads.find(([, isPrepared]) => isPrepared) ?? threads[0] ?? [];
  if (!thread) return undefined;
  ready.delete(thread);
  // Not all listeners: Node's own start and stop the thread's port.
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
  thread.ref();
  return thread;
}

/** Starts what is missing, a little later: a short program has the processor to itself. */
function keepReady(): void {
  if (ready.size + starting >= maximumReady) return;
  starting += 1;
  const wanted = generation;
  setTimeout(async () => {
    try {
      const module = await loadInterpreter();
      if (wanted === generation) keepReadyThread(startThread(module));
    } catch {
      // The next program starts its own thread, and tells why that fails.
    } finally {
      starting -= 1;
    }
  }, startAfterMs).unref();
}

function keepReadyThread(thread: Worker): void {
  ready.set(thread, false);
  const drop = () => ready.delete(thread);
  thread.on('message', ({ type }: ThreadMessage) => {
    if (type === 'prepared') {
      ready.set(thread, true);
      return;
    }
    // It could not prepare itself; the next program starts its own thread, and tells why that fails.
    drop();
    void terminateThread(thread);
  });
  thread.on('error', drop);
  thread.on('exit', drop);
  thread.unref();
}

function startThread(module: WebAssembly.Module): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const data: ThreadData = { module };
  const cache = getCompileCacheDir();
  return new Worker(new URL(`./thread.${extension}`, import.meta.url), {
    name: 'runwright-program',
    workerData: data,
    argv: [],
    // With a compile cache, Node compiles the modules of all threads once.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    execArgv: [],
    // Texts on their way through the thread; the program's own memory is the interpreter's.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
}
