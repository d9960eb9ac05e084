import type { OpenOptions } from '@runwright/contract';
import { refusePromptsSource } from '@runwright/page-actions';
import type { ReaderConnection } from '@runwright/page-reader';
import type { BrowserContext, Page } from 'playwright-core';
import { removeFragment } from '../common/remove-fragment.ts';
import { withTimeout } from '../common/with-timeout.ts';
import { followDownloads } from '../downloads/downloads.ts';
import { type PageTarget, readPageTarget } from '../frames/page-target.ts';
import {
  decideDocument,
  type InterceptedResponse,
  type ResponseDisposition,
} from '../network/intercept-responses.ts';
import { answerPermissions, grantPermissions } from './permissions.ts';
import { createTabs, type Tabs } from './tabs.ts';

/** The tabs of a browser, by the session that they belong to. */
export interface BrowserTabs {
  /** Those of the session that came with the browser. */
  readonly main: Tabs;
  /** A blank tab for another session; what its pages open belongs to it. */
  open(): Promise<Tabs>;
  /** The open pages that were opened here or by pages of ours. */
  ours(): readonly Page[];
  /** Decides about a document for any frame of the browser, also for a window that is not a tab yet. */
  decideDocument(response: InterceptedResponse): Promise<ResponseDisposition>;
}

/** Options for a browser that others use as well. */
export interface AttachedClientOptions {
  /** Prepares a page of this session before it is used. */
  prepare(page: Page): Promise<void>;
  /** Id of an open page that is the only tab at first. Default: none; a new one is opened beside those that are found. */
  readonly targetId?: string | undefined;
}

/** Options of a browser that are fixed when it is opened. */
export interface FollowTabsOptions extends Pick<OpenOptions, 'downloads' | 'decideDialog' | 'permissions'> {
  readonly attachedClient?: AttachedClientOptions | null;
  /** A folder of ours, for the files that the browser downloads. */
  readonly downloadsPath: string;
  /** Reads the content of closed shadow roots. Default: true. */
  readonly closedShadow?: boolean;
  /** Connection between the main worlds and the page reader. Default: `events`. */
  readonly connection?: ReaderConnection;
  /** Id of the context in a browser with several. Default: the browser's own context. */
  readonly contextId?: string | undefined;
}

/** Most open pages of an attached browser that become tabs. */
const mostFound = 10;
const foundMs = 3_000;
/** Addresses of forms that are remembered. */
const maxForms = 200;

/**
 * Follows the pages of a context: a page belongs to whoever owns the page that opened it. To an attached client, pages that are
 * open already are tabs as well, but its own is the active one; windows that others open are none of its business.
 */
