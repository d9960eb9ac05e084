import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptchaSolver, EgressPolicy, OpenOptions } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlaywrightDriverOptions, playwrightDriver } from '../driver.ts';
import { drivers } from '../drivers.test-helpers.ts';

const signal = new AbortController().signal;
const egress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const asked: string[] = [];
const openShared = drivers();
let stateFolder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright-start-'));
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    response.writeHead(200, { 'content-type': 'text/html' });
    if (request.url === '/ads')
      response.end(`<p id="out"></p><img src="http://ads.test:${new URL(url).port}/banner"><iframe src="http://ads.test:${new URL(url).port}/frame"></iframe>
        <script>Promise.allSettled([fetch('http://ads.test:${new URL(url).port}/count', { mode: 'no-cors' })]).then(() => { out.textContent = 'done' })</script>`);
    else
      response.end(`<p id="out"></p><script>out.textContent = JSON.stringify([${JSON.stringify(request.headers['x-trace'] ?? null)},
        navigator.userAgent, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, devicePixelRatio,
        matchMedia('(prefers-color-scheme: dark)').matches, innerWidth, innerHeight])</script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
});

/** Opens a session: in the browser that the tests of the process share, unless the driver has options of its own. */
async function opened(options: Partial<PlaywrightDriverOptions> | null, request: Partial<OpenOptions> = {}) {
  const driver = options
    ? playwrightDriver({ ...browserUnderTest(), stateFolder, ...options })
    : await openShared();
  const { open } = driver;
  const session = await open({ egress, reveal: (text) => text, signal, ...request });
  return {
    session,
    act: (action: Parameters<typeof session.page.act>[0]) => session.page.act(action, { epoch: 0, signal }),
    text: async () => (await session.page.read({ mode: 'extract', signal })).text,
  };
}

it('pages see the requested viewport, locale, time zone and user agent', async () => {
  const { session, act, text } = await opened(null, {
    extraHttpHeaders: { 'X-Trace': 'abc' },
    userAgent: 'Mine/1.0',
    locale: 'de-DE',
    timezone: 'Asia/Tokyo',
    deviceScaleFactor: 2,
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  await act({ action_type: 'goto_url', url: `${url}/look` });
  const shown = '["abc","Mine/1.0","de-DE","Asia/Tokyo",2,true,390,844]';
  expect((await text()).replaceAll('\\"', '"')).toContain(shown);
  await session.close();
});

it('the ad blocker blocks and counts requests', { tags: ['extended'] }, async () => {
  const { session, act } = await opened(
    { adBlockLists: [{ text: '||ads.test^' }] },
    { extensions: ['ad-blocker', 'captcha-solver'] },
  );
  const missing = 'A captcha solver was asked for, and none is configured.';
  expect(session.about.notices).toEqual([missing]);
  await act({ action_type: 'goto_url', url: `${url}/ads` });
  await act({ action_type: 'wait', for: 'text', value: 'done' });
  const kept = [missing, 'The ad blocker has kept away 3 requests.'];
  await expect.poll(() => session.about.notices).toEqual(kept);
  expect(asked.filter((each) => each.startsWith('ads.test'))).toEqual([]);
  expect(
    await act({ action_type: 'goto_url', url: `http://ads.test:${new URL(url).port}/page` }),
  ).toMatchObject({ status: 'ok' });
  await session.close();
});

it('an unpacked extension works on the pages', { tags: ['extended'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-extension-'));
  const manifest = {
    manifest_version: 3,
    ...{ name: 'Mark', version: '1.0' },
    content_scripts: [{ matches: ['http://*/*'], js: ['mark.js'] }],
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'mark.js'), 'document.body.append("marked by the extension")');
  const { session, act } = await opened({ extensionPaths: [folder] });
  await act({ action_type: 'goto_url', url });
  const seen = await act({ action_type: 'wait', for: 'text', value: 'marked by the extension' });
  expect(seen).toMatchObject({ status: 'ok' });
  await session.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('a captcha without a solver fails at once', async () => {
  const { session, act } = await opened(null);
  await act({ action_type: 'goto_url', url });
  expect(await act({ action_type: 'solve_captcha' })).toMatchObject({
    status: 'failed',
    code: 'bot_detection',
    message: expect.stringContaining('no solver is configured'),
  });
  await session.close();
});

const kinds: unknown[] = [];
const captchaSolver: CaptchaSolver = {
  name: 'helper',
  async solve({ kind, url: address, page, signal: ended }) {
    kinds.push([kind, address]);
    if (kind === 'late') await once(ended, 'abort');
    if (kind === 'broken') throw new Error('out of order');
    await page.act({ action_type: 'goto_url', url: `${url}/solved` }, { epoch: 0, signal: ended });
    return { solved: kind !== 'hard', message: `The helper has looked at ${kind}.` };
  },
};

it('a captcha is passed to the solver with its page, and a solver that throws or does not solve it fails the action', {
  tags: ['extended'],
}, async () => {
  const { session, act } = await opened({ captchaSolver }, { extensions: ['captcha-solver'] });
  expect(session.about.notices).toEqual([]);
  await act({ action_type: 'goto_url', url: `${url}/asked` });
  const solving = (kind: string) => act({ action_type: 'solve_captcha', kind });
  const broken = { code: 'bot_detection', message: '`helper` failed at the captcha: out of order.' };
  expect(await solving('broken')).toMatchObject(broken);
  expect(await solving('easy')).toMatchObject({
    ...{ status: 'ok', urlBefore: `${url}/asked`, urlAfter: `${url}/solved` },
  });
  expect(await solving('hard')).toMatchObject({ status: 'failed' });
  await session.close();
  expect(kinds).toContainEqual(['easy', `${url}/asked`]);
});

it('a captcha solver that is late fails the action', { tags: ['extended'] }, async () => {
  const { session, act } = await opened({ captchaSolver, captchaTimeoutMs: 300 });
  await act({ action_type: 'goto_url', url: `${url}/asked` });
  const late = { code: 'bot_detection', message: '`helper` did not solve the captcha within 0.3 s.' };
  expect(await act({ action_type: 'solve_captcha', kind: 'late' })).toMatchObject(late);
  await session.close();
});

it('a closed driver opens nothing, and one that is closed while it opens leaves no browser', {
  tags: ['extended'],
}, async () => {
  const driver = playwrightDriver({ ...browserUnderTest(), stateFolder });
  const opening = driver.open({ egress, reveal: (text) => text, signal });
  await driver.close();
  const session = await opening;
  expect(session.gone.aborted).toBe(true);
  await expect(driver.open({ egress, reveal: (text) => text, signal })).rejects.toMatchObject({
    code: 'browser_failed',
    message: expect.stringContaining('the driver is closed'),
  });
});
