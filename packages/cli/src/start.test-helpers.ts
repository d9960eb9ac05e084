import { type ChildProcess, spawn } from 'node:child_process';
import { browserVariables } from './shared-browser.test-helpers.ts';

/** A `runwright start` in a process of its own. */
export interface Started {
  readonly process: ChildProcess;
  /** Where it serves, without a slash at the end. */
  readonly base: string;
}

const main = new URL('./main.ts', import.meta.url).pathname;

/**
 * Starts the service on a port that it chooses itself, and waits until it says where it serves.
 *
 * @param variables is added to the environment of this process
 * @param born is given the process at once, to end it whatever comes
 * @param print is given everything that it prints
 * @param args of the command
 */
export async function startCommand(
  variables: Readonly<Record<string, string>>,
  born: (child: ChildProcess) => void,
  print: (bytes: Buffer) => void = () => undefined,
  args: readonly string[] = ['start'],
): Promise<Started> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...browserVariables(), ...variables, RUNWRIGHT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  born(child);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      print(bytes);
      printed += String(bytes);
      const base = /serves (http:\S+)\s|(Executing runs)/.exec(printed)?.slice(1).find(Boolean);
      if (base) resolve(base);
    });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The service has ended:\n${printed}`)));
  return { process: child, base: await promise };
}
