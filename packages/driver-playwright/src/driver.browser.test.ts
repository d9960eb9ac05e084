import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { testBrowserSessions } from '@runwright/testing/suites';
import { expect, it } from 'vitest';
import { drivers, processDrivers } from './drivers.test-helpers.ts';

const openDriver = drivers();
const openProcess = processDrivers();
const openBlind = processDrivers({ closedShadow: false });
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

testBrowserSessions('playwrightDriver', openDriver);

it('an idle browser sends no requests', { tags: ['extended'] }, async () => {
  const asked: string[] = [];
  const egress: EgressPolicy = {
    check: (url) => {
      asked.push(String(url));
      return Promise.reject(new RunwrightError('egress_denied', 'Nothing is allowed.'));
    },
  };
  const driver = await openProcess();
  const signal = new AbortController().signal;
  const session = await driver.open({ egress, reveal: (text) => text, signal });
  const result = await session.page.act(
    { action_type: 'wait', for: 'ms', value: 3_000 },
    { epoch: 0, signal },
  );
  expect(result.status).toBe('ok');
  await driver.close();
  expect(asked).toEqual([]);
});

it('a browser does not send the forms of a page to a server', { tags: ['extended'] }, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<link rel="icon" href="data:,"><form><label>Name <input name="name"></label>
      <label>E-mail <input name="email" type="email"></label><label>Street <input name="street"></label>
      <label>Password <input name="password" type="password"></label><button>Send</button></form>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const asked: string[] = [];
  const egress: EgressPolicy = {
    check(address) {
      if (String(address).startsWith(url)) return loopback.check(address, { signal });
      asked.push(String(address));
      return Promise.reject(new RunwrightError('egress_denied', 'Nothing else is allowed.'));
    },
  };
  const driver = await openProcess();
  const { signal } = new AbortController();
  const session = await driver.open({ egress, reveal: (text) => text, signal });
  await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
  await session.page.act({ action_type: 'wait', for: 'ms', value: 3_000 }, { epoch: 0, signal });
  await driver.close();
  server.closeAllConnections();
  server.close();
  expect(asked).toEqual([]);
});

it('an endless loop of a page is terminated', { tags: ['extended'] }, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<button onclick="for (;;);">Stuck</button>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const driver = await openDriver();
  const signal = new AbortController().signal;
  const session = await driver.open({ egress: loopback, reveal: (text) => text, signal });
  await session.page.act({ action_type: 'goto_url', url: `http://127.0.0.1:${port}/` }, { epoch: 0, signal });
  const view = await session.page.read({ mode: 'action', signal });
  const id = /(a\d+) button "Stuck"/.exec(view.text)?.[1] ?? '';
  await session.page.act({ action_type: 'click', id }, { epoch: view.epoch, signal });
  expect((await session.page.read({ mode: 'action', signal })).text).toContain(`${id} button "Stuck"`);
  await driver.close();
  server.closeAllConnections();
  server.close();
});

it('closed shadow roots are read unless the driver is told not to', { tags: ['extended'] }, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<x-box></x-box><script>
      document.querySelector('x-box').attachShadow({ mode: 'closed' }).innerHTML = '<button>Inside</button>';
    </script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const { signal } = new AbortController();
  const seen: string[] = [];
  for (const open of [openProcess, openBlind]) {
    const driver = await open();
    const session = await driver.open({ egress: loopback, reveal: (text) => text, signal });
    await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    seen.push((await session.page.read({ mode: 'action', signal })).text);
    await driver.close();
  }
  server.close();
  expect(seen[0]).toContain('button "Inside"');
  expect(seen[1]).not.toContain('Inside');
});
