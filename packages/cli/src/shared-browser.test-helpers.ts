import type { BrowserDriver } from '@runwright/contract';
import { playwrightDriver } from '@runwright/driver-playwright';
import { browserUnderTest, sharedDriver } from '@runwright/testing/browser';

/** Returns a driver for one engine whose sessions are contexts of one browser, which all test files of the process share. */
export function sharedBrowser(): BrowserDriver<unknown> {
  return sharedDriver('playwright', (stateFolder) =>
    playwrightDriver({ ...browserUnderTest(), stateFolder, isolation: 'context' }),
  );
}

/** The environment variable with which a command uses the browser under test. */
export function browserVariables(): Readonly<Record<string, string>> {
  const path = browserUnderTest().executablePath ?? process.env.RUNWRIGHT_CHROMIUM;
  return path ? { RUNWRIGHT_CHROMIUM: path } : {};
}

/** Options of a test that starts services and browsers, or watches one for long: half a minute on two quiet cores. */
export const startsBrowsers = { timeout: 180_000 } as const;
