export { type RemoteBrowser, startRemoteBrowser } from './remote-browser.ts';
export { sharedDriver } from './shared-driver.ts';

/** Name of the environment variable that holds the path of the browser to test with. */
export const testBrowserVariable = 'RUNWRIGHT_TEST_BROWSER';

/** Driver options that select the browser to test with. */
export interface BrowserUnderTest {
  readonly executablePath?: string;
}

/**
 * Returns the options for `playwrightDriver` or `findBrowser` with which a test opens its browser: the path in
 * `RUNWRIGHT_TEST_BROWSER`, or no path, so that the driver selects an installed browser.
 */
export function browserUnderTest(): BrowserUnderTest {
  const executablePath = process.env[testBrowserVariable];
  return executablePath ? { executablePath } : {};
}
