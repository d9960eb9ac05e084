import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Maximum heap of a reader process, in MiB. */
export const maxMemoryMiB = 1024;
/** Maximum memory of the whole process, in bytes: buffers are not part of the heap. */
const maxProcessBytes = 1.5 * maxMemoryMiB * 1024 * 1024;
/** Interval of the look at the memory. */
const lookMs = 100;

/** What the thread is given; tells it apart from other threads that import this module. */
interface GuardData {
  readonly guardedBy: 'memory-guard';
  readonly parentId: number;
}

/**
 * Starts a thread that kills this process when it uses too much memory or its parent has died. A parser that is busy cannot
 * look itself.
 */
export function startMemoryGuard(): void {
  const data: GuardData = { guardedBy: 'memory-guard', parentId: process.ppid };
  new Worker(new URL(import.meta.url), { workerData: data, env: {}, execArgv: [] }).unref();
}

if (!isMainThread && isGuardData(workerData)) {
  const { parentId } = workerData;
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > maxProcessBytes || process.ppid !== parentId;
    if (isOver) process.kill(process.pid, 'SIGKILL');
  }, lookMs);
}

function isGuardData(data: unknown): data is GuardData {
  return typeof data === 'object' && data !== null && 'guardedBy' in data;
}
