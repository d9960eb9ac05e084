import { run, wasInterrupted } from './child.mjs';

/** A set-up step that cannot go on. The message says what to do; `exitCode` is what the start ends with. */
export class SetupFailure extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * One line about set-up, on standard error: standard output belongs to the command.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`set-up: ${line}\n`);
}

/**
 * Runs a set-up command without showing its output, unless it fails: then its last lines come before the advice.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd: string, advice: (output: string) => string }} options
 * @throws {SetupFailure} when the command ends with anything but 0
 */
export async function must(command, args, { env, cwd, advice }) {
  const { exitCode, output } = await run(command, args, { env, cwd, quiet: true });
  if (exitCode === 0) return;
  if (wasInterrupted(exitCode))
    throw new SetupFailure('interrupted; the next start goes on from here', exitCode);
  const tail = output.trim().split('\n').slice(-20).join('\n');
  throw new SetupFailure(
    `\`${[command, ...args].join(' ')}\` ended with ${exitCode}:\n${tail}\n${advice(output)}`,
  );
}
