import type { BrowserDriver } from '@runwright/contract';
import { playwrightDriver } from '@runwright/driver-playwright';
import { browserUnderTest, sharedDriver } from '@runwright/testing/browser';

/** Returns a driver for one engine whose sessions are contexts of one browser, which all test files of the process share. */
export function sharedBrowser(): BrowserDriver<unknown> {
  return sharedDriver('playwright', (stateFolder) =>
    playwrightDriver({ ...browserUnderTest(), stateFolder, isolation: 'context' }),
  );
}
