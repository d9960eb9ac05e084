import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const passedOn = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const onWindows = process.platform === 'win32';

/**
 * Runs a command to its end with our signals passed on to it.
 * A command that a signal ended has the exit code 128 plus the signal's number, as in a shell; one that could not be
 * started has 127. With `quiet` its output is kept and returned instead of shown. An aborted `signal` ends it with SIGTERM.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string, timeoutMs?: number, signal?: AbortSignal }} [options]
 * @returns {Promise<{ exitCode: number, output: string }>}
 */
export function run(command, args, { env = process.env, quiet = false, cwd, timeoutMs, signal: abort } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env,
      ...(cwd && { cwd }),
      ...(timeoutMs && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // Windows starts npm and friends, which are .cmd files, through its shell only.
      shell: onWindows && command !== 'node',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
      });
    }
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      // A terminal has already sent its own signals to the whole group; a second one could mean "at once" to the child.
      if (process.stdin.isTTY && signal !== 'SIGTERM') return;
      child.kill(signal);
    };
    const end = () => child.kill('SIGTERM');
    for (const signal of passedOn) process.on(signal, passOn);
    abort?.addEventListener('abort', end, { once: true });
    /** @param {number} exitCode */
    const finish = (exitCode) => {
      for (const signal of passedOn) process.off(signal, passOn);
      abort?.removeEventListener('abort', end);
      resolve({ exitCode, output });
    };
    child.once('error', (error) => {
      output += error.message;
      if (child.pid === undefined) finish(127);
    });
    child.once('close', (code, signal) => finish(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

/**
 * Whether a signal, and not the command itself, brought the end.
 *
 * @param {number} exitCode
 */
export function wasInterrupted(exitCode) {
  return exitCode > 128 && exitCode <= 128 + 64;
}
