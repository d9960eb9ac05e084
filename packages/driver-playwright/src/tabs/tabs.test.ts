import { type PageEvent, RunwrightError } from '@runwright/contract';
import { expect, it } from 'vitest';
import type { Downloads, SessionDownloads } from '../downloads/downloads.ts';
import { type FakePage, fakeContext, fakePage, settled } from '../fake-browser.test-helpers.ts';
import { createTabs } from './tabs.ts';

/** Tabs of pages without a browser. */
function openTabs(options: { readonly answersForm?: (url: string) => boolean } = {}) {
  const browser = fakeContext();
  const taken: unknown[] = [];
  const missed: string[] = [];
  const share = {
    add: (download: unknown) => taken.push(download),
    addMissed: (url: string, reason: string) => missed.push(`${url} ${reason}`),
    count: () => 0,
    waitForFirstByte: async () => null,
  } as unknown as SessionDownloads;
  const downloads: Downloads = { forSession: () => share, noteResponse: () => undefined };
  const tabs = createTabs({
    context: browser.context,
    now: () => 0,
    newPage: () => browser.context.newPage(),
    downloads,
    decideDialog: undefined,
    closedShadow: false,
    connection: 'protocol',
    answersForm: options.answersForm ?? (() => false),
  });
  /** A page opens a window, which becomes a tab. */
  const popup = async (url = 'https://shop.example/popup', page = fakePage(url)): Promise<FakePage> => {
    browser.add(page);
    tabs.addPopup(page.page);
    await settled();
    return page;
  };
  const names = (): readonly string[] =>
    tabs.all().map(({ tab, active }) => `${tab.name}${active ? ' active' : ''}`);
  return { ...browser, tabs, taken, missed, popup, names };
}

it('tabs are named in the order in which they were opened, and the newest is active', async () => {
  const { tabs, names } = openTabs();
  await tabs.open();
  await tabs.open();
  await settled();
  expect(names()).toEqual(['t1', 't2 active']);
  expect(tabs.count()).toBe(2);
});

it('a tab is made active and closed by its name, and an unknown name does nothing', async () => {
  const { tabs, names } = openTabs();
  for (const _ of [1, 2, 3]) await tabs.open();
  await settled();
  expect(await tabs.activate(' t1 ')).toBe(true);
  expect(names()).toEqual(['t1 active', 't2', 't3']);
  expect(await tabs.closeTab('t2')).toBe(true);
  expect(names()).toEqual(['t1 active', 't3']);
  expect([await tabs.activate('t2'), await tabs.closeTab('t9')]).toEqual([false, false]);
});

it('a window comes to the front with an event, and gives way to its opener when it closes', async () => {
  const { tabs, names, popup } = openTabs();
  await tabs.open();
  await tabs.open();
  await tabs.activate('t1');
  const window = await popup();
  expect(names()).toEqual(['t1', 't2', 't3 active']);
  expect(tabs.takeEvents()).toEqual([{ type: 'popup', tab: 't3', url: 'https://shop.example/popup' }]);
  await window.page.close();
  expect(names()).toEqual(['t1 active', 't2']);
});

it('the event of a window has the address that it has by then', async () => {
  const { tabs, popup } = openTabs();
  await tabs.open();
  const window = await popup('about:blank');
  window.navigate('https://shop.example/later');
  expect(tabs.takeEvents()).toEqual([{ type: 'popup', tab: 't2', url: 'https://shop.example/later' }]);
});

it('a tab without its opener gives way to the last one', async () => {
  const { tabs, names, popup } = openTabs();
  await tabs.open();
  await tabs.open();
  const window = await popup();
  await tabs.closeTab('t2');
  await window.page.close();
  expect(names()).toEqual(['t1 active']);
});

it('the last tab is replaced by a blank one when it is asked for', async () => {
  const { tabs, opened, names } = openTabs();
  await tabs.open();
  await tabs.closeTab('t1');
  const [one, other] = await Promise.all([tabs.active(), tabs.active()]);
  expect(one).toBe(other);
  expect(one.name).toBe('t2');
  expect(opened).toHaveLength(2);
  expect(names()).toEqual(['t2 active']);
});

it('there are at most 20 tabs: a further window is closed and reported as refused', async () => {
  const { tabs, popup } = openTabs();
  await tabs.open();
  while (tabs.count() < 19) await popup();
  expect(tabs.isFull()).toBe(false);
  await popup();
  expect(tabs.isFull()).toBe(true);
  tabs.takeEvents();
  const refused = await popup();
  expect(refused.page.isClosed()).toBe(true);
  expect(tabs.takeEvents()).toEqual([
    { type: 'popup', tab: '', url: 'https://shop.example/popup', refused: true },
  ]);
});

it('a window that closed before it became a tab is no tab', async () => {
  const { tabs, popup, names } = openTabs();
  await tabs.open();
  const window = fakePage();
  await window.page.close();
  await popup(undefined, window);
  expect(names()).toEqual(['t1 active']);
});

