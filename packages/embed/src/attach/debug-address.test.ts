import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debugAddressOf } from './debug-address.ts';
import { targetIdOf } from './host-page.ts';

/** The debug port of a browser with one page. */
let port: number;
let server: Server;
let profile: string;
beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'profile of my host '));
  server = createServer((request, response) => {
    response.end(request.url === '/json/list' ? JSON.stringify([{ id: 'page1' }]) : '{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  await writeFile(join(profile, 'DevToolsActivePort'), `${port}\n/devtools/browser/abc`);
});
afterAll(async () => {
  server.close();
  await rm(profile, { recursive: true });
});

interface FakePage {
  context(): ReturnType<typeof contextOf>;
}
function contextOf(answers: Readonly<Record<string, object>>) {
  const session = {
    async send(method: string) {
      const answer = answers[method];
      if (!answer) throw new Error('not allowed');
      return answer;
    },
    detach: async () => undefined,
  };
  return {
    browser: () => ({ newBrowserCDPSession: async () => session }),
    newCDPSession: async (_page: FakePage) => session,
  };
}
/** A page whose browser answers these commands. */
function pageOf(answers: Readonly<Record<string, object>>): FakePage {
  const context = contextOf(answers);
  return { context: () => context };
}

const { signal } = new AbortController();
const addressOf = (answers: Readonly<Record<string, object>>, targetId = 'page1'): Promise<string> =>
  debugAddressOf(pageOf(answers), { targetId, signal });
const started = (...switches: readonly string[]) => ({
  'Browser.getBrowserCommandLine': { arguments: ['/usr/bin/chromium', ...switches] },
});

it('a fixed port is the address, and the last switch of several counts', async () => {
  const switches = ['--remote-debugging-port=1', `--remote-debugging-port=${port}`];
  expect(await addressOf(started(...switches))).toBe(`http://127.0.0.1:${port}`);
});

it('a port that the browser chose stands in its profile, whose path may have spaces', async () => {
  const switches = ['--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const address = `ws://127.0.0.1:${port}/devtools/browser/abc`;
  expect(await addressOf(started(...switches))).toBe(address);
  const commandLine = `/usr/bin/chromium ${switches.join(' ')} --flag`;
  expect(await addressOf({ 'SystemInfo.getInfo': { commandLine } })).toBe(address);
});

it('a profile that cannot be read is named', async () => {
  await expect(
    addressOf(started('--remote-debugging-port=0', '--user-data-dir=/nowhere')),
  ).rejects.toMatchObject({
    code: 'failed_precondition',
    message: expect.stringContaining('`/nowhere/DevToolsActivePort` cannot be read'),
  });
});

it('a browser without a debug port, or one that tells no switches, is refused with the remedy', async () => {
  await expect(addressOf(started('--headless'))).rejects.toThrow(
    /without a debug port.*--remote-debugging-port=0/,
  );
  await expect(addressOf({})).rejects.toThrow(/does not tell.*`browserUrl`/);
});

it('a port that serves other pages than the page, or nothing, is refused', async () => {
  const fixed = started(`--remote-debugging-port=${port}`);
  await expect(addressOf(fixed, 'another page')).rejects.toThrow(/does not serve this page/);
  await expect(addressOf(started('--remote-debugging-port=1'))).rejects.toThrow(/does not serve this page/);
});

it('a canceled call is reported as such', async () => {
  const page = pageOf(started(`--remote-debugging-port=${port}`));
  await expect(
    debugAddressOf(page, { targetId: 'page1', signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'canceled' });
});

it('the id of a page is that of the debug protocol', async () => {
  expect(await targetIdOf(pageOf({ 'Target.getTargetInfo': { targetInfo: { targetId: 'page1' } } }))).toBe(
    'page1',
  );
  await expect(targetIdOf(pageOf({ 'Target.getTargetInfo': {} }))).rejects.toMatchObject({
    code: 'failed_precondition',
  });
});
