import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserDriver, BrowserSession, EgressPolicy } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playwrightDriver } from '../driver.ts';
import { runningProcesses } from '../processes/process-table.ts';

const { signal } = new AbortController();
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const nothing: EgressPolicy = {
  check: () => Promise.reject(new RunwrightError('egress_denied', 'Nothing is allowed.')),
};

let server: Server;
let url: string;
let stateFolder: string;
let driver: BrowserDriver<BrowserContext>;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/file') {
      response.writeHead(200, { 'content-disposition': 'attachment; filename=file.txt' });
      response.end('content');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes' });
    response.end(`<title>${request.headers.cookie ?? 'no cookie'}</title><a href="/file">File</a>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright-shared-'));
  driver = playwrightDriver({ ...browserUnderTest(), stateFolder, isolation: 'context' });
});
afterAll(async () => {
  await driver.close();
  server.closeAllConnections();
  server.close();
  await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
});

const open = (egress = loopback): Promise<BrowserSession<BrowserContext>> =>
  driver.open({ egress, reveal: (text) => text, signal });
const visit = (session: BrowserSession) =>
  session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
const titles = async (session: BrowserSession) => (await session.page.tabs()).map(({ title }) => title);
/** Process groups of the driver's browsers. */
const groups = async (): Promise<readonly number[]> => [
  ...new Set(
    (await runningProcesses())
      .filter(({ command }) => command.includes(stateFolder))
      .map(({ group }) => group),
  ),
];

it('sessions in one process have cookies, tabs, storage and folders of their own', async () => {
  const [one, other] = [await open(), await open()];
  await visit(one);
  await visit(one);
  await visit(other);
  expect(await titles(one)).toEqual(['seen=yes']);
  expect(await titles(other)).toEqual(['no cookie']);
  expect(await groups()).toHaveLength(1);
  const state = await other.state?.({ signal });
  expect(state?.cookies).toHaveLength(1);
});

it('each session in one process has the egress policy of its own request', async () => {
  const [free, closed] = [await open(), await open(nothing)];
  expect((await visit(closed)).status).toBe('failed');
  expect((await visit(free)).status).toBe('ok');
});

it('a download belongs to the session that began it', { tags: ['extended'] }, async () => {
  const [one, other] = [await open(), await open()];
  await visit(one);
  await visit(other);
  const view = await one.page.read({ mode: 'action', signal });
  const id = /(a\d+) link "File"/.exec(view.text)?.[1] ?? '';
  await one.page.act({ action_type: 'click', id }, { epoch: view.epoch, signal });
  const [download] = one.downloads?.list() ?? [];
  expect((await one.downloads?.finished(download?.id ?? '', { signal }))?.status).toBe('completed');
  expect(other.downloads?.list()).toEqual([]);
});

it('a session that closes leaves the others, and no folder', { tags: ['extended'] }, async () => {
  const folders = async () => (await readdir(join(stateFolder, 'browsers'))).toSorted();
  // Its process has a folder too, which stays.
  await open();
  const before = await folders();
  const [one, other] = [await open(), await open()];
  expect((await folders()).length).toBeGreaterThan(before.length);
  await one.close();
  expect(one.gone.aborted).toBe(true);
  expect((await visit(other)).status).toBe('ok');
  await other.close();
  expect(await folders()).toEqual(before);
});

it('a process that is killed ends its sessions, and the next session starts another', async () => {
  const [one, other] = [await open(), await open()];
  const [group] = await groups();
  process.kill(-(group ?? 0), 'SIGKILL');
  for (const session of [one, other]) if (!session.gone.aborted) await once(session.gone, 'abort');
  await expect(one.page.read({ mode: 'action', signal })).rejects.toMatchObject({ code: 'browser_failed' });
  const next = await open();
  expect((await visit(next)).status).toBe('ok');
  expect(await groups()).not.toContain(group);
});

it('refuses a debug address and extensions, which would reach the pages of all sessions', async () => {
  const egress = loopback;
  await expect(
    driver.open({ egress, reveal: (text) => text, signal, expose: { token: 'a'.repeat(32) } as never }),
  ).rejects.toThrow(/debug address for a browser with `isolation: 'context'`/);
  expect(() => playwrightDriver({ stateFolder, isolation: 'context', extensionPaths: ['/x'] })).toThrow(
    /Cannot load extensions into browsers with `isolation: 'context'`/,
  );
});

it('a closed driver leaves no process and no folder', async () => {
  await open();
  await driver.close();
  expect(await groups()).toEqual([]);
  expect(await readdir(join(stateFolder, 'browsers'))).toEqual([]);
});
