import type { BrowserContext, Page } from 'playwright-core';
import { detachSession } from '../frames/detach-session.ts';

/** Makes a page blank and removes what it has shown from its history. */
export async function clearPage(context: BrowserContext, page: Page): Promise<void> {
  await page.goto('about:blank');
  const session = await context.newCDPSession(page);
  await session.send('Page.resetNavigationHistory').catch(() => undefined);
  await detachSession(session);
}