export async function followTabs(
  context: BrowserContext,
  now: () => number,
  options: FollowTabsOptions,
): Promise<BrowserTabs> {
  const {
    attachedClient = null,
    downloadsPath,
    downloads: limits,
    decideDialog,
    permissions,
    closedShadow = true,
    connection = 'events',
    contextId,
  } = options;
  const browser = context.browser();
  if (!browser) throw new Error('the browser cannot be spoken to beside its pages');
  const session = await browser.newBrowserCDPSession();
  const downloads = await followDownloads(session, downloadsPath, { limits, now, contextId });
  // What the pages of others may have is none of the concern of an attached client.
  if (attachedClient) await grantPermissions(session, permissions, contextId);
  else {
    await answerPermissions(session, permissions, contextId);
    await context.addInitScript({ content: refusePromptsSource });
  }
  const answersForm = followForms(context);
  const owners = new WeakMap<Page, Tabs>();
  /** By the frame id of its document, which outlives a page: a window may come when its opener has gone. */
  const ownersById = new Map<string, Tabs>();
  const opening = new Set<Promise<Page>>();

  const ours = new Set<Page>();

  const own = (page: Page, tabs: Tabs): void => {
    owners.set(page, tabs);
    ours.add(page);
    page.once('close', () => ours.delete(page));
    void aboutPage(context, page).then((about) => about && ownersById.set(about.targetId, tabs));
  };
  const newPage = async (tabs: Tabs): Promise<Page> => {
    // It is somebody's before anyone else hears of it.
    const coming = context.newPage().then(async (page) => {
      own(page, tabs);
      await attachedClient?.prepare(page);
      return page;
    });
    opening.add(coming);
    return coming.finally(() => opening.delete(coming));
  };

  const tabsOptions = {
    context,
    now,
    newPage,
    downloads,
    decideDialog,
    answersForm,
    closedShadow,
    connection,
  };
  const main = createTabs(tabsOptions);
  if (attachedClient?.targetId !== undefined) {
    await main.open(await pageOf(context, attachedClient.targetId));
  } else if (attachedClient) {
    // A blank page has nothing to show.
    const found = context.pages().filter((page) => /^https?:/.test(page.url()));
    await withTimeout(foundMs, Promise.allSettled(found.slice(0, mostFound).map(main.open)), []);
    await main.open();
  } else {
    const [first] = context.pages();
    if (first) own(first, main);
    await main.open(first);
  }

  /** Whose window this is; null when somebody of this file has asked for the page. */
  const ownerOf = async (page: Page): Promise<Tabs | null> => {
    const opener = await page.opener();
    if (opener)
      return owners.get(opener) ?? (attachedClient && (await main.active()).page !== opener ? null : main);
    await Promise.allSettled(opening);
    if (owners.has(page)) return null;
    const frame = (await aboutPage(context, page))?.openerFrameId;
    return (frame === undefined ? undefined : ownersById.get(frame)) ?? (attachedClient ? null : main);
  };
  context.on('page', async (page) => {
    const tabs = await ownerOf(page).catch(() => null);
    if (!tabs) return;
    own(page, tabs);
    // Not waited for: a window that only brings a file is soon gone.
    attachedClient?.prepare(page).catch(() => undefined);
    tabs.addPopup(page);
  });

  return {
    main,
    async open() {
      const tabs = createTabs(tabsOptions);
      await tabs.open();
      return tabs;
    },
    ours: () => [...ours],
    async decideDocument(response) {
      const { url, contentType, frameId } = response;
      const disposition = decideDocument(response);
      if (disposition === 'pass') {
        downloads.noteResponse({ url, contentType });
        return 'pass';
      }
      // Only pages and frames in processes of their own are targets.
      const found = await session.send('Target.getTargetInfo', { targetId: frameId }).catch(() => null);
      const { type, targetId = '', openerFrameId = '' } = found?.targetInfo ?? {};
      const isOurs = ownersById.has(targetId) || ownersById.has(openerFrameId);
      if (attachedClient && !isOurs) return 'pass';
      downloads.noteResponse({ url, contentType, isEmbedded: type !== 'page' });
      return disposition;
    },
  };
}

/** Returns a function that tells whether the last document of this address answered a form that was sent by `POST`. */
function followForms(context: BrowserContext): (url: string) => boolean {
  const addresses = new Set<string>();
  context.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    const url = removeFragment(request.url());
    addresses.delete(url);
    if (request.method() !== 'GET') addresses.add(url);
    const [oldest] = addresses;
    if (addresses.size > maxForms && oldest !== undefined) addresses.delete(oldest);
  });
  return (url) => addresses.has(removeFragment(url));
}

/** Returns the open page with an id of the debug protocol. Throws when there is none. */
async function pageOf(context: BrowserContext, targetId: string): Promise<Page> {
  for (const page of context.pages()) {
    if ((await aboutPage(context, page))?.targetId === targetId) return page;
  }
  throw new Error(`it has no open page with the id ${targetId}`);
}

/** Returns the target information of a page; null for one that has closed. */
function aboutPage(context: BrowserContext, page: Page): Promise<PageTarget | null> {
  return readPageTarget(context, page).catch(() => null);
}
