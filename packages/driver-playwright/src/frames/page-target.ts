import type { BrowserContext, Page } from 'playwright-core';
import { detachSession } from './detach-session.ts';

/** Target information of a page in the debug protocol. */
export interface PageTarget {
  readonly targetId: string;
  readonly openerFrameId?: string;
  readonly browserContextId?: string;
}

/** Reads the target information of a page. Throws when the page has closed. */
export async function readPageTarget(context: BrowserContext, page: Page): Promise<PageTarget> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await detachSession(session);
  return targetInfo;
}
