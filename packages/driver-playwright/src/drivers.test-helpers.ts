import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserDriver } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import type { BrowserContext } from 'playwright-core';
import { afterAll } from 'vitest';
import { type PlaywrightDriverOptions, playwrightDriver } from './driver.ts';

/** Opens drivers in folders of their own, which go when the tests of the file are over. */
export function drivers(
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
