import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from './setup/child.mjs';
import { pnpmPackages } from './setup/packages.mjs';
import { arePinned, checksums, installPinned } from './setup/pinned.mjs';

/** A small clone, with an npm that brings a pnpm, which notes its call and does what the test says. */
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
  pnpm('mkdir -p node_modules');
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
    pnpm('echo ERR_PNPM_OUTDATED_LOCKFILE; exit 1');
    const { exitCode, output } = await bootstrap('node', '-p', '"it runs"');
    expect(exitCode).toBe(1);
    expect(output).toContain('run `npx pnpm@12.21.0 install` and commit pnpm-lock.yaml');
    expect(output).not.toContain('it runs');
  });

  it('fetches pnpm under the checksums of the repository', { tags: ['security'] }, async () => {
    await bootstrap('node', '-v');
    if (!arePinned(pnpmPackages(process.platform, process.arch, '12.21.0'))) return;
    const lock = JSON.parse(readFileSync(join(clone, '.runtime/pnpm-12.21.0/package-lock.json'), 'utf8'));
    const { '': root, ...packages } = lock.packages;
    expect(Object.keys(root.dependencies)).toHaveLength(2);
    for (const [place, entry] of Object.entries(packages)) {
      const { version, integrity } = entry as { version: string; integrity: string };
      expect(integrity).toBe(checksums[`${place.replace('node_modules/', '')}@${version}`]);
      expect(integrity).toMatch(/^sha512-.{86}==$/);
    }
  });

  it('refuses to fetch what has no checksum', { tags: ['security'] }, async () => {
    const packages = [{ name: 'pnpm', version: '0.0.1' }];
    const fetching = installPinned({ folder: join(clone, 'x'), packages, env: env(), advice: () => '' });
    await expect(fetching).rejects.toThrow(/no checksum of pnpm@0\.0\.1 in scripts\/setup\/pinned\.mjs/);
  });

  it('explains itself when it gets no command', async () => {
    const { exitCode, output } = await bootstrap();
    expect({ exitCode, output }).toEqual({
      exitCode: 2,
      output:
        'set-up: no command given. Usage: node scripts/bootstrap.mjs [--no-browser|--tests] <command> [args...]\n',
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

/** A PATH on which our npm and npx hide the real ones, which lie beside the node that runs us. */
function env(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(clone, 'node_modules/.bin')}:${process.env.PATH}` };
}

/** Makes `npm ci --prefix <folder>` bring a pnpm, and npx run the same where the repository holds no checksum of it. */
function pnpm(script: string): void {
  mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true });
  const text = `#!/bin/sh\necho call >> '${join(clone, 'calls')}'\n${script}\n`;
  executable('pnpm', text);
  executable('node_modules/.bin/npx', text);
  executable(
    'node_modules/.bin/npm',
    `#!/bin/sh\nmkdir -p "$3/node_modules/.bin" && cp '${join(clone, 'pnpm')}' "$3/node_modules/.bin/pnpm"\n`,
  );
}

function executable(path: string, text: string): void {
  write(path, text);
  chmodSync(join(clone, path), 0o755);
}

function write(path: string, text: string): void {
  writeFileSync(join(clone, path), text);
}

function installs(): number {
  return readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n').length;
}
