import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled } from './start-proxy.ts';

const unit = readFileSync(join(import.meta.dirname, '../../deploy/runwright.service'), 'utf8');
const isHere = isInstalled('systemd-analyze', '--version');
if (!isHere) console.log('LEFT OUT: systemd is not installed, so deploy/runwright.service is not verified.');

describe.skipIf(!isHere)('the unit of systemd', () => {
  it('is accepted by systemd without a warning', () => {
    const folder = mkdtempSync(join(tmpdir(), 'runwright-unit-'));
    const file = join(folder, 'runwright.service');
    // The program is not installed where the tests run.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr.split('\n').filter((line) => line.includes(file))]).toEqual([0, []]);
  });
});

it('waits longer than the service drains, and leaves the sandbox of Chromium what it needs', () => {
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20);
  expect(unit).not.toMatch(/^(?:RestrictNamespaces|MemoryDenyWriteExecute|PrivateUsers)=/m);
});
