import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBrowserFolder, reapBrowsers } from './browser-folder.ts';

let stateFolder: string;
beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright state-'));
});
afterEach(() => rm(stateFolder, { recursive: true, force: true }));

describe('reaping', () => {
  it('keeps the browsers of a running owner', async () => {
    const folder = await createBrowserFolder(stateFolder);
    expect(await reapBrowsers(stateFolder)).toBe(0);
    expect(existsSync(folder.profile)).toBe(true);
  });

  it('treats an owner as dead when another process has its pid', async () => {
    const folder = await createBrowserFolder(stateFolder);
    await writeFile(join(folder.path, 'owner.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    expect(await reapBrowsers(stateFolder)).toBe(1);
    expect(existsSync(folder.path)).toBe(false);
  });

  it('finds nothing in a missing folder', async () => {
    expect(await reapBrowsers(join(stateFolder, 'none'))).toBe(0);
  });
});
