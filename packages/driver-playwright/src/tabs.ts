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

/** The tabs of a browser, in the order of their opening. */
export interface Tabs {
  active(): Promise<Tab>;
  list(): Promise<readonly TabInfo[]>;
  count(): number;
  /** Resolves when every window that pages have opened so far is there, or after two seconds. */
  arrived(): Promise<void>;
  /** Events since the last call. */
  takeEvents(): readonly PageEvent[];
  /** Adds an event that the caller saw. */
  note(event: PageEvent): void;
}

/** More tabs than this are closed again. */
const maximumTabs = 20;
/** A window that was announced and does not come, such as one that the browser blocked, is given up after this. */
const arrivalMs = 2_000;
const titleMs = 1_000;

/** Follows the pages of a context: a new one becomes active, a closed one gives way to its opener. */
export async function followTabs(context: BrowserContext, now: () => number): Promise<Tabs> {
  const open: Tab[] = [];
  const coming = new Map<Page, Promise<Tab>>();
  const crashed = new WeakSet<Page>();
  // An address is asked for when the event is taken: a new tab does not have its own yet.
  let events: (() => PageEvent)[] = [];
  let active: Page | null = null;
  let opened = 0;
  let expected = 0;
  let arrivals = Promise.withResolvers<void>();

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

  const first = context.pages()[0] ?? (await context.newPage());
  await add(first, null);

  context.on('page', async (page) => {
    expected = Math.max(0, expected - 1);
    arrivals.resolve();
    arrivals = Promise.withResolvers();
    if (coming.size >= maximumTabs) return void page.close().catch(() => undefined);
    const opener = open.find((tab) => tab.page === active) ?? null;
    const tab = add(page, opener);
    const name = `t${opened}`;
    events.push(() => ({ type: 'popup', tab: name, url: page.url() }));
    await tab.catch(() => undefined);
  });

  return {
    async active() {
      const page = active ?? (await context.newPage());
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
    note,
  };
}

/** A page that is busy has no title for now. */
async function titleOf(page: Page): Promise<string> {
  const timeout = Promise.withResolvers<string>();
  const timer = setTimeout(() => timeout.resolve(''), titleMs);
  const title = await Promise.race([page.title().catch(() => ''), timeout.promise]);
  clearTimeout(timer);
  return title;
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
