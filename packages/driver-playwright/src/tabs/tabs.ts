import type { DialogHandler, PageEvent } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import { type ActionTab, type ActionTabs, errorReason } from '@runwright/page-actions';
import { createPageReader, type ReaderConnection } from '@runwright/page-reader';
import type { BrowserContext, Page } from 'playwright-core';
import { createEventLog } from '../common/event-log.ts';
import { withTimeout } from '../common/with-timeout.ts';
import { downloadUrl } from '../downloads/download-url.ts';
import type { Downloads, SessionDownloads } from '../downloads/downloads.ts';
import { pageFrames } from '../frames/frames.ts';
import { followActivity } from '../network/activity.ts';
import { detectFloods } from './detect-floods.ts';
import { answerDialogs, type Dialogs } from './dialogs.ts';
import { followFileChoosers } from './file-choosers.ts';
import { guardPage, type PageGuard, type ShownPdf } from './page-guard.ts';
import { pageInput } from './page-input.ts';
import { pageNavigation } from './page-navigation.ts';
import { releaseMessages } from './release-messages.ts';

/** An open page with everything that follows it. */
export interface Tab extends ActionTab {
  readonly page: Page;
  readonly dialogs: Dialogs;
  readonly guard: PageGuard;
  /** The tab that opened this one. */
  readonly opener: Tab | null;
  /** Aborted with an error when the page crashes, or stops responding for good. */
  readonly crashed: AbortSignal;
}

/** The tabs of one session, in the order in which they were opened. */
export interface Tabs extends ActionTabs {
  active(): Promise<Tab>;
  /** Returns the open tabs, in the order in which they were opened. */
  all(): readonly { readonly tab: Tab; readonly active: boolean }[];
  /** Adds this page, or a new one, as a tab, and makes it the active one. */
  open(page?: Page): Promise<void>;
  /** Puts a blank page in the place of one that has crashed. */
  replaceCrashed(tab: Tab): Promise<Tab>;
  /** Adds a window that a page of these tabs has opened, makes it the active one and reports it. */
  addPopup(page: Page): void;
  readonly downloads: SessionDownloads;
  /** Adds an event for the next result, and yields it to followers. */
  addEvent(event: PageEvent): void;
  /** Yields events from now on, until the signal is aborted or the tabs are closed. */
  followEvents(signal: AbortSignal): AsyncIterable<PageEvent>;
  /** Closes every page, also those that are opened later. */
  close(): Promise<void>;
}

/** Options that the tabs of one browser share. */
export interface TabsOptions {
  readonly context: BrowserContext;
  readonly now: () => number;
  readonly newPage: (tabs: Tabs) => Promise<Page>;
  readonly downloads: Downloads;
  readonly decideDialog: DialogHandler | undefined;
  readonly closedShadow: boolean;
  readonly connection: ReaderConnection;
  /** Returns true when the document at this address answers a form: another request for it could bring another one. */
  readonly answersForm: (url: string) => boolean;
}

/** More tabs than this are closed again. */
const maximumTabs = 20;
/** A window that was announced and does not come, such as one that the browser blocked, is given up after this. */
const arrivalMs = 2_000;
const titleMs = 1_000;
const closeMs = 4_000;
const frontMs = 2_000;
/** Time in ms for a page to run a script. */
const runMs = 2_000;

