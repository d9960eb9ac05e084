import { expect, it } from 'vitest';
import { fakeContext, fakePage, fakeProtocol, settled } from '../fake-browser.test-helpers.ts';
import { followTabs } from './browser-tabs.ts';

/** A browser with one page, as it is when a session begins. */
async function openBrowser(options: Partial<Parameters<typeof followTabs>[2]> = {}) {
  const first = fakePage('about:blank');
  const browser = fakeContext([first]);
  const tabs = await followTabs(browser.context, () => 0, {
    downloadsPath: '/tmp/none',
    closedShadow: false,
    connection: 'protocol',
    ...options,
  });
  await settled();
  const names = (each = tabs.main) => each.all().map(({ tab }) => `${tab.name} ${tab.page.url()}`);
  return { ...browser, first, tabs, names };
}

it('the page of a new browser is the first tab, and permissions are denied', async () => {
  const { tabs, first, names, browser } = await openBrowser();
  expect(names()).toEqual(['t1 about:blank']);
  expect(tabs.ours()).toEqual([first.page]);
  expect(browser.sentTo('Browser.setPermission').length).toBeGreaterThan(10);
});

it('a window belongs to the tabs of the page that opened it', async () => {
  const { tabs, add, opened, first, names } = await openBrowser();
  const other = await tabs.open();
  add(fakePage('https://shop.example/of-main', { opener: first.page }));
  add(fakePage('https://shop.example/of-other', { opener: opened[0]?.page ?? null }));
  await settled();
  await settled();
  expect(names()).toEqual(['t1 about:blank', 't2 https://shop.example/of-main']);
  expect(names(other)).toEqual(['t1 about:blank', 't2 https://shop.example/of-other']);
});

it('a window without an opener belongs to the tabs whose frame has opened it, else to the first ones', async () => {
  const { tabs, add, opened, names } = await openBrowser();
  const other = await tabs.open();
  await settled();
  const about = (await opened[0]?.protocol.session.send('Target.getTargetInfo')) as {
    targetInfo: { targetId: string };
  };
  const opening = (openerFrameId?: string) => ({
    answers: { 'Target.getTargetInfo': () => ({ targetInfo: { targetId: 'window', openerFrameId } }) },
  });
  add(fakePage('https://shop.example/noopener', opening(about.targetInfo.targetId)));
  add(fakePage('https://shop.example/alone', opening()));
  for (const _ of [1, 2, 3, 4]) await settled();
  expect(names(other)).toEqual(['t1 about:blank', 't2 https://shop.example/noopener']);
  expect(names()).toEqual(['t1 about:blank', 't2 https://shop.example/alone']);
});

it('a window that comes when its tabs are closed is closed', async () => {
  const { tabs, add, opened, names } = await openBrowser();
  const other = await tabs.open();
  await other.close();
  const late = fakePage('https://shop.example/late', { opener: opened[0]?.page ?? null });
  add(late);
  await settled();
  await settled();
  expect(late.page.isClosed()).toBe(true);
  expect(names()).toEqual(['t1 about:blank']);
});

it('a page that is closed is no longer one of ours', async () => {
  const { tabs, first } = await openBrowser();
  await first.page.close();
  expect(tabs.ours()).toEqual([]);
});

it('downloads and permissions are those of the context', async () => {
  const { browser } = await openBrowser({ contextId: 'context1' });
  expect(browser.sentTo('Browser.setDownloadBehavior')).toMatchObject([{ browserContextId: 'context1' }]);
  expect(browser.sentTo('Browser.setPermission')).toEqual(
    expect.arrayContaining([expect.objectContaining({ browserContextId: 'context1' })]),
  );
});

const pdf = {
  ...{ url: 'https://shop.example/bill', status: 200, contentType: 'application/pdf', isAttachment: false },
  frameId: 'window',
};

it('a PDF for a window that is no tab yet becomes a download; other documents pass', async () => {
  const { tabs } = await openBrowser();
  expect(await tabs.decideDocument(pdf)).toBe('download');
  expect(await tabs.decideDocument({ ...pdf, contentType: 'text/html' })).toBe('pass');
  expect(await tabs.decideDocument({ ...pdf, isAttachment: true })).toBe('pass');
});

it('to an attached client, a PDF becomes a download only for its own pages and their windows', async () => {
  const targets = new Map<string, object>([['other', { targetId: 'other', type: 'page' }]]);
  const protocol = fakeProtocol({
    'Target.getTargetInfo': ({ targetId }: { targetId: string }) => ({ targetInfo: targets.get(targetId) }),
  });
  const { context, opened } = fakeContext([], protocol);
  const tabs = await followTabs(context, () => 0, {
    ...{ downloadsPath: '/tmp/none', closedShadow: false, connection: 'protocol' },
    attachedClient: { prepare: async () => undefined },
  });
  await settled();
  const about = (await opened[0]?.protocol.session.send('Target.getTargetInfo')) as {
    targetInfo: { targetId: string };
  };
  const openerFrameId = about.targetInfo.targetId;
  targets.set('window', { targetId: 'window', type: 'page', openerFrameId });
  expect(await tabs.decideDocument(pdf)).toBe('download');
  expect(await tabs.decideDocument({ ...pdf, frameId: 'other' })).toBe('pass');
  expect(await tabs.decideDocument({ ...pdf, frameId: 'a frame' })).toBe('pass');
});

it('to an attached client, open pages with an address are tabs, its own is active, and windows of others are none', async () => {
  const prepared: string[] = [];
  const client = { prepare: async (page: { url(): string }) => void prepared.push(page.url()) };
  const found = fakePage('https://mail.example/');
  const browser = fakeContext([fakePage('about:blank'), found]);
  const tabs = await followTabs(browser.context, () => 0, {
    downloadsPath: '/tmp/none',
    closedShadow: false,
    connection: 'protocol',
    attachedClient: client,
  });
  browser.add(fakePage('https://mail.example/window', { opener: found.page }));
  for (const _ of [1, 2, 3]) await settled();
  expect(tabs.main.all().map(({ tab, active }) => [tab.page.url(), active])).toEqual([
    ['https://mail.example/', false],
    ['about:blank', true],
  ]);
  expect(tabs.ours()).toEqual([browser.opened[0]?.page]);
  expect(browser.browser.sentTo('Browser.setPermission')).toEqual([]);
  expect(prepared).toEqual(['about:blank']);
});

it('an attached client with the id of a page has that page alone, and an unknown id is refused', async () => {
  const answers = { 'Target.getTargetInfo': () => ({ targetInfo: { targetId: 'wanted' } }) };
  const pages = [fakePage('https://mail.example/'), fakePage('https://shop.example/', { answers })];
  const options = { downloadsPath: '/tmp/none', closedShadow: false, connection: 'protocol' } as const;
  const attachedClient = (targetId: string) => ({ targetId, prepare: async () => undefined });
  const { main } = await followTabs(fakeContext(pages).context, () => 0, {
    ...options,
    attachedClient: attachedClient('wanted'),
  });
  await settled();
  expect(main.all().map(({ tab }) => tab.page.url())).toEqual(['https://shop.example/']);
  await expect(
    followTabs(fakeContext(pages).context, () => 0, { ...options, attachedClient: attachedClient('other') }),
  ).rejects.toThrow('no open page with the id other');
});
