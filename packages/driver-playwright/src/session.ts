import type { BrowserSession, OpenOptions, PageDriver, PageView } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { ReadPageRequest } from '@runwright/page-reader';
import type { BrowserContext } from 'playwright-core';
import { actOnTab } from './act-on-tab.ts';
import type { BrowserTabs } from './browser-tabs.ts';
import { documentText } from './document-text.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { browserFailed, stopIfCanceled } from './error.ts';
import { printTab } from './print.ts';
import { screenshot } from './screenshot.ts';
import { type Secrets, secretsOf } from './secrets.ts';
import { settleTab } from './settle.ts';
import type { Tab, Tabs } from './tabs.ts';

/** What the sessions of one browser are made of; `end` closes the browser and everything that belongs to it. */
export interface SessionParts {
  readonly id: string;
  readonly context: BrowserContext;
  readonly tabs: BrowserTabs;
  readonly proxy: EgressProxy;
  readonly options: OpenOptions;
  readonly about: BrowserSession['about'];
  readonly headless: boolean;
  readonly now: () => number;
  readonly end: () => Promise<void>;
}

type Session = BrowserSession<BrowserContext>;

/** The session that a run sees: reads, acts and pictures of the active tab. */
export function openSession(parts: SessionParts): Session {
  const { id, context, tabs, options, end } = parts;
  const gone = new AbortController();
  const lose = (): void => gone.abort(new RunwrightError('browser_failed', 'The browser is closed.'));
  context.once('close', lose);
  const close = async (): Promise<void> => {
    await end();
    lose();
  };
  // What one tab was told, another one may show.
  const shared: Shared = { ...parts, secrets: secretsOf(options.reveal) };
  return sessionOn(shared, { id, tabs: tabs.main, gone: gone.signal, close });
}

interface Shared extends SessionParts {
  readonly secrets: Secrets;
}

/** A session's own share of the browser. */
interface Share {
  readonly id: string;
  readonly tabs: Tabs;
  readonly gone: AbortSignal;
  readonly close: () => Promise<void>;
}

function sessionOn(shared: Shared, { id, tabs, gone, close }: Share): Session {
  const { context, proxy, options, about, headless, now, secrets } = shared;
  let lastEpoch = 0;
  let children = 0;

  /** Runs `work` until it ends, the caller cancels or the browser is gone. */
  const unlessGone = async <Result>(
    wanted: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    stopIfCanceled(signal);
    const ended = AbortSignal.any([signal, gone]);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(ended.reason);
    ended.addEventListener('abort', stop, { once: true });
    if (ended.aborted) stop();
    try {
      return await Promise.race([ended.aborted ? aborted : work(ended), aborted]);
    } catch (cause) {
      stopIfCanceled(signal);
      throw browserFailed(wanted, cause);
    } finally {
      ended.removeEventListener('abort', stop);
      aborted.catch(() => undefined);
    }
  };
  const withTab = <Result>(
    wanted: string,
    signal: AbortSignal,
    work: (tab: Tab, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> =>
    unlessGone(wanted, signal, async (ended) => {
      const tab = await tabs.active();
      if (tab.hasCrashed()) throw new Error('the page has crashed');
      return work(tab, ended);
    });

  const read: PageDriver['read'] = (request) =>
    withTab('The page was to be read', request.signal, async (tab, signal) => {
      const wanted = { ...request, tab: tab.name, tabs: tabs.count(), signal };
      let view = await readWhole(tab, wanted, now);
      if (view.stats.empty && /^https?:/.test(view.url)) {
        await settleTab(tab, now, signal);
        view = await readWhole(tab, wanted, now);
      }
      lastEpoch = view.epoch;
      const { elements, artifacts, ...rest } = view;
      return {
        ...secrets.maskAll(rest),
        elements: () => secrets.maskAll(elements()),
        artifacts: async () => secrets.maskAll(await artifacts()),
      };
    });

  const openTab: NonNullable<Session['tab']> = async ({ signal }) => {
    let isWanted = true;
    const wanted = 'A tab was to be opened';
    const opening = unlessGone(wanted, signal, async () => {
      const share = await shared.tabs.open();
      if (!isWanted) await share.close();
      return share;
    });
    const own = await opening.finally(() => {
      isWanted = false;
    });
    children += 1;
    const closed = new AbortController();
    return sessionOn(shared, {
      id: `${id}/${children}`,
      tabs: own,
      gone: AbortSignal.any([gone, closed.signal]),
      async close() {
        closed.abort(new RunwrightError('browser_failed', 'The tab is closed.'));
        await own.close();
      },
    });
  };

  return {
    id,
    native: context,
    about,
    gone,
    page: {
      read,
      act: (action, when) =>
        withTab('An action was to be carried out', when.signal, (tab, signal) => {
          const { epoch } = when;
          const isCurrent = epoch >= lastEpoch;
          const { egress } = options;
          return actOnTab({ tab, tabs, epoch, isCurrent, secrets, egress, proxy, now, signal }, action);
        }),
      screenshot: ({ scrolls = 0, signal }) =>
        withTab('A screenshot was to be taken', signal, (tab, ended) =>
          screenshot(context, tab, scrolls, ended),
        ),
      pdf: ({ footer, signal, ...how }) =>
        withTab('The page was to be printed', signal, (tab, ended) => {
          const shown = footer === null ? null : secrets.mask(footer);
          return printTab(context, tab, { ...how, footer: shown, headless, signal: ended });
        }),
      html: ({ signal }) =>
        withTab('The document was to be taken', signal, async (tab, ended) =>
          secrets.mask(await documentText(tab, ended)),
        ),
      tabs: async () => secrets.maskAll(await tabs.list()),
    },
    tab: openTab,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A document that is replaced while it is read is read again when the next one stands still. */
async function readWhole(tab: Tab, wanted: ReadPageRequest, now: () => number): Promise<PageView> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tab.reader.read(wanted);
    } catch (cause) {
      if (attempt === 3 || wanted.signal.aborted || tab.page.isClosed() || tab.hasCrashed()) throw cause;
      await settleTab(tab, now, wanted.signal);
    }
  }
}
