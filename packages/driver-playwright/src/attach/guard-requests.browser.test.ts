import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserSession,
  type EgressPolicy,
  type OpenOptions,
  RunwrightError,
} from '@runwright/contract';
import { browserUnderTest, type RemoteBrowser, startRemoteBrowser } from '@runwright/testing/browser';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { playwrightDriver } from '../driver.ts';
import { findBrowser } from '../launch/find-browser.ts';

const signal = new AbortController().signal;
let stateFolder: string;
let remote: RemoteBrowser;
let site: Server;
let refusedServer: Server;
let sockets: WebSocketServer;
let url: string;
let refusedOrigin: string;
const trespasses: string[] = [];
/** Paths that were asked for at the site. */
const visits: string[] = [];

/** Lets 127.0.0.1 and localhost through. */
const egress: EgressPolicy = {
  async check(address) {
    const destination = new URL(address);
    if (!/^(127\.0\.0\.1|localhost)$/.test(destination.hostname))
      throw new RunwrightError('egress_denied', `The host \`${destination.hostname}\` is refused.`);
    return { url: destination, addresses: [{ address: '127.0.0.1', family: 4 }] };
  },
};

beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright-guard-'));
  refusedServer = createServer((request, response) => {
    trespasses.push(request.url ?? '');
    response.end('reached');
  }).listen(0, '127.0.0.2');
  await once(refusedServer, 'listening');
  refusedOrigin = `http://127.0.0.2:${(refusedServer.address() as AddressInfo).port}`;
  site = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    visits.push(path);
    const found = pages(refusedOrigin)[path] ?? [
      'text/html',
      `<title>Plain</title>${JSON.stringify(request.headers)}`,
    ];
    if (path === '/away') response.writeHead(302, { location: `${refusedOrigin}/away` }).end();
    else response.writeHead(200, { 'content-type': found[0] }).end(found[1]);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  sockets = new WebSocketServer({ server: site });
  sockets.on('connection', (socket) => socket.send('hello'));
  remote = await startRemote();
});
afterAll(async () => {
  await remote.end();
  for (const server of [site, refusedServer]) server.closeAllConnections();
  sockets.close();
  site.close();
  refusedServer.close();
  await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(() => {
  trespasses.length = 0;
});

const startRemote = () => startRemoteBrowser(findBrowser(browserUnderTest()).path);
const driver = () =>
  playwrightDriver({ ...browserUnderTest(), stateFolder, adBlockLists: [{ text: '/banner\n/advert' }] });
const attached = async (
  address = remote.url,
  request: Partial<OpenOptions> = {},
): Promise<BrowserSession<BrowserContext>> => {
  const session = await driver().attach?.(address, { egress, reveal: (text) => text, signal, ...request });
  if (!session) throw new Error('The driver joins no browsers.');
  return session;
};
const goto = (session: BrowserSession, address: string) =>
  session.page.act({ action_type: 'goto_url', url: address }, { epoch: 0, signal });
const shows = (session: BrowserSession, text: string) =>
  expect.poll(async () => (await session.page.read({ mode: 'extract', signal })).text).toContain(text);

describe('an attached browser', () => {
  it('reaches no refused destination by redirect, worker, service worker, socket or popup', async () => {
    const session = await attached();
    expect(await goto(session, `${url}/away`)).toMatchObject({ code: 'blocked_destination' });
    expect(await goto(session, `${url}/everything`)).toMatchObject({ status: 'ok' });
    await shows(session, 'tried: fetch image worker socket peer');
    const view = await session.page.read({ mode: 'action', signal });
    for (const name of ['Redirected', 'Straight']) {
      const id = new RegExp(`(a\\d+) link "${name}"`).exec(view.text)?.[1] ?? '';
      await session.page.act({ action_type: 'switch_tab', tab: view.tab }, { epoch: view.epoch, signal });
      await session.page.act({ action_type: 'click', id }, { epoch: view.epoch, signal });
    }
    expect(trespasses).toEqual([]);
    await session.close();
  });

  it('reaches no refused destination when a page opens many targets at once', {
    tags: ['extended'],
  }, async () => {
    const session = await attached();
    await goto(session, `${url}/many`);
    await expect.poll(() => visits, { timeout: 60_000 }).toContain('/over');
    expect(trespasses).toEqual([]);
    await session.close();
  });

  it('keeps the sockets that the policy allows', { tags: ['extended'] }, async () => {
    const session = await attached();
    await goto(session, `${url}/socket`);
    await shows(session, 'heard hello');
    await session.close();
  });

  it('has the headers and the viewport of the session only in the pages of the session', {
    tags: ['extended'],
  }, async () => {
    const stranger = await openBy(remote, `${url}/stranger`);
    const session = await attached(remote.url, {
      extraHttpHeaders: { 'X-Trace': 'abc' },
      viewport: { width: 900, height: 700 },
    });
    await goto(session, `${url}/echo`);
    await shows(session, '"x-trace":"abc"');
    expect(await session.page.screenshot({ signal })).toMatchObject({ width: 900, height: 700 });
    await stranger.reload();
    expect(await stranger.text()).not.toContain('x-trace');
    await session.close();
    await stranger.close();
  });

  it('lists the pages that were open as tabs and keeps them when the session closes', {
    tags: ['extended'],
  }, async () => {
    const stranger = await openBy(remote, `${url}/stranger`);
    const session = await attached();
    expect(await session.page.tabs()).toMatchObject([
      { tab: 't1', url: `${url}/stranger`, active: false },
      { tab: 't2', url: 'about:blank', active: true },
    ]);
    await goto(session, `${url}/echo`);
    await session.close();
    expect(session.gone.aborted).toBe(true);
    expect(remote.isRunning()).toBe(true);
    expect(await stranger.urls()).toContain(`${url}/stranger`);
    // Each of the two hears of it by itself.
    await expect.poll(stranger.urls).not.toContain(`${url}/echo`);
    await stranger.close();
  });

  // Once, on a busy machine, the last navigation left the page where it was, and 90 runs since did not show why.
  it('can have two sessions at once, and a popup of one is no tab of the other', {
    tags: ['extended'],
  }, async () => {
    const [one, two] = [await attached(), await attached()];
    await goto(one, `${url}/everything`);
    await goto(two, `${url}/echo`);
    const view = await one.page.read({ mode: 'action', signal });
    const id = /(a\d+) link "Window"/.exec(view.text)?.[1] ?? '';
    await one.page.act({ action_type: 'click', id }, { epoch: view.epoch, signal });
    expect((await two.page.tabs()).find(({ active }) => active)?.url).toBe(`${url}/echo`);
    await one.close();
    expect(await goto(two, `${url}/still-there`)).toMatchObject({
      status: 'ok',
      message: `Opened ${url}/still-there.`,
      urlAfter: `${url}/still-there`,
    });
    expect((await two.page.read({ mode: 'action', signal })).url).toBe(`${url}/still-there`);
    await two.close();
  });

  it('blocks ads on its pages and counts them', { tags: ['extended'] }, async () => {
    const session = await attached(remote.url, { extensions: ['ad-blocker'] });
    await goto(session, `${url}/ads`);
    await shows(session, 'done: error');
    await expect.poll(() => session.about.notices).toEqual(['The ad blocker has kept away 2 requests.']);
    await session.close();
  });

  it('ends the session when it exits', { tags: ['extended'] }, async () => {
    const mortal = await startRemote();
    const session = await attached(mortal.url);
    await mortal.end();
    if (!session.gone.aborted) await once(session.gone, 'abort');
    await expect(session.page.read({ mode: 'action', signal })).rejects.toMatchObject({
      code: 'browser_failed',
    });
    await session.close();
  });

  it('returns its cookies and rejects a profile', { tags: ['extended'] }, async () => {
    const session = await attached();
    await goto(session, `${url}/echo`);
    await session.native.addCookies([{ name: 'user', value: 'ann', url }]);
    expect((await session.state?.({ signal }))?.cookies).toMatchObject([{ name: 'user', value: 'ann' }]);
    await session.close();
    await expect(attached(remote.url, { profile: { name: 'ann' } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('the address of a browser', () => {
  it('can be an HTTP address that names the WebSocket', async () => {
    const { host } = new URL(remote.url);
    const session = await attached(`http://${host}/`);
    expect(session.about.version).toMatch(/^\d+\./);
    await session.close();
  });

  it('is not connected to when the policy refuses it', async () => {
    const nothing: EgressPolicy = {
      check: () => Promise.reject(new RunwrightError('egress_denied', 'The host is refused.')),
    };
    for (const address of [remote.url, remote.url.replace('ws', 'http')])
      await expect(attached(address, { egress: nothing })).rejects.toMatchObject({ code: 'egress_denied' });
  });

  it('is named in the error when no browser responds', async () => {
    const failure = { code: 'browser_failed', retryable: true };
    await expect(attached('http://127.0.0.1:1/')).rejects.toMatchObject(failure);
    await expect(attached(`${url}/no-browser`)).rejects.toThrow(new URL(url).host);
    await expect(attached('ftp://127.0.0.1/')).rejects.toThrow('not http, https, ws or wss');
  });
});

/** Somebody else at the same browser. */
async function openBy({ url: address }: RemoteBrowser, page: string) {
  const { loadPlaywright } = await import('../launch/load-playwright.ts');
  const browser = await loadPlaywright().chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  const own = await context?.newPage();
  await own?.goto(page);
  return {
    reload: () => own?.reload(),
    text: async () => (await own?.content()) ?? '',
    urls: async () => context?.pages().map((each) => each.url()) ?? [],
    close: async () => {
      await own?.close();
      await browser.close();
    },
  };
}

function pages(refused: string): Readonly<Record<string, readonly [type: string, body: string]>> {
  const script = 'text/javascript';
  return {
    '/everything': [
      'text/html',
      `<title>Everything</title><a href="/away" target="_blank">Redirected</a> <a href="${refused}/straight" target="_blank">Straight</a>
      <a href="/plain" target="_blank">Window</a> <p id="out">trying</p><iframe src="${refused}/frame"></iframe><script>
      const said = []; const say = (word) => { said.push(word); if (said.length === 4) out.textContent = 'tried: ' + ['fetch', 'image', 'worker', 'socket'].filter((w) => said.includes(w)).join(' ') + (globalThis.RTCPeerConnection ? '' : ' peer') };
      fetch('${refused}/fetch').catch(() => undefined).then(() => say('fetch'));
      const image = new Image(); image.onerror = () => say('image'); image.src = '${refused}/image';
      const worker = new Worker('/worker.js'); worker.onmessage = () => say('worker');
      const socket = new WebSocket('${refused.replace('http', 'ws')}/socket'); socket.onclose = () => say('socket');
      navigator.serviceWorker.register('/service.js'); navigator.sendBeacon('${refused}/beacon');
      new EventSource('${refused}/events');</script>`,
    ],
    '/worker.js': [
      script,
      `fetch('${refused}/worker').catch(() => undefined).then(() => { try { new WebSocket('${refused.replace('http', 'ws')}/worker-socket').onclose = () => postMessage('open') } catch { postMessage('none') } })`,
    ],
    '/many': [
      'text/html',
      `<body><script>
      const few = Array.from({ length: 10 }, (_, n) => n);
      const windows = Array.from({ length: 30 }, (_, n) => window.open('${refused}/window-' + n));
      const hasLeft = (each) => { try { return each.location.href !== 'about:blank' } catch { return true } };
      const over = [
        ...windows.map((each) => new Promise((resolve) => setInterval(() => hasLeft(each) && resolve(), 50))),
        ...few.map((n) => new Promise((resolve) => { new Worker('/worker.js?' + n).onmessage = resolve })),
        ...few.map((n) => new Promise((resolve) => {
          const frame = document.body.appendChild(document.createElement('iframe'));
          for (const { SharedWorker } of [window, frame.contentWindow]) SharedWorker && new SharedWorker('/shared.js?' + n);
          frame.onload = resolve;
          frame.src = '${refused}/frame-' + n;
        })),
      ];
      Promise.all(over).then(() => fetch('/over'));</script>`,
    ],
    '/shared.js': [script, `fetch('${refused}/shared').catch(() => undefined)`],
    '/service.js': [script, `fetch('${refused}/service').catch(() => undefined)`],
    '/ads': [
      'text/html',
      `<p id="out"></p><iframe src="/advert"></iframe><script>const image = new Image(); image.src = '/banner'; image.onerror = () => { out.textContent = 'done: error' }</script>`,
    ],
    '/socket': [
      'text/html',
      `<p id="out">waiting</p><script>new WebSocket('ws://' + location.host + '/socket').onmessage = (e) => { out.textContent = 'heard ' + e.data }</script>`,
    ],
  };
}