it('a window that closes while it opens gives way to the tab before it', async () => {
  const { tabs, names, popup } = openTabs();
  await tabs.open();
  const window = fakePage('about:blank', {
    answers: {
      'Page.getFrameTree': async () => {
        await window.page.close();
        throw new Error('Target closed');
      },
    },
  });
  await popup(undefined, window);
  expect((await tabs.active()).name).toBe('t1');
  expect(names()).toEqual(['t1 active']);
});

it('an announced window is waited for, and one that does not come is given up', async () => {
  const { tabs, opened, popup } = openTabs();
  await tabs.open();
  await tabs.waitForPopups();
  opened[0]?.protocol.emit('Page.windowOpen');
  let isOver = false;
  const waiting = tabs.waitForPopups().then(() => {
    isOver = true;
  });
  await settled();
  expect(isOver).toBe(false);
  await popup();
  await waiting;
  expect(isOver).toBe(true);
});

it('a crash aborts the signal of the tab with a retryable error, and is reported once', async () => {
  const { tabs, opened } = openTabs();
  await tabs.open();
  const tab = await tabs.active();
  opened[0]?.emit('crash');
  opened[0]?.emit('crash');
  expect(tab.hasCrashed()).toBe(true);
  expect(RunwrightError.is(tab.crashed.reason) && tab.crashed.reason).toMatchObject({
    ...{ code: 'browser_failed', retryable: true, details: { lost: 'page_crashed' } },
  });
  expect(tabs.takeEvents()).toEqual([
    { type: 'crash', tab: 't1', message: 'The page of tab t1 has crashed.' },
  ]);
  expect(await tabs.list()).toEqual([{ tab: 't1', url: 'about:blank', title: null, active: true }]);
});

it('a blank page takes name and place of a crashed tab', async () => {
  const { tabs, names, opened } = openTabs();
  for (const _ of [1, 2, 3]) await tabs.open();
  await tabs.activate('t2');
  const crashed = await tabs.active();
  opened[1]?.emit('crash');
  const next = await tabs.replaceCrashed(crashed);
  expect(names()).toEqual(['t1', 't2 active', 't3']);
  expect(next.hasCrashed()).toBe(false);
  expect(crashed.page.isClosed()).toBe(true);
});

it('a page that floods the protocol counts as crashed and is left', async () => {
  const visited: string[] = [];
  const { tabs, popup } = openTabs();
  await tabs.open();
  const page = fakePage('https://shop.example/', {
    goto: async (url: string) => void visited.push(url),
  });
  await popup(undefined, page);
  for (let left = 201; left > 0; left -= 1) page.emit('worker');
  await settled();
  expect((await tabs.active()).hasCrashed()).toBe(true);
  expect(visited).toEqual(['about:blank']);
});

it('navigations of the main frame are told to followers alone', async () => {
  const { tabs, opened } = openTabs();
  await tabs.open();
  const ended = new AbortController();
  const heard: PageEvent[] = [];
  const following = (async () => {
    for await (const event of tabs.followEvents(ended.signal)) heard.push(event);
  })();
  await settled();
  opened[0]?.navigate('https://shop.example/');
  opened[0]?.emit('framenavigated', { url: () => 'https://ads.example/' });
  await settled();
  ended.abort();
  await following;
  expect(heard).toEqual([{ type: 'navigation', url: 'https://shop.example/', tab: 't1' }]);
  expect(tabs.takeEvents()).toEqual([]);
});

it('a download of a page belongs to the session', async () => {
  const { tabs, opened, taken } = openTabs();
  await tabs.open();
  opened[0]?.emit('download', 'a download');
  expect(taken).toEqual(['a download']);
});

it.each([
  ['blob:https://shop.example/1', 'the page has taken it back'],
  ['https://shop.example/bill', 'it answers a form'],
])('a shown PDF at %s of which no file can be had is listed with the reason', async (url, reason) => {
  const { tabs, opened, missed } = openTabs({ answersForm: () => true });
  await tabs.open();
  const frame = { id: 'f', loaderId: 'l', url, mimeType: 'application/pdf' };
  opened[0]?.protocol.emit('Page.frameNavigated', { frame });
  for (const _ of [1, 2, 3]) await settled();
  expect(missed).toEqual([expect.stringMatching(`^${url} .*${reason}`)]);
});

it('closed tabs close every page, also one that comes later, and open none', async () => {
  const { tabs, opened, popup } = openTabs();
  await tabs.open();
  await tabs.open();
  await tabs.close();
  expect(opened.map(({ page }) => page.isClosed())).toEqual([true, true]);
  const late = await popup();
  expect(late.page.isClosed()).toBe(true);
  await expect(tabs.active()).rejects.toMatchObject({ code: 'browser_failed' });
});
