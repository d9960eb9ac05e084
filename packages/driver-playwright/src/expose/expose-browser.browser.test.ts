import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserDriver, BrowserSession, EgressPolicy } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import { type BrowserContext, chromium } from 'playwright-core';
import { connect, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processDrivers } from '../drivers.test-helpers.ts';
import { readPageTarget } from '../frames/page-target.ts';
import { connectDebugClient, type DebugClient } from './debug-client.test-helpers.ts';

const openDriver = processDrivers();
const { signal } = new AbortController();

let site: Server;
let forbidden: Server;
let reached: string[];
let driver: BrowserDriver<BrowserContext>;
let session: BrowserSession<BrowserContext>;
let client: DebugClient;

const egress: EgressPolicy = {
  async check(address) {
    const url = new URL(address);
    if (url.port !== String(portOf(site))) throw new RunwrightError('egress_denied', 'Not allowed.');
    return { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
  },
};
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const url = (path: string): string => `http://127.0.0.1:${portOf(site)}${path}`;

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/frame') return void response.end('<p>framed</p>');
    response.end(`<title>${request.url}</title><button onclick="window.open('/popup')">Open</button>
      <iframe src="/frame"></iframe><iframe sandbox srcdoc="<p>alone</p>"></iframe><script>new Worker('data:text/javascript,postMessage(1)')</script>`);
  });
  reached = [];
  forbidden = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('[]');
  });
  for (const server of [site, forbidden]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  driver = await openDriver();
  session = await driver.open({
    ...{ egress, signal, reveal: (text) => text },
    expose: { authorize: async () => true },
  });
  client = await connectDebugClient(session.address ?? '');
});
afterAll(async () => {
  await driver?.close();
  for (const server of [site, forbidden]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Opens a page of the session and attaches the client to it. */
async function attachToNewPage(): Promise<string> {
  const { result: created } = await client.send('Target.createTarget', { url: 'about:blank' });
  const { targetId } = created ?? {};
  const { result } = await client.send('Target.attachToTarget', { targetId, flatten: true });
  return String(result?.sessionId);
}

it.runIf(process.platform === 'linux')(
  'a browser with a debug address listens on no TCP port',
  { tags: ['security'] },
  async () => {
    const listening = await listeningSockets();
    expect(listening.size).toBeGreaterThan(0);
    const browserIds = await processesWith(`${session.id}/profile`);
    expect(browserIds.length).toBeGreaterThan(0);
    const sockets = await Promise.all(browserIds.map(socketsOf));
    expect(sockets.flat().filter((inode) => listening.has(inode))).toEqual([]);
  },
);

it.each([
  ['Target.setRemoteLocations', { locations: [{ host: '127.0.0.1', port: 1 }] }],
  ['Target.exposeDevToolsProtocol', { targetId: '1' }],
  ['Target.createBrowserContext', { proxyServer: 'direct://' }],
  ['Target.createTarget', { url: 'about:version' }],
  ['Target.createTarget', { url: 'file:///etc/passwd' }],
  ['Target.createTarget', { url: 'about:blank', hidden: true }],
  ['Browser.getBrowserCommandLine', {}],
  ['SystemInfo.getInfo', {}],
  ['Tracing.start', { transferMode: 'ReturnAsStream' }],
  ['Fetch.enable', {}],
  ['Security.setIgnoreCertificateErrors', { ignore: true }],
  ['Storage.getCookies', { browserContextId: 'A'.repeat(32) }],
])(
  'the browser does not get %s with %o, and the error names the command',
  { tags: ['security'] },
  async (method, params) => {
    const { error, result } = await client.send(method, params);
    expect(result).toBeUndefined();
    expect(error?.message).toMatch(/^Refused: /);
    expect(error?.message).toContain(`\`${method}\``);
  },
);

it('a client that names a debug port does not make the browser connect to it', {
  tags: ['security'],
}, async () => {
  await client.send('Target.setRemoteLocations', {
    locations: [{ host: '127.0.0.1', port: portOf(forbidden) }],
  });
  await client.send('Target.setDiscoverTargets', { discover: true });
  // The browser asks a location for its targets at once and again each second; a page that has loaded shows that it goes on.
  const page = await attachToNewPage();
  await client.send('Page.navigate', { url: url('/later') }, page);
  await client.send('Target.getTargets');
  expect(reached).toEqual([]);
});

it('a page does not show the pages of the browser itself, however they are named', {
  tags: ['security'],
}, async () => {
  const page = await attachToNewPage();
  for (const address of [
    'about:version',
    'ABOUT:settings',
    ' about:downloads',
    'chrome://version',
    'file:///etc',
  ])
    await client.send('Page.navigate', { url: address }, page);
});

it('a client sees and reaches no target of another context of the browser', {
  tags: ['security'],
}, async () => {
  const other = await session.native.browser()?.newContext();
  const page = await other?.newPage();
  if (!other || !page) throw new Error('no second context');
  const { targetId, browserContextId } = await readPageTarget(other, page);
  await client.send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
  await client.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  const later = await other.newPage();
  // A page that waits for its debugger would not respond.
  await later.evaluate('1');
  await client.send('Target.getTargets', { filter: [{}] });
  const refused = await Promise.all([
    client.send('Target.attachToTarget', { targetId, flatten: true }),
    client.send('Target.getTargetInfo', { targetId }),
    client.send('Target.activateTarget', { targetId }),
    client.send('Target.closeTarget', { targetId }),
    client.send('Target.createTarget', { url: 'about:blank', browserContextId }),
    client.send('Storage.getCookies', { browserContextId }),
  ]);
  for (const { error } of refused)
    expect(error?.message).toMatch(/No target with given id found|not the context of the browser session/);
  expect(page.isClosed()).toBe(false);
  const seen = JSON.stringify(client.received);
  for (const id of [targetId, (await readPageTarget(other, later)).targetId]) expect(seen).not.toContain(id);
  expect(seen).not.toContain('chrome://');
  await client.send('Target.setAutoAttach', {
    autoAttach: false,
    waitForDebuggerOnStart: false,
    flatten: true,
  });
  await other.close();
});

it('a client does not read the credentials of the egress proxy', { tags: ['security'] }, async () => {
  const page = await attachToNewPage();
  await client.send('Network.enable', {}, page);
  await client.send('Page.navigate', { url: url('/headers') }, page);
  const headers = () => client.received.find(({ method }) => method === 'Network.requestWillBeSentExtraInfo');
  await expect.poll(headers).toBeDefined();
  expect(headers()?.params?.headers).toMatchObject({ 'Proxy-Authorization': 'Basic *****' });
});

it("a client does not speak through the library's sessions or those of another client", {
  tags: ['security'],
}, async () => {
  const rival = await connectDebugClient(session.address ?? '');
  const page = await attachToNewPage();
  const { error } = await rival.send('Runtime.evaluate', { expression: '1' }, page);
  expect(error?.message).toContain('Session with given id not found');
  await rival.close();
  expect((await client.send('Runtime.evaluate', { expression: '1' }, page)).error).toBeUndefined();
});

it('Playwright connects, opens pages, follows popups, frames and workers, and leaves the session running', async () => {
  const library = await chromium.connectOverCDP(session.address ?? '');
  const [context] = library.contexts();
  const page = await context?.newPage();
  if (!context || !page) throw new Error('no context');
  const worker = page.waitForEvent('worker');
  await page.goto(url('/playwright'));
  await worker;
  expect(await page.frames()[1]?.textContent('p')).toBe('framed');
  expect(await page.frames()[2]?.textContent('p')).toBe('alone');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('button')]);
  await popup.waitForLoadState();
  expect(await popup.title()).toBe('/popup');
  await context.addCookies([{ name: 'a', value: 'b', url: url('/') }]);
  expect(await context.cookies()).toMatchObject([{ name: 'a' }]);
  expect((await page.screenshot()).length).toBeGreaterThan(100);
  const protocol = await context.newCDPSession(page);
  expect((await protocol.send('Runtime.evaluate', { expression: '1 + 1' })).result.value).toBe(2);
  await page.route('**/answered', (route) => route.fulfill({ body: 'by the client' }));
  await page.goto(url('/answered'));
  expect(await page.textContent('body')).toBe('by the client');
  await expect(library.newContext()).rejects.toThrow('Target.createBrowserContext');
  await popup.close();
  await page.close();
  await library.close();
  expect(session.gone.aborted).toBe(false);
});

it('Puppeteer connects, opens pages, follows popups, frames and workers, and leaves the session running', {
  tags: ['extended'],
}, async () => {
  const address = session.address ?? '';
  const library = await connect({ browserWSEndpoint: address });
  const page = await library.newPage();
  await page.goto(url('/puppeteer'));
  expect(await page.frames()[1]?.$eval('p', (element) => element.textContent)).toBe('framed');
  await expect.poll(() => page.workers().length).toBe(1);
  const { promise: opened, resolve } = Promise.withResolvers<Page | null>();
  page.once('popup', resolve);
  await page.click('button');
  expect(await (await opened)?.evaluate(() => window.opener !== null)).toBe(true);
  await library.setCookie({ name: 'c', value: 'd', domain: '127.0.0.1' });
  expect(await library.cookies()).toContainEqual(expect.objectContaining({ name: 'c' }));
  expect((await page.screenshot()).length).toBeGreaterThan(100);
  expect((await page.pdf()).length).toBeGreaterThan(100);
  await page.setRequestInterception(true);
  page.on('request', (request) => void request.respond({ body: 'by the client' }));
  await page.goto(url('/answered'));
  expect(await page.$eval('body', (element) => element.textContent)).toBe('by the client');
  await expect(library.createBrowserContext()).rejects.toThrow('Target.createBrowserContext');
  await page.close();
  await library.close();
  const again = await connect({ browserURL: address.replace('ws:', 'http:') });
  await again.disconnect();
  expect(session.gone.aborted).toBe(false);
});

it('a client does not end the browser of the session', { tags: ['security'] }, async () => {
  const { error } = await client.send('Browser.close');
  expect(error?.message).toContain('Refused: `Browser.close`');
  expect(session.gone.aborted).toBe(false);
});

/** Returns the ids of processes whose command has a text. */
async function processesWith(text: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return ids.filter((_, index) => commands[index]?.includes(text));
}

/** Returns the inodes of the sockets that a process has open. */
async function socketsOf(id: string): Promise<readonly string[]> {
  const files = await readdir(`/proc/${id}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${id}/fd/${file}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** Returns the inodes of the TCP sockets of this machine that listen. */
async function listeningSockets(): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n')).map((row) => row.trim().split(/\s+/));
  return new Set(rows.flatMap((row) => (row[3] === '0A' && row[9] ? [row[9]] : [])));
}
