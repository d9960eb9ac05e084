import { disabledFeaturesFlag, findBrowser } from '@runwright/driver-playwright';
import { browserUnderTest } from '@runwright/testing/browser';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** How long a window waits for what has to come, in ms: as long as a test may take, because the machine may be busy. */
const patience = 60_000;

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
    args: [disabledFeaturesFlag],
  });
  const context = await (await browser).newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  if (storedKey !== null)
    await page.addInitScript((text) => sessionStorage.setItem('runwright-api-key', text), storedKey);
  await page.goto(url);
  return page;
}
