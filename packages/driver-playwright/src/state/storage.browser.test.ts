import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserDriver, BrowserSession, EgressPolicy, OriginState } from '@runwright/contract';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const { signal } = new AbortController();
const egress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

/** The bodies of pages; every origin has them all. */
const pages: Readonly<Record<string, string>> = {
  '/shop': `<script>localStorage.setItem('user', 'ann')</script>`,
  '/leaving': `<script>addEventListener('pagehide', () => localStorage.setItem('left', 'yes'))</script>`,
  '/database': `<p></p><script>const asking = indexedDB.open('shop', 1);
    asking.onupgradeneeded = () => asking.result.createObjectStore('basket');
    asking.onsuccess = () => { const change = asking.result.transaction('basket', 'readwrite');
      change.objectStore('basket').put('Lamp', 'part'); change.oncomplete = () => { document.title = 'stored' } }</script>`,
  '/worker': `<script>navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'stored' })</script>`,
  '/window': `<script>window.blank = open('about:blank')</script>`,
  '/hostile': `<script>localStorage.setItem('user', 'ann');
    Storage.prototype.getItem = () => 'eve'; Object.keys = () => []; JSON.stringify = () => 'eve'; indexedDB.databases = () => []</script>`,
};

describe('the state of a browser after a block', () => {
  let server: Server;
  let driver: BrowserDriver<BrowserContext>;
  let session: BrowserSession<BrowserContext>;
  let browser: CDPSession;
  let pagesOpened = 0;
  let shop: string;
  let other: string;
  const open = drivers();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path === '/worker.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('oninstall = () => skipWaiting()');
        return;
      }
      if (path === '/logout') {
        response.writeHead(302, { 'clear-site-data': '"storage"', location: `${other}/plain` }).end();
        return;
      }
      const { framed } = Object.fromEntries(new URL(path, 'http://site').searchParams);
      const frame = framed === undefined ? '' : `<iframe src="${framed}"></iframe>`;
      const body = pages[path.split('?', 1)[0] ?? ''] ?? '<p>Plain</p>';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><link rel="icon" href="data:,">${body}${frame}`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    shop = `http://127.0.0.1:${port}`;
    other = `http://localhost:${port}`;
    driver = await open();
  });
  beforeEach(async () => {
    session = await driver.open({ egress, reveal: (text) => text, signal });
    const own = session.native.browser();
    if (!own) throw new Error('The browser is gone.');
    browser = await own.newBrowserCDPSession();
    await browser.send('Target.setDiscoverTargets', { discover: true });
    pagesOpened = 0;
    browser.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.type === 'page') pagesOpened += 1;
    });
  });
  afterEach(() => session.close());
  afterAll(async () => {
    await driver.close();
    server.closeAllConnections();
    server.close();
  });

  const go = async (url: string): Promise<void> => {
    const result = await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    expect(result.status).toBe('ok');
  };
  /** Reads as the engine does after a block; the state, and how many pages were opened for it. */
  const keep = async () => {
    const before = pagesOpened;
    const state = await session.state?.({ signal, incremental: true });
    // The browser responds in order: every page that it has opened is announced by now.
    await browser.send('Target.getTargets');
    return { origins: byOrigin(state?.origins ?? []), opened: pagesOpened - before };
  };
  const whole = async () => byOrigin((await session.state?.({ signal }))?.origins ?? []);
  const run = (expression: string) => session.native.pages()[0]?.evaluate(expression);

  it('an open origin is read without visiting it', { tags: ['extended'] }, async () => {
    await go(`${shop}/shop`);
    expect(await keep()).toEqual({ origins: { [shop]: { user: 'ann' } }, opened: 0 });
    await run(`localStorage.setItem('user', 'bob'); localStorage.setItem('theme', 'dark')`);
    expect(await keep()).toEqual({ origins: { [shop]: { user: 'bob', theme: 'dark' } }, opened: 0 });
    await run('localStorage.clear()');
    expect(await keep()).toEqual({ origins: {}, opened: 0 });
  });

  it('storage of a page is in the state after the page was left', async () => {
    await go(`${shop}/shop`);
    await keep();
    await run(`localStorage.setItem('user', 'bob')`);
    await go(`${other}/shop`);
    const all = { [shop]: { user: 'bob' }, [other]: { user: 'ann' } };
    expect((await keep()).origins).toEqual(all);
    expect((await keep()).origins).toEqual(all);
    expect(await keep()).toEqual({ origins: all, opened: 0 });
    await go(`${shop}/plain`);
    await run(`localStorage.setItem('user', 'eve')`);
    await go(`${other}/plain`);
    expect((await keep()).origins).toEqual({ ...all, [shop]: { user: 'eve' } });
  });

  it('storage that a page writes while it is left is in the state', { tags: ['extended'] }, async () => {
    await go(`${shop}/leaving`);
    await keep();
    await go(`${other}/plain`);
    for (const _ of [1, 2, 3]) expect((await keep()).origins).toEqual({ [shop]: { left: 'yes' } });
  });

  it('storage that a blank popup writes for the origin of its opener is in the state', {
    tags: ['extended'],
  }, async () => {
    await go(`${shop}/window`);
    await session.native.pages()[0]?.waitForFunction('window.blank');
    await session.native.pages()[0]?.goto(`${other}/plain`);
    for (const count of ['1', '2', '3', '4']) {
      await session.native.pages()[1]?.evaluate(`localStorage.setItem('count', '${count}')`);
      expect((await keep()).origins).toEqual({ [shop]: { count } });
    }
  });

  it('databases are in the state, while their page is open and after it was left', async () => {
    await go(`${shop}/database`);
    await session.native.pages()[0]?.waitForFunction('document.title');
    const read = async () => (await session.state?.({ signal, incremental: true }))?.origins ?? [];
    const basket = {
      origin: shop,
      indexedDB: [{ name: 'shop', stores: [{ records: [{ key: 'part', value: 'Lamp' }] }] }],
    };
    expect(await read()).toMatchObject([basket]);
    await go(`${other}/plain`);
    for (const _ of [1, 2, 3]) expect(await read()).toMatchObject([basket]);
  });

  it('an origin with a service worker counts as changed', { tags: ['extended'] }, async () => {
    await go(`${shop}/worker`);
    await session.native.pages()[0]?.waitForFunction('document.title');
    await run(`localStorage.setItem('user', 'ann')`);
    await go(`${other}/plain`);
    for (const _ of [1, 2, 3]) expect((await keep()).opened).toBeGreaterThan(0);
    expect((await keep()).origins).toEqual({ [shop]: { user: 'ann' } });
  });

  it('storage that a server cleared with `Clear-Site-Data` is not in the state', {
    tags: ['extended'],
  }, async () => {
    await go(`${shop}/shop`);
    await go(`${other}/plain`);
    for (const _ of [1, 2, 3]) expect((await keep()).origins).toEqual({ [shop]: { user: 'ann' } });
    await go(`${shop}/logout`);
    expect((await keep()).origins).toEqual({});
  });

  it('the state of a frame is that of its origin', { tags: ['extended'] }, async () => {
    const { port } = new URL(shop);
    const [top, login] = [`http://shop.test:${port}`, `http://login.shop.test:${port}`];
    await go(`${top}/shop?framed=${login}/shop`);
    const all = { [top]: { user: 'ann' }, [login]: { user: 'ann' } };
    expect(await keep()).toEqual({ origins: all, opened: 0 });
    await go(`${top}/plain?framed=${other}/shop`);
    expect((await keep()).origins).toEqual(await whole());
  });

  it('begins with the storage that the session was opened with', { tags: ['extended'] }, async () => {
    const stored = { origin: shop, localStorage: [{ name: 'user', value: 'ann' }] };
    const again = await driver.open({
      egress,
      reveal: (text) => text,
      signal,
      state: { cookies: [], origins: [stored] },
    });
    for (const _ of [1, 2]) {
      const state = await again.state?.({ signal, incremental: true });
      expect(byOrigin(state?.origins ?? [])).toEqual({ [shop]: { user: 'ann' } });
    }
    await again.close();
  });

  it('a page that replaces built-ins cannot change the state', {
    tags: ['security', 'extended'],
  }, async () => {
    await go(`${shop}/hostile`);
    expect(await keep()).toEqual({ origins: { [shop]: { user: 'ann' } }, opened: 0 });
  });
});

/** Items of local storage by origin. */
function byOrigin(
  origins: readonly OriginState[],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const items = ({ localStorage }: OriginState) => localStorage.map(({ name, value }) => [name, value]);
  return Object.fromEntries(origins.map((each) => [each.origin, Object.fromEntries(items(each))]));
}
