import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserDriver, BrowserSession } from '@runwright/contract';
import { browserUnderTest, type RemoteBrowser, startRemoteBrowser } from '@runwright/testing/browser';
import { afterAll, beforeAll } from 'vitest';
import { playwrightDriver } from '../driver.ts';
import { findBrowser } from '../launch/find-browser.ts';

/** Drivers that attach to running browsers: each session to one of its own, which keeps running when the session closes. */
export function cdpDrivers(): () => Promise<BrowserDriver> {
  let stateFolder: string;
  const remotes: RemoteBrowser[] = [];
  beforeAll(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'runwright-attach-'));
  });
  afterAll(async () => {
    await Promise.all(remotes.map((remote) => remote.end()));
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
  });
  return async () => {
    const { profiles: _, ...driver } = playwrightDriver({ ...browserUnderTest(), stateFolder });
    return {
      ...driver,
      name: 'cdp',
      capabilities: { downloads: true, recording: true },
      async open(request) {
        const remote = await startRemoteBrowser(findBrowser(browserUnderTest()).path);
        remotes.push(remote);
        const session: BrowserSession = (await driver.attach?.(remote.url, request)) ?? unsupported();
        session.gone.addEventListener('abort', () => void remote.end(), { once: true });
        return session;
      },
    };
  };
}

function unsupported(): never {
  throw new Error('The driver joins no browsers.');
}
