import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deployFiles, drainSeconds, readDeployFile } from './deploy-files.test-helpers.ts';
import { isInstalled } from './start-proxy.ts';

const units = deployFiles().filter((file) => file.endsWith('.service'));
const isHere = isInstalled('systemd-analyze', '--version');
if (!isHere) console.log('LEFT OUT: systemd is not installed, so the units of deploy/ are not verified.');

describe.skipIf(!isHere)('systemd', () => {
  it.each(units)('accepts %s without a warning', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'runwright-unit-'));
    const file = join(folder, name);
    // The program is not installed where the tests run.
    writeFileSync(file, readDeployFile(name).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr.split('\n').filter((line) => line.includes(file))]).toEqual([0, []]);
  });
});

it('there are units for one process that does all, for an API and for a worker', () => {
  const commands = units.map((name) => /^ExecStart=\S+\/runwright (.*)$/m.exec(readDeployFile(name))?.[1]);
  expect(commands).toEqual(['start --no-worker', 'worker', 'start']);
});

it.each(units)('%s waits longer than the service drains', (name) => {
  const seconds = /^TimeoutStopSec=(\d+)$/m.exec(readDeployFile(name))?.[1];
  expect(Number(seconds)).toBeGreaterThan(drainSeconds);
});

it.each(['runwright.service', 'runwright-worker.service'])(
  '%s leaves the sandbox of Chromium what it needs',
  (name) => {
    const unit = readDeployFile(name);
    expect(unit).not.toMatch(/^(?:RestrictNamespaces|MemoryDenyWriteExecute|PrivateUsers)=/m);
    expect(unit).toMatch(/^SystemCallFilter=@system-service @mount seccomp$/m);
  },
);

it('processes on one machine have folders and ports of their own', () => {
  const settings = units.map((name) => /^Environment=.*$/m.exec(readDeployFile(name))?.[0] ?? '');
  const folders = settings.map((line) => /RUNWRIGHT_DATA_DIR=(\S+)/.exec(line)?.[1]);
  const ports = settings.map((line) => /RUNWRIGHT_METRICS=(\S+)/.exec(line)?.[1]).filter(Boolean);
  expect(new Set(folders).size).toBe(units.length);
  expect(new Set(ports).size).toBe(2);
});
