import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../packages/cli/src/main.ts');

/** A process that a test has started. */
export interface TestProcess {
  /** Ends it and waits until it has ended. */
  stop(): Promise<void>;
}

/** Starts `runwright start` on a port of loopback that is free, and returns the port when it serves. */
export async function startService(
  variables: Readonly<Record<string, string>>,
): Promise<TestProcess & { readonly port: string }> {
  const child = spawn(process.execPath, [main, 'start'], {
    env: { ...process.env, ...variables, RUNWRIGHT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, port = ''] = await printed(child, /serves http:\S+:(\d+)\s/);
  return { port, stop: () => stop(child, 'SIGINT') };
}

/** Waits until a process has printed what matches; throws with all that it printed when it ends before. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      text += String(bytes);
      const found = pattern.exec(text);
      if (found) resolve(found);
    });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The process has ended:\n${text}`)));
  return promise;
}

/** Sends a signal to a process and waits until it has ended. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
