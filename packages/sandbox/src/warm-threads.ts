import { Worker } from 'node:worker_threads';
import { interpreter } from './interpreter.ts';
import type { ThreadData } from './wire.ts';

/*
 * Threads that have made their interpreter and wait for a program. A thread carries out one program and is ended after
 * it, so nothing of a program can be left for the next one; while one program runs, the thread of the next is made.
 */

/** Threads kept ready at most. */
const most = 2;
/** Milliseconds after the beginning of a program until the thread of a next one is started. */
const startAfterMs = 20;
/** Milliseconds without a program after which they are ended. */
const idleMs = 60_000;

const ready = new Set<Worker>();
let starting = 0;
/** Changes when threads are ended, so that none that was asked for before is kept. */
let generation = 0;
let idle: NodeJS.Timeout | undefined;

/** A thread that waits for its program: one that is ready, or a new one. It is the caller's to end. */
export async function takeThread(): Promise<Worker> {
  const [kept] = ready;
  if (kept) ready.delete(kept);
  const thread = kept ?? startThread(await interpreter());
  thread.removeAllListeners();
  thread.ref();
  keepReady();
  clearTimeout(idle);
  idle = setTimeout(() => void endWarmThreads(), idleMs).unref();
  return thread;
}

/**
 * Ends the threads that are kept ready for programs; programs that run are left alone. Up to two are kept from the first
 * program on. They end by themselves after a minute without a program, and do not keep the process alive.
 */
export async function endWarmThreads(): Promise<void> {
  generation += 1;
  clearTimeout(idle);
  const threads = [...ready];
  ready.clear();
  await Promise.all(threads.map((thread) => thread.terminate()));
}

/** Starts what is missing, a little later: a short program has the processor to itself. */
function keepReady(): void {
  if (ready.size + starting >= most) return;
  starting += 1;
  const wanted = generation;
  setTimeout(async () => {
    try {
      const module = await interpreter();
      if (wanted === generation) keep(startThread(module));
    } catch {
      // The next program starts its own thread, and tells why that fails.
    } finally {
      starting -= 1;
    }
  }, startAfterMs).unref();
}

function keep(thread: Worker): void {
  ready.add(thread);
  thread.unref();
  const drop = () => ready.delete(thread);
  thread.on('error', drop);
  thread.on('exit', drop);
}

function startThread(module: WebAssembly.Module): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const data: ThreadData = { module };
  return new Worker(new URL(`./thread.${extension}`, import.meta.url), {
    name: 'runwright-program',
    workerData: data,
    argv: [],
    env: {},
    execArgv: [],
    // Texts on their way through the thread; the program's own memory is the interpreter's.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
}
