import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { isStartedByNpmExec } from './wait-for-stop-signal.ts';

/** Starts a process that waits for the stop signal below a shell, as `npx` does, and waits until it does. */
async function belowShell(variables: NodeJS.ProcessEnv) {
  const source = new URL('./wait-for-stop-signal.ts', import.meta.url).href;
  const code = `
    import { waitForStopSignal } from ${JSON.stringify(source)};
    const alive = setInterval(() => undefined, 1000);
    const stopped = waitForStopSignal();
    console.log('waiting ' + process.pid);
    await stopped;
    clearInterval(alive);
    console.log('stopped');`;
  // The command after it keeps the shell from replacing itself with the first one.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; exit $?', process.execPath, code], {
    env: { ...process.env, npm_command: '', npm_lifecycle_script: '', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  shell.stdout.on('data', (bytes: Buffer) => {
    printed += String(bytes);
  });
  await expect.poll(() => printed, { timeout: 18_000 }).toContain('waiting');
  const pid = Number(/\d+/.exec(printed)?.[0]);
  onTestFinished(() => {
    if (!shell.stdout.closed) process.kill(pid, 'SIGKILL');
  });
  return { shell, pid, printed: () => printed };
}

it('a command that npx started stops when SIGTERM ends the shell of npx', async () => {
  const { shell, printed } = await belowShell({
    npm_command: 'exec',
    npm_lifecycle_script: "'runwright' start",
  });
  const closed = once(shell, 'close');
  shell.kill('SIGTERM');
  await closed;
  expect(printed()).toMatch(/^waiting \d+\nstopped\n$/);
});

it('a command that something else started outlives its parent, and stops at SIGTERM', async () => {
  const { shell, pid, printed } = await belowShell({});
  const closed = once(shell, 'close');
  const exited = once(shell, 'exit');
  shell.kill('SIGKILL');
  await exited;
  expect(printed()).not.toContain('stopped');
  process.kill(pid, 'SIGTERM');
  await closed;
  expect(printed()).toContain('stopped');
});

it('knows by the variables of npm whether npx executes the command', () => {
  const by = (npm_command: string, npm_lifecycle_script: string) =>
    isStartedByNpmExec({ npm_command, npm_lifecycle_script });
  expect(by('exec', "'runwright' start --demo")).toBe(true);
  expect(by('exec', 'runwright worker')).toBe(true);
  expect(by('exec', './node_modules/.bin/runwright start')).toBe(true);
  expect(by('exec', "'vitest' 'run'")).toBe(false);
  expect(by('run-script', 'runwright start')).toBe(false);
  expect(isStartedByNpmExec({})).toBe(false);
});
