import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressPolicy } from '@runwright/contract';
import { expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const signal = new AbortController().signal;
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

const isClosed = async (rel: string): Promise<void> => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    if (request.url === '/late') asked.resolve(response);
    else response.end(`<button onclick="open('/late', '_blank', '${rel}')">Open</button>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const driver = await openDriver();
  const session = await driver.open({ egress: loopback, reveal: (text) => text, signal });
  const tab = await session.tab?.({ signal });
  if (!tab) throw new Error('The driver opens no tab.');
  const url = `http://127.0.0.1:${port}/`;
  await tab.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
  const view = await tab.page.read({ mode: 'action', signal });
  const id = /(a\d+) button "Open"/.exec(view.text)?.[1] ?? '';
  const clicking = tab.page.act({ action_type: 'click', id }, { epoch: view.epoch, signal });
  clicking.catch(() => undefined);
  const late = await asked.promise;
  const coming = session.native.waitForEvent('page');
  await tab.close();
  late.end('<title>Late</title>');
  const window = await coming;
  if (!window.isClosed()) await window.waitForEvent('close');
  expect(session.native.pages()).toHaveLength(1);
  expect(await session.page.tabs()).toMatchObject([{ tab: 't1', url: 'about:blank', active: true }]);
  await expect(clicking).rejects.toMatchObject({ code: 'browser_failed' });
  await driver.close();
  server.closeAllConnections();
  server.close();
};
it.each(['noopener'])(
  'a window (%s) that comes when its tab has been closed is closed, and nobody gets it',
  isClosed,
);
it.each(['opener'])(
  'a window (%s) that comes when its tab has been closed is closed, and nobody gets it',
  { tags: ['extended'] },
  isClosed,
);

it('a page that is opened while its session closes is closed', { tags: ['extended'] }, async () => {
  const driver = await openDriver();
  const session = await driver.open({ egress: loopback, reveal: (text) => text, signal });
  const tab = await session.tab?.({ signal });
  await session.native.pages().at(-1)?.close();
  const reading = tab?.page.read({ mode: 'action', signal });
  reading?.catch(() => undefined);
  await tab?.close();
  await expect(reading).rejects.toMatchObject({ code: 'browser_failed' });
  expect(session.native.pages()).toHaveLength(1);
  await driver.close();
});
