import type { PageEvent, TabInfo } from '@runwright/contract';
import { createPageReader, type PageChannel, type PageReader } from '@runwright/page-reader';
import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { type Activity, followActivity } from './activity.ts';
import { pageFrames } from './frames.ts';

/** An open page with what follows it. */
export interface Tab {
  readonly name: string;
  readonly page: Page;
  readonly channel: PageChannel;
  readonly reader: PageReader;
  readonly activity: Activity;
  /** The tab that opened this one. */
  readonly opener: Tab | null;
  hasCrashed(): boolean;
}

/** The tabs of one session, in the order of their opening. */
export interface Tabs {
  active(): Promise<Tab>;
  list(): Promise<readonly TabInfo[]>;
  count(): number;
  /** Takes this page, or a new one, as a tab, and makes it the active one. */
  open(page?: Page): Promise<void>;
  /** Takes a window that a page of these tabs has opened, makes it the active one and reports it. */
  arrive(page: Page): void;
  /** Resolves when every window that pages have opened so far is there, or after two seconds. */
  arrived(): Promise<void>;
  /** Events since the last call. */
  takeEvents(): readonly PageEvent[];
  /** Closes every page, those that are still to come as well. */
  close(): Promise<void>;
}

/** More tabs than this are closed again. */
const maximumTabs = 20;
/** A window that was announced and does not come, such as one that the browser blocked, is given up after this. */
const arrivalMs = 2_000;
const titleMs = 1_000;
const closeMs = 4_000;

/** Follows the pages of a session, none at first: a new one becomes active, a closed one gives way to its opener. */
export function createTabs(
  context: BrowserContext,
  now: () => number,
  newPage: (tabs: Tabs) => Promise<Page>,
): Tabs {
  const open: Tab[] = [];
  const coming = new Map<Page, Promise<Tab>>();
  const crashed = new WeakSet<Page>();
  // An address is asked for when the event is taken: a new tab does not have its own yet.
  let events: (() => PageEvent)[] = [];
  let active: Page | null = null;
  let opened = 0;
  let expected = 0;
  let arrivals = Promise.withResolvers<void>();
  let renewing: Promise<Page> | null = null;
  let isClosed = false;

  const note = (event: PageEvent): void => {
    events.push(() => event);
  };

  const opening = (): void => {
    expected += 1;
  };

  const add = (page: Page, opener: Tab | null): Promise<Tab> => {
    opened += 1;
    const name = `t${opened}`;
    const activity = followActivity(page, now);
    page.on('dialog', (dialog) => answer(dialog, note));
    page.on('download', (download) =>
      note({ type: 'download', filename: download.suggestedFilename(), url: download.url() }),
    );
    page.on('crash', () => {
      crashed.add(page);
      note({ type: 'crash', message: `The page of tab ${name} has crashed.` });
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
    const tab = pageFrames(context, page, opening).then((channel): Tab => {
      const reader = createPageReader(channel, now);
      const made: Tab = {
        name,
        page,
        channel,
        reader,
        activity,
        opener,
        hasCrashed: () => crashed.has(page),
      };
      if (!page.isClosed()) open.push(made);
      return made;
    });
    tab.catch(() => undefined);
    coming.set(page, tab);
    return tab;
  };

  const closePage = (page: Page): Promise<void> => within(closeMs, page.close(), undefined);

  /** Pages may close themselves, the last one too. */
  const renew = (): Promise<Page> => {
    renewing ??= newPage(tabs).finally(() => {
      renewing = null;
    });
    return renewing;
  };

  const tabs: Tabs = {
    async open(page) {
      await add(page ?? (await newPage(tabs)), null);
    },
    arrive(page) {
      expected = Math.max(0, expected - 1);
      arrivals.resolve();
      arrivals = Promise.withResolvers();
      if (isClosed || coming.size >= maximumTabs) return void closePage(page);
      void add(page, open.find((tab) => tab.page === active) ?? null);
      const name = `t${opened}`;
      events.push(() => ({ type: 'popup', tab: name, url: page.url() }));
    },
    async active() {
      const page = active ?? (await renew());
      return await (coming.get(page) ?? add(page, null));
    },
    list: async () =>
      Promise.all(
        open.map(async ({ name, page }) => ({
          tab: name,
          url: page.url(),
          title: await titleOf(page),
          active: page === active,
        })),
      ),
    async arrived() {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, arrivalMs);
      const isLate = timeout.promise.then(() => true);
      while (expected > 0) {
        if ((await Promise.race([arrivals.promise, isLate])) === true) expected = 0;
      }
      clearTimeout(timer);
    },
    count: () => Math.max(1, open.length),
    takeEvents() {
      const taken = events;
      events = [];
      return taken.map((event) => event());
    },
    async close() {
      isClosed = true;
      await Promise.all([...coming.keys()].map(closePage));
    },
  };
  return tabs;
}

/** A page that is busy has no title for now. */
function titleOf(page: Page): Promise<string> {
  return within(titleMs, page.title(), '');
}

/** What comes of the work; `otherwise` when it fails or takes longer. */
async function within<Result>(ms: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  const timeout = Promise.withResolvers<Result>();
  const timer = setTimeout(() => timeout.resolve(otherwise), ms);
  const result = await Promise.race([work.catch(() => otherwise), timeout.promise]);
  clearTimeout(timer);
  return result;
}

/** Alerts and the question on leaving are accepted, every other question is answered no. */
function answer(dialog: Dialog, note: (event: PageEvent) => void): void {
  const kind = dialog.type();
  const isAccepted = kind === 'alert' || kind === 'beforeunload';
  note({
    type: 'dialog',
    kind,
    text: dialog.message().slice(0, 500),
    decision: isAccepted ? 'accepted' : 'dismissed',
  });
  (isAccepted ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
}
