/**
 * How often the parent process is looked for, in ms. Only for a command that `npm exec` or `npx` started: they send SIGTERM
 * to the shell between them and the command, which ends and passes no signal on.
 */
const parentCheckMs = 500;

/**
 * Waits for SIGINT or SIGTERM; a second signal exits the process immediately. A command that `npx` started stops too when
 * the shell of `npx` has ended.
 */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      stopWatching();
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
      process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
    };
    const stopWatching = isStartedByNpmExec(process.env) ? onParentEnd(stop) : () => undefined;
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
}

/** Returns whether `npm exec` or `npx` executes this command, not a program that has started it and may end before it. */
export function isStartedByNpmExec({
  npm_command: command,
  npm_lifecycle_script: script = '',
}: NodeJS.ProcessEnv): boolean {
  return command === 'exec' && /(?:^|[\s'"/])runwright(?:['"\s]|$)/.test(script);
}

function onParentEnd(ended: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) ended();
  }, parentCheckMs).unref();
  return () => clearInterval(timer);
}
