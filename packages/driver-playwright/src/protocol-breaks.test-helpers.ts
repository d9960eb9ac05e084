import type { BrowserSession } from '@runwright/contract';
import type { BrowserFaults } from '@runwright/testing/suites';
import type { BrowserContext } from 'playwright-core';

/** Breaks what the library has opened, over the debug protocol. */
export const protocolBreaks: BrowserFaults = {
  async crashPage(session) {
    const context = contextOf(session);
    const page = context.pages().at(-1);
    if (!page) throw new Error('The session has no page.');
    const crashed = page.waitForEvent('crash');
    const protocol = await context.newCDPSession(page);
    protocol.send('Page.crash').catch(() => undefined);
    await crashed;
  },
  async killBrowser(session) {
    const protocol = await contextOf(session).browser()?.newBrowserCDPSession();
    protocol?.send('Browser.crash').catch(() => undefined);
  },
};

function contextOf({ native }: BrowserSession): BrowserContext {
  return native as BrowserContext;
}
