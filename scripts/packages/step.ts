import { run } from '../setup/child.mjs';

/** Command of a step, with what it may take. */
export interface StepOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Default 600,000: it ends what hangs, also on a busy machine. */
  readonly timeoutMs?: number;
}

/** Runs a command and returns what it printed. Rejects with all of that when it does not end with 0. */
export async function must(command: string, args: readonly string[], options: StepOptions): Promise<string> {
  const { cwd, env = process.env, timeoutMs = 600_000 } = options;
  const { exitCode, output } = await run(command, args, { quiet: true, cwd, env, timeoutMs });
  if (exitCode === 0) return output;
  throw new Error(
    `${output.trimEnd()}\n\`${[command, ...args].join(' ')}\` ended with ${exitCode} in ${cwd}`,
  );
}

/** Prints one line for a finished step, with its time. */
export async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  try {
    const result = await work();
    console.log(`ok      ${name} (${seconds()})`);
    return result;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    throw new Error(`FAILED  ${name} (${seconds()})`, { cause: error });
  }
}
