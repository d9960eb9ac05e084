import type { PageDriver, TabState } from '@runwright/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { withTimeout } from '../common/with-timeout.ts';
import { detachSession } from '../frames/detach-session.ts';
import type { Tabs } from '../tabs/tabs.ts';
import { unblockPage } from '../tabs/unblock-page.ts';

/** Time to read the session storage of a page: one that is busy is kept without it. */
const storageMs = 2_000;
/** Time to write it into a blank page. */
const writeMs = 10_000;

type StoredItem = NonNullable<TabState['sessionStorage']>[number];

/** Reads the addresses and the session storage of tabs. A script that keeps a page from responding is ended. */
export function readTabStates(
  context: BrowserContext,
  tabs: ReturnType<Tabs['all']>,
  signal: AbortSignal,
): Promise<readonly TabState[]> {
  return Promise.all(
    tabs.map(async ({ tab, active }): Promise<TabState> => {
      signal.throwIfAborted();
      const { page } = tab;
      const url = page.url();
      if (tab.hasCrashed()) return { url, active };
      await unblockPage(tab);
      const sessionStorage = isLoadable(url) ? await readSessionStorage(context, page, url) : [];
      return { url, active, ...(sessionStorage.length > 0 ? { sessionStorage } : {}) };
    }),
  );
}

/** Opens a tab for each state, the blank one that is open first, and loads its page. Resolves with the number of pages that were loaded. */
export async function loadTabs(
  { tabs, page }: { readonly tabs: Tabs; readonly page: PageDriver },
  states: readonly TabState[],
  signal: AbortSignal,
): Promise<number> {
  let loaded = 0;
  let shown: string | null = null;
  for (const [index, state] of states.entries()) {
    signal.throwIfAborted();
    if (index > 0) await tabs.open();
    const tab = await tabs.active();
    if (state.active) shown = tab.name;
    if (!isLoadable(state.url)) continue;
    if (state.sessionStorage) await writeSessionStorage(tab.page, state.url, state.sessionStorage);
    const result = await page.act({ action_type: 'goto_url', url: state.url }, { epoch: 0, signal });
    if (result.status === 'ok') loaded += 1;
  }
  if (shown !== null) await tabs.activate(shown);
  return loaded;
}

function isLoadable(url: string): boolean {
  return /^https?:/.test(url);
}

/** Asks the browser and not the page, whose scripts could answer anything. Empty when it cannot be read. */
async function readSessionStorage(
  context: BrowserContext,
  page: Page,
  url: string,
): Promise<readonly StoredItem[]> {
  const reading = async (): Promise<readonly StoredItem[]> => {
    const session = await context.newCDPSession(page);
    try {
      await session.send('DOMStorage.enable');
      const { entries } = await session.send('DOMStorage.getDOMStorageItems', {
        storageId: { securityOrigin: new URL(url).origin, isLocalStorage: false },
      });
      return entries.map(([name = '', value = '']) => ({ name, value }));
    } finally {
      void detachSession(session);
    }
  };
  return withTimeout(storageMs, reading(), []);
}

/** Writes it in an empty document at the same address, so that the page finds it when it loads. Nothing is requested. */
async function writeSessionStorage(page: Page, url: string, items: readonly StoredItem[]): Promise<void> {
  const writing = async (): Promise<void> => {
    const answerAll = (route: { fulfill(answer: object): Promise<void> }) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    await page.route('**/*', answerAll);
    try {
      await page.goto(url, { waitUntil: 'commit' });
      await page.evaluate((stored) => {
        const own = (
          globalThis as unknown as { sessionStorage: { setItem(name: string, value: string): void } }
        ).sessionStorage;
        for (const { name, value } of stored) own.setItem(name, value);
      }, items as StoredItem[]);
    } finally {
      await page.unroute('**/*', answerAll);
    }
  };
  await withTimeout(writeMs, writing(), undefined);
}
