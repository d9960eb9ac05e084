import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Load, Measured } from './load-child.ts';

/** Sends requests from another process, and returns what was measured. */
export async function load(given: Load): Promise<Measured> {
  const child = fork(new URL('./load-child.ts', import.meta.url).pathname);
  child.send(given);
  return await heard<Measured>(child);
}

/** Returns the first message of a process. Throws when it ends before. */
export async function heard<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${code}.`);
  });
  ended.catch(() => undefined);
  return (await Promise.race([once(child, 'message').then(([message]) => message), ended])) as T;
}
