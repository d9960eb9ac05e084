import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserDriver } from '@runwright/contract';
import { browserUnderTest, sharedDriver } from '@runwright/testing/browser';
import type { BrowserContext } from 'playwright-core';
import { afterAll } from 'vitest';
import { type PlaywrightDriverOptions, playwrightDriver } from './driver.ts';

/** Opens drivers whose sessions are contexts of one browser, which all test files of the process share. */
export function drivers(): () => Promise<BrowserDriver<BrowserContext>> {
  return async () =>
    sharedDriver('playwright', (stateFolder) =>
      playwrightDriver({ ...browserUnderTest(), stateFolder, isolation: 'context' }),
    );
}

/** Opens drivers whose sessions have a browser process each, in folders that go when the tests of the file are over. */
export function processDrivers(
  options: Omit<PlaywrightDriverOptions, 'stateFolder'> = {},
): () => Promise<BrowserDriver<BrowserContext>> {
  const folders: string[] = [];
  afterAll(() =>
    Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }))),
  );
  return async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'runwright-browsers-'));
    folders.push(stateFolder);
    return playwrightDriver({ ...browserUnderTest(), ...options, stateFolder });
  };
}
