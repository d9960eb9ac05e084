import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from './setup/child.mjs';

/** A small clone, with an npx that notes its call and does what the test says. */
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'runwright-clone-'));
  cpSync(import.meta.dirname, join(clone, 'scripts'), { recursive: true });
  mkdirSync(join(clone, 'packages/core'), { recursive: true });
  mkdirSync(join(clone, 'bin'));
  write('package.json', '{ "config": { "node": "26.10.0", "pnpm": "12.21.0" } }');
  write('packages/core/package.json', '{}');
  write('pnpm-workspace.yaml', '');
  write('pnpm-lock.yaml', '');
  npx('mkdir -p node_modules');
});
afterEach(() => rmSync(clone, { recursive: true }));

describe('bootstrap', () => {
  it('hands arguments on, whatever they look like', async () => {
    const { output } = await bootstrap(
      'node',
      '-p',
      'process.argv.slice(1).join()',
      '--',
      '--port',
      'a b',
      '$HOME',
    );
    expect(output).toContain('--port,a b,$HOME\n');
  });

  it('ends with the exit code of the command', async () => {
    expect((await bootstrap('node', '-e', 'process.exit(7)')).exitCode).toBe(7);
  });

  it('ends with 128 and the signal when a signal ended the command', async () => {
    expect((await bootstrap('node', '-e', 'process.kill(process.pid, "SIGKILL")')).exitCode).toBe(137);
  });

  it('passes SIGTERM on and waits for the command to end', async () => {
    await bootstrap('node', '-v');
    const script = `
      process.on('SIGTERM', () => setTimeout(() => { console.log('put away'); process.exit(3); }, 50));
      setInterval(() => {}, 1000);
      console.log('ready');`;
    const child = spawn(process.execPath, [entry(), '--no-browser', 'node', '-e', script], { env: env() });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output === 'ready\n') child.kill('SIGTERM');
    });
    const [exitCode] = await once(child, 'close');
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: 'ready\nput away\n' });
  });

  it('installs once, and then says and does nothing', async () => {
    const first = await bootstrap('node', '-p', '"it runs"');
    const second = await bootstrap('node', '-p', '"it runs"');
    expect(first.output).toBe('set-up: installing packages (pnpm 12.21.0, frozen lockfile)\nit runs\n');
    expect(second.output).toBe('it runs\n');
    expect(installs()).toBe(1);
  });

  it('installs again when a manifest has changed', async () => {
    await bootstrap('node', '-v');
    write('packages/core/package.json', '{ "dependencies": { "xstate": "5" } }');
    await bootstrap('node', '-v');
    expect(installs()).toBe(2);
  });

  it('installs once when two start at the same time', async () => {
    const both = await Promise.all([bootstrap('node', '-v'), bootstrap('node', '-v')]);
    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(installs()).toBe(1);
  });

  it('shows why an install failed and says what to do, without running the command', async () => {
    npx('echo ERR_PNPM_OUTDATED_LOCKFILE; exit 1');
    const { exitCode, output } = await bootstrap('node', '-p', '"it runs"');
    expect(exitCode).toBe(1);
    expect(output).toContain('run `npx pnpm@12.21.0 install` and commit pnpm-lock.yaml');
    expect(output).not.toContain('it runs');
  });

  it('explains itself when it gets no command', async () => {
    const { exitCode, output } = await bootstrap();
    expect({ exitCode, output }).toEqual({
      exitCode: 2,
      output:
        'set-up: no command given. Usage: node scripts/bootstrap.mjs [--no-browser] <command> [args...]\n',
    });
  });
});

function bootstrap(...command: readonly string[]) {
  const args = [entry(), '--no-browser', ...command];
  return run(process.execPath, args, { env: env(), quiet: true });
}

function entry(): string {
  return join(clone, 'scripts/bootstrap.mjs');
}

/** A PATH on which our npx hides the real one, which lies beside the node that runs us. */
function env(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(clone, 'node_modules/.bin')}:${process.env.PATH}` };
}

function npx(script: string): void {
  mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true });
  const path = 'node_modules/.bin/npx';
  write(path, `#!/bin/sh\necho call >> '${join(clone, 'calls')}'\n${script}\n`);
  chmodSync(join(clone, path), 0o755);
}

function write(path: string, text: string): void {
  writeFileSync(join(clone, path), text);
}

function installs(): number {
  return readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n').length;
}
