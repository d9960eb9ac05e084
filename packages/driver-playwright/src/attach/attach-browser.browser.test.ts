// @module-tag extended: what a browser that the driver starts does, too
import { createServer, type Server } from 'node:http';
import type { BrowserDriver, BrowserSession, EgressPolicy } from '@runwright/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

const { signal } = new AbortController();
const openDriver = cdpDrivers();
const egress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const page = `<title>Page</title><a href="/data.csv" download>Table</a>
  <label>Letter <input type="file" onchange="out.textContent = this.files[0].name + ' ' + this.files[0].size"></label>
  <p id="out"></p><script>localStorage.setItem('theme', 'dark')</script>`;
let server: Server;
let url: string;
let driver: BrowserDriver;
let session: BrowserSession;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isFile = request.url === '/data.csv';
    response.setHeader('content-type', isFile ? 'text/csv' : 'text/html');
    response.end(isFile ? 'a,b\n1,2\n' : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  driver = await openDriver();
  const downloads = { fileBytes: 1e6, files: 4, totalBytes: 1e6, firstByteMs: 60_000, timeoutMs: 100_000 };
  session = await driver.open({ egress, reveal: (text) => text, signal, downloads });
  await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
});
afterAll(async () => {
  await driver.close();
  server.closeAllConnections();
  server.close();
});

/** Reads the page and returns its epoch and the id of what the view calls `called`. */
async function find(called: string): Promise<{ readonly epoch: number; readonly id: string }> {
  const { text, epoch } = await session.page.read({ mode: 'action', signal });
  const id = new RegExp(`(a\\d+) ${called}`).exec(text)?.[1];
  if (id === undefined) throw new Error(`No ${called} in ${text}`);
  return { epoch, id };
}

it('an attached browser stores a download whole', async () => {
  const { epoch, id } = await find('link "Table"');
  const { events } = await session.page.act({ action_type: 'click', id, download: true }, { epoch, signal });
  const begun = events.findLast((event) => event.type === 'download');
  const download = await session.downloads?.finished(begun?.type === 'download' ? begun.id : '', { signal });
  expect(download).toMatchObject({
    filename: 'data.csv',
    status: 'completed',
    size: 8,
    contentType: 'text/csv',
  });
});

it('an attached browser uploads a file', async () => {
  const { epoch, id } = await find('file "Letter"');
  const file = async () => ({
    name: 'letter.txt',
    contentType: 'text/plain',
    size: 8,
    async *read() {
      yield Buffer.from('Dear all');
    },
  });
  const result = await session.page.act(
    { action_type: 'upload_file', id, file: 'letter.txt' },
    { epoch, signal, file },
  );
  expect(result).toMatchObject({ status: 'ok' });
  expect((await session.page.read({ mode: 'verify', signal })).text).toContain('letter.txt 8');
});

it('an attached browser opens a tab of its own, and closes it', async () => {
  const tab = await session.tab?.({ signal });
  if (!tab) throw new Error('The driver opens no tab.');
  await tab.page.act({ action_type: 'goto_url', url: `${url}/tab` }, { epoch: 0, signal });
  expect((await tab.page.tabs()).map((each) => each.url)).toEqual([`${url}/tab`]);
  expect((await session.page.tabs()).map((each) => each.url)).toEqual([`${url}/`]);
  await tab.close();
  expect(tab.gone.aborted).toBe(true);
  expect(session.gone.aborted).toBe(false);
});

it('an attached browser returns the local storage of its pages', async () => {
  const { origins } = (await session.state?.({ signal })) ?? {};
  expect(origins).toMatchObject([{ origin: url, localStorage: [{ name: 'theme', value: 'dark' }] }]);
});
