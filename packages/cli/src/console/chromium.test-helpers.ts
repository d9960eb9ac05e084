import { findBrowser } from '@runwright/driver-playwright';
import { browserUnderTest } from '@runwright/testing/browser';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** How long a window waits for what has to come, in ms: as long as a test may take, because the machine may be busy. */
const patience = 60_000;
/**
 * Features of Chromium that are off: those that Playwright turns off, because only the last such switch counts, and the two that open
 * a page of the browser's own beside each window, which costs as much as the window.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

let browser: Promise<Browser> | null = null;

/** Opens an address in a window of the browser that all files of a worker share. Playwright ends it with the process. */
export async function openWindow(
  url: string,
  storedKey: string | null,
  options: BrowserContextOptions,
): Promise<Page> {
  browser ??= chromium.launch({
    executablePath: findBrowser(browserUnderTest()).path,
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: patience,
    args: [`--disable-features=${disabledFeatures.join(',')}`],
  });
  const context = await (await browser).newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  if (storedKey !== null)
    await page.addInitScript((text) => sessionStorage.setItem('runwright-api-key', text), storedKey);
  await page.goto(url);
  return page;
}
