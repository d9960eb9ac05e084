import type { Page } from 'playwright-core';

/** Waits until the page has nothing to do: nobody clicks while it is still loading. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
}