/** Follows the pages of a session, none at first: a new one becomes active, a closed one gives way to its opener. */
export function createTabs(options: TabsOptions): Tabs {
  const { context, now, closedShadow, connection } = options;
  const open: Tab[] = [];
  const coming = new Map<Page, Promise<Tab>>();
  const log = createEventLog();
  const downloads = options.downloads.forSession(log);
  let active: Page | null = null;
  let opened = 0;
  let expected = 0;
  let arrivals = Promise.withResolvers<void>();
  let openingPage: Promise<Page> | null = null;
  let isClosed = false;

  const opening = (): void => {
    expected += 1;
  };

  const add = (page: Page, opener: Tab | null, given?: string): Promise<Tab> => {
    if (given === undefined) opened += 1;
    const name = given ?? `t${opened}`;
    const crash = new AbortController();
    const activity = followActivity(page, now);
    const choosers = followFileChoosers(page, log.add);
    const reaching = pageFrames(context, page, opening, { closedShadow, connection });
    const guarding = guardPage(context, page, {
      onResponse: options.downloads.noteResponse,
      onShownPdf: (pdf) => void savePdf(pdf),
      onDocument: () => dialogs.resetForDocument(),
    });
    const reportCrash = (what: string): void => {
      if (crash.signal.aborted) return;
      const message = `The page of tab ${name} ${what}.`;
      crash.abort(pageCrashed(message));
      log.add({ type: 'crash', message, tab: name });
    };
    const dialogs = answerDialogs(page, {
      note: log.add,
      decide: options.decideDialog,
      interrupt: async () => (await guarding).interrupt(),
      run: async (expression) => {
        const { signal } = new AbortController();
        return (await reaching).run(expression, { timeoutMs: runMs, signal });
      },
      isResponsive: async (ms) => (await guarding).isResponsive(ms),
      onUnresponsive: () =>
        reportCrash('opened a dialog while the next document was loading, which blocked it for good'),
      now,
    });
    page.on('download', (download) => downloads.add(download));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      log.emit({ type: 'navigation', url: page.url(), tab: name });
    });
    page.on('crash', () => reportCrash('has crashed'));
    releaseMessages(page);
    detectFloods(page, now, (sentence) => {
      reportCrash(sentence);
      void guarding.then((guard) => guard.openBlank());
    });
    page.on('close', () => {
      const index = open.findIndex((tab) => tab.page === page);
      const [gone] = index < 0 ? [] : open.splice(index, 1);
      coming.delete(page);
      if (active === page)
        active =
          (gone?.opener && !gone.opener.page.isClosed() ? gone.opener.page : open.at(-1)?.page) ?? null;
    });
    active = page;
    const tab = Promise.all([reaching, guarding]).then(([channel, guard]): Tab => {
      const made: Tab = {
        name,
        page,
        url: () => page.url(),
        isClosed: () => page.isClosed(),
        viewportSize: () => page.viewportSize(),
        input: pageInput(page),
        navigation: pageNavigation(page, guard),
        channel,
        reader: createPageReader(channel, now),
        activity,
        dialogs,
        fileChoosers: choosers,
        guard,
        opener,
        hasCrashed: () => crash.signal.aborted,
        crashed: crash.signal,
      };
      if (!page.isClosed()) open.push(made);
      return made;
    });
    tab.catch(() => undefined);
    guarding.catch(() => undefined);
    coming.set(page, tab);
    return tab;
  };

  /** A PDF that the browser shows in a viewer of its own is a file of the run, or the reason why it is not is reported. */
  const savePdf = async (pdf: ShownPdf): Promise<void> => {
    const { url } = pdf;
    const failure = await startSaving(pdf).catch(errorReason);
    if (failure !== null)
      downloads.addMissed(url, `The browser shows this PDF and cannot save it: ${failure}.`);
  };

  /** Returns why the download of a shown PDF does not begin; null when it has. */
  const startSaving = async ({ url, isEmbedded, save }: ShownPdf): Promise<string | null> => {
    const { signal } = new AbortController();
    options.downloads.noteResponse({ url, contentType: 'application/pdf', isEmbedded });
    if (/^https?:/.test(url)) {
      if (options.answersForm(url)) return 'it answers a form, and a second request could bring another file';
      const started = await tabs.downloadUrl({ url, referrer: '', name: (suggested) => suggested, signal });
      return 'failure' in started ? started.failure : null;
    }
    const known = downloads.count();
    await save();
    const begun = await downloads.waitForFirstByte(known, signal);
    return begun === null ? 'the page has taken it back' : null;
  };

  const closePage = (page: Page): Promise<void> => withTimeout(closeMs, page.close(), undefined);
  const named = (name: string): Tab | undefined => open.find((tab) => tab.name === name.trim());

  /** One that comes when the tabs are closed would stay open for ever. */
  const newPage = async (): Promise<Page> => {
    const page = isClosed ? null : await options.newPage(tabs);
    if (page && !isClosed) return page;
    if (page) await closePage(page);
    throw new RunwrightError('browser_failed', 'The tabs of this session are closed.');
  };

  /** Pages may close themselves, the last one too. */
  const openReplacement = (): Promise<Page> => {
    openingPage ??= newPage().finally(() => {
      openingPage = null;
    });
    return openingPage;
  };

  const tools = {
    context,
    hiddenPage: newPage,
    downloads,
    noteResponse: options.downloads.noteResponse,
  };
  const tabs: Tabs = {
    downloads,
    downloadUrl: (file) => downloadUrl(tools, file),
    async open(page) {
      await add(page ?? (await newPage()), null);
    },
    async activate(name) {
      const tab = named(name);
      if (!tab) return false;
      active = tab.page;
      await withTimeout(frontMs, tab.page.bringToFront(), undefined);
      return true;
    },
    async closeTab(name) {
      const tab = named(name);
      if (tab) await closePage(tab.page);
      return tab !== undefined;
    },
    async replaceCrashed(tab) {
      const page = await newPage();
      const next = await add(page, tab.opener, tab.name);
      const at = open.indexOf(tab);
      // It takes the place of the old one in the order, too.
      open.splice(open.indexOf(next), 1);
      open.splice(at < 0 ? open.length : at, at < 0 ? 0 : 1, next);
      coming.delete(tab.page);
      await closePage(tab.page);
      return next;
    },
    addPopup(page) {
      expected = Math.max(0, expected - 1);
      arrivals.resolve();
      arrivals = Promise.withResolvers();
      if (isClosed || page.isClosed()) return void closePage(page);
      if (coming.size >= maximumTabs) {
        log.add({ type: 'popup', tab: '', url: page.url(), refused: true });
        return void closePage(page);
      }
      const tab = add(page, open.find((other) => other.page === active) ?? null);
      const name = `t${opened}`;
      const event = (): PageEvent => ({ type: 'popup', tab: name, url: page.url() });
      // An address is asked for when the event is taken: a new tab does not have its own yet.
      log.add(event, { isQuiet: true });
      const tell = (): void => log.emit(event());
      tab.then(tell, tell);
      // It may have shown one before it was followed.
      tab.then(({ guard }) => guard.findPdfs()).catch(() => undefined);
    },
    async active() {
      for (;;) {
        const page = active ?? (await openReplacement());
        try {
          return await (coming.get(page) ?? add(page, null));
        } catch (cause) {
          // A window that closed while it opened gives way to the one before it.
          if (!page.isClosed()) throw cause;
          coming.delete(page);
          if (active === page) active = open.at(-1)?.page ?? null;
        }
      }
    },
    list: async () =>
      Promise.all(
        open.map(async (tab) => ({
          tab: tab.name,
          url: tab.page.url(),
          title: tab.hasCrashed() ? null : await titleOf(tab.page),
          active: tab.page === active,
        })),
      ),
    all: () => open.map((tab) => ({ tab, active: tab.page === active })),
    async waitForPopups() {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, arrivalMs);
      const isLate = timeout.promise.then(() => true);
      while (expected > 0) {
        if ((await Promise.race([arrivals.promise, isLate])) === true) expected = 0;
      }
      clearTimeout(timer);
    },
    count: () => Math.max(1, open.length),
    isFull: () => coming.size >= maximumTabs,
    addEvent: (event) => log.add(event),
    takeEvents: () => log.take(),
    restoreEvents: (events) => log.restore(events),
    followEvents: (signal) => log.follow(signal),
    async close() {
      isClosed = true;
      const renewed = withTimeout(closeMs, Promise.resolve(openingPage), null);
      await Promise.all([...[...coming.keys()].map(closePage), renewed]);
      log.end();
    },
  };
  return tabs;
}

/** Returns the error for a page that has crashed. */
function pageCrashed(message: string): RunwrightError {
  return new RunwrightError('browser_failed', `${message} Load it again, or go on in another tab.`, {
    retryable: true,
    details: { failure_category: 'browser', lost: 'page_crashed' },
  });
}

/** Returns the title of a page; null while it is busy. */
function titleOf(page: Page): Promise<string | null> {
  return withTimeout(titleMs, page.title(), null);
}
