import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { egressPolicy } from '@runwright/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { playwrightDriver } from '../index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-launch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a browser whose binary prints a line and ends. */
async function openPrinting(line: string): Promise<unknown> {
  const executablePath = join(folder, 'chromium');
  writeFileSync(executablePath, `#!/bin/sh\necho '${line}' >&2\nexit 1\n`, { mode: 0o755 });
  const driver = playwrightDriver({ executablePath, stateFolder: join(folder, 'state') });
  const { signal } = new AbortController();
  try {
    return await driver.open({ egress: egressPolicy(), reveal: (text) => text, signal });
  } catch (error) {
    return error;
  } finally {
    await driver.close();
  }
}

it('a browser whose sandbox is refused is reported with that cause and its remedy', async () => {
  const error = await openPrinting(
    '[7:7:1125/050912.1:FATAL:zygote_host_impl_linux.cc:128] No usable sandbox! Update your kernel.',
  );
  expect(error).toMatchObject({
    code: 'browser_failed',
    message: expect.stringMatching(/No usable sandbox!.*needs user namespaces/),
  });
});

it('a browser that lacks a library is reported with what it printed', async () => {
  const error = await openPrinting('chromium: error while loading shared libraries: libnss3.so');
  expect(error).toMatchObject({
    code: 'browser_failed',
    message: expect.stringMatching(/loading shared libraries: libnss3\.so.*Run this binary by hand/),
  });
});
