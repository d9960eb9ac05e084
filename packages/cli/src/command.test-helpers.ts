import { type ExecFileException, execFile } from 'node:child_process';
import { vi } from 'vitest';
import { executeCommand } from './program.ts';

/** What a command printed, and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Executes a command line of `runwright` with these variables besides those of this process. */
export type RunCommand = (
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
) => Promise<CommandResult>;

/** Options of a test that starts a process from the sources: on a busy machine that alone takes many seconds. */
export const startsProcess = { timeout: 60_000 } as const;

/** Path of the command. */
export const main = new URL('./main.ts', import.meta.url).pathname;

/** Executes it in a process of its own, in the working folder `cwd`. */
export const runInChild = (
  args: Parameters<RunCommand>[0],
  variables: Parameters<RunCommand>[1],
  cwd = process.cwd(),
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...variables, NO_COLOR: '1' };
    execFile(process.execPath, [main, ...args], { env, cwd }, (error: ExecFileException | null, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });

/** Executes it in this process, whose environment, signal handlers and exit code are the same afterwards. */
export const runInProcess: RunCommand = async (args, variables) => {
  const { exitCode } = process;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const handlers = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));
  const printed = { out: '', err: '' };
  const print = (to: keyof typeof printed) => (text: unknown) => {
    printed[to] += `${String(text)}\n`;
  };
  // Errors of the command line, and help, are written as they are.
  const write = (to: keyof typeof printed) => (text: unknown) => {
    printed[to] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print('out')),
    vi.spyOn(console, 'error').mockImplementation(print('err')),
    vi.spyOn(process.stdout, 'write').mockImplementation(write('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('err')),
  ];
  // `--config` sets it.
  vi.stubEnv('RUNWRIGHT_CONFIG', undefined);
  for (const [name, value] of Object.entries({ ...variables, NO_COLOR: '1' })) vi.stubEnv(name, value);
  try {
    process.exitCode = 0;
    await executeCommand(['node', 'runwright', ...args]);
    return { code: Number(process.exitCode), ...printed };
  } finally {
    process.exitCode = exitCode;
    for (const signal of signals)
      for (const handler of process.listeners(signal))
        if (!handlers.get(signal)?.has(handler)) process.off(signal, handler);
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
};
