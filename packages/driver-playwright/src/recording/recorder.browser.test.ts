import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type {
  BrowserDriver,
  BrowserSession,
  PageAction,
  Recording,
  RecordOptions,
} from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { playwrightDriver } from '../driver.ts';
import { drivers } from '../drivers.test-helpers.ts';

const secret = 'canary of 42 words';
const page = `<title>Shop</title><label>Word <input></label><label>Plain <input type="password"></label><label>Name <input></label><button onclick="document.querySelector('p').textContent = document.querySelector('input').value; console.log('pressed')">Press</button><p></p>`;
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=cookie-of-17' });
  response.end(page);
});
const openDriver = drivers();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-recorder-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A session whose page was given the secret and shows it. */
async function recorded(
  record: RecordOptions,
  driver: BrowserDriver<BrowserContext>,
): Promise<BrowserSession<BrowserContext>> {
  const { signal } = new AbortController();
  const session = await driver.open({
    egress: {
      check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
    },
    reveal: (text) => text.replaceAll('{{word}}', secret),
    record,
    signal,
  });
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const act = (action: PageAction) => session.page.act(action, { epoch: 1, signal });
  await act({ action_type: 'goto_url', url: `http://127.0.0.1:${port}/` });
  const { text } = await session.page.read({ mode: 'action', signal });
  const id = (called: string): string => new RegExp(`(\\w+) ${called}`).exec(text)?.[1] ?? '';
  await act({ action_type: 'input_text', id: id('textbox'), text: '{{word}}' });
  await act({ action_type: 'input_text', id: id('textbox "Plain"'), text: 'typed-in-the-open' });
  await act({ action_type: 'input_text', id: id('textbox "Name"'), text: 'Ann' });
  await act({ action_type: 'click', id: id('button') });
  await session.page.act({ action_type: 'reload_page' }, { epoch: 1, signal });
  return session;
}

const typesOf = (recordings: readonly Recording[] = []) => recordings.map(({ type }) => type);

it('recordings up to a crash of the browser are kept, and its folder is removed', {
  tags: ['extended'],
}, async () => {
  const driver = playwrightDriver({ ...browserUnderTest(), stateFolder: folder });
  const session = await recorded({ video: true, har: true, console: true, trace: true }, driver);
  const protocol = await session.native.browser()?.newBrowserCDPSession();
  protocol?.send('Browser.crash').catch(() => undefined);
  const recordings = await session.recordings?.();
  expect(typesOf(recordings)).toEqual(['browser_console_log', 'har', 'recording']);
  expect(recordings?.at(-1)?.content.length).toBeGreaterThan(1_000);
  await session.close();
  expect(await readdir(join(folder, 'browsers'))).toEqual([]);
  await driver.close();
});

it('a trace contains the pages and no secret in its texts', async () => {
  const session = await recorded({ trace: true }, await openDriver());
  await session.close();
  const [trace, ...others] = (await session.recordings?.()) ?? [];
  expect(others).toEqual([]);
  expect(trace).toMatchObject({ type: 'trace', contentType: 'application/zip' });
  const archive = await fromBufferPromise(Buffer.from(trace?.content ?? ''), { autoClose: false });
  const texts: string[] = [];
  for await (const entry of archive.eachEntry())
    texts.push((await buffer(await archive.openReadStreamPromise(entry))).toString());
  const all = texts.join('\n');
  expect(all).toContain('Press');
  expect(all).toContain('[secret]');
  expect(all).not.toContain(secret);
  for (const hidden of ['typed-in-the-open', 'cookie-of-17', '"key":"n"', 'Type \\"'])
    expect(all).not.toContain(hidden);
});

it('a session without recordings has none', { tags: ['extended'] }, async () => {
  const session = await recorded({}, await openDriver());
  await session.close();
  expect(session.recordings).toBeUndefined();
});
