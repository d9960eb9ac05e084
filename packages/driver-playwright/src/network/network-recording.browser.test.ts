// @module-tag extended: starts browsers in pairs, to record and to replay
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserSession, EgressPolicy } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { playwrightDriver } from '../driver.ts';
import type { MissingRequest, NetworkRecording } from './network-recording.ts';

const { signal } = new AbortController();
/** Lets everything pass to loopback. */
const open: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
/** Knows no address to connect to. */
const closed: EgressPolicy = { check: async (url) => ({ url: new URL(url), addresses: [] }) };

let folder: string;
let site: Server;
let origin: string;
let asked: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-network-'));
  asked = [];
  site = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/old') return response.writeHead(302, { location: '/' }).end();
    response.setHeader('set-cookie', 'sid=the-session-of-ann; Path=/; HttpOnly');
    response.setHeader('content-type', request.url === '/data' ? 'application/json' : 'text/html');
    if (request.url === '/data') return response.end('{"name":"from the service"}');
    return response.end(`<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1><p></p>
      <script>
        fetch('/data').then((answer) => answer.json()).then(({ name }) => {
          document.querySelector('p').textContent = name;
        });
        if (location.hash === '#more') fetch('/more');
      </script>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(async () => {
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const visit = async (
  network: NetworkRecording,
  url: string,
  look: (session: BrowserSession) => Promise<void>,
): Promise<void> => {
  const driver = playwrightDriver({ ...browserUnderTest(), stateFolder: join(folder, 'state'), network });
  const egress = network.mode === 'record' ? open : closed;
  try {
    const session = await driver.open({ egress, reveal: (text) => text, signal });
    await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    await look(session);
  } finally {
    await driver.close();
  }
};
const text = async ({ page }: BrowserSession) => (await page.read({ mode: 'extract', signal })).text;

it('a recorded page is shown again without the server, redirects and scripts too', async () => {
  const recording = join(folder, 'recording');
  const look = async (session: BrowserSession) => {
    await expect.poll(() => text(session)).toContain('from the service');
  };
  await visit({ mode: 'record', folder: recording }, `${origin}/old`, look);
  expect(asked).toEqual(['GET /old', 'GET /', 'GET /data']);
  const har = await readFile(join(recording, 'browser-1.har'), 'utf8');
  expect(har).toContain('sid=*****; Path=/; HttpOnly');
  expect(har).not.toContain('the-session-of-ann');

  site.closeAllConnections();
  site.close();
  await visit({ mode: 'replay', folder: recording }, `${origin}/old`, look);
  expect(asked).toHaveLength(3);
});

it('a request that was not recorded fails and is named', async () => {
  const recording = join(folder, 'recording');
  await visit({ mode: 'record', folder: recording }, `${origin}/`, async (session) => {
    await expect.poll(() => text(session)).toContain('from the service');
  });
  const missing: MissingRequest[] = [];
  const replay = {
    mode: 'replay',
    folder: recording,
    onMissing: (one: MissingRequest) => missing.push(one),
  } as const;
  await visit(replay, `${origin}/#more`, async (session) => {
    expect(await text(session)).toContain('Shop');
    await expect.poll(() => missing).toEqual([{ method: 'GET', url: `${origin}/more` }]);
  });
  expect(asked).not.toContain('GET /more');
});

it('a browser without a recording is not opened', async () => {
  await expect(
    visit({ mode: 'replay', folder: join(folder, 'none') }, `${origin}/`, async () => undefined),
  ).rejects.toMatchObject({
    code: 'browser_failed',
    message: expect.stringContaining('Record the run again'),
  });
});
