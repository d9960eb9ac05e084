import type { ChildProcess } from 'node:child_process';
import { heard } from '../http/load.ts';

/** Starts processes and waits until each has told that it is ready. */
export async function started(count: number, start: () => ChildProcess): Promise<readonly ChildProcess[]> {
  const children = Array.from({ length: count }, start);
  await Promise.all(children.map((child) => heard(child)));
  return children;
}
