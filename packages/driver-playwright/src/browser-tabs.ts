import type { BrowserContext, Page } from 'playwright-core';
import { createTabs, type Tabs } from './tabs.ts';

/** The tabs of a browser, by the session that they belong to. */
export interface BrowserTabs {
  /** Those of the session that came with the browser. */
  readonly main: Tabs;
  /** A blank tab for another session; what its pages open belongs to it. */
  open(): Promise<Tabs>;
}

/** Follows the pages of a context: a page belongs to whoever owns the page that opened it. */
export async function followTabs(context: BrowserContext, now: () => number): Promise<BrowserTabs> {
  const owners = new WeakMap<Page, Tabs>();
  /** By the frame id of its document, which outlives a page: a window may come when its opener has gone. */
  const ownersById = new Map<string, Tabs>();
  const opening = new Set<Promise<Page>>();

  const own = (page: Page, tabs: Tabs): void => {
    owners.set(page, tabs);
    void aboutPage(context, page).then((about) => about && ownersById.set(about.targetId, tabs));
  };
  const newPage = async (tabs: Tabs): Promise<Page> => {
    // It is somebody's before anyone else hears of it.
    const coming = context.newPage().then((page) => {
      own(page, tabs);
      return page;
    });
    opening.add(coming);
    return coming.finally(() => opening.delete(coming));
  };

  const main = createTabs(context, now, newPage);
  const [first] = context.pages();
  if (first) own(first, main);
  await main.open(first);

  /** Whose window this is; null when somebody of this file has asked for the page. */
  const ownerOf = async (page: Page): Promise<Tabs | null> => {
    const opener = await page.opener();
    if (opener) return owners.get(opener) ?? main;
    await Promise.allSettled(opening);
    if (owners.has(page)) return null;
    const frame = (await aboutPage(context, page))?.openerFrameId;
    return (frame === undefined ? undefined : ownersById.get(frame)) ?? main;
  };
  context.on('page', async (page) => {
    const tabs = await ownerOf(page);
    if (!tabs) return;
    own(page, tabs);
    tabs.arrive(page);
  });

  return {
    main,
    async open() {
      const tabs = createTabs(context, now, newPage);
      await tabs.open();
      return tabs;
    },
  };
}

/** What the protocol knows about a page; null for one that has closed. */
async function aboutPage(
  context: BrowserContext,
  page: Page,
): Promise<{ readonly targetId: string; readonly openerFrameId?: string } | null> {
  try {
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return targetInfo;
  } catch {
    return null;
  }
}
