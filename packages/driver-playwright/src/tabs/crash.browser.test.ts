import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserDriver, BrowserSession, EgressPolicy, PageAction, PageEvent } from '@runwright/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const { signal } = new AbortController();
const egress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

/** Kept from before anybody could take it away, and asked without a pause while the next document comes. */
const asking = `<title>Asking</title><h1>Asking</h1><script>const ask = confirm;
setTimeout(() => { for (let asked = 0; ; asked += 1) { ask('Stay?'); if (asked % 8 === 3) location.href = '/next?' + asked; } }, 300)</script>`;

describe('a page that crashes', () => {
  let server: Server;
  const openDriver = drivers();
  let driver: BrowserDriver<BrowserContext>;
  let session: BrowserSession<BrowserContext>;
  let url: string;
  let other: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(request.url === '/asking' ? asking : `<title>Page ${request.url}</title><h1>Alive</h1>`);
    });
    const listening = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', listening.resolve);
    await listening.promise;
    const { port } = server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}/one`;
    // A host of its own, so that it is in another process.
    other = `http://localhost:${port}/two`;
    driver = await openDriver();
    session = await driver.open({ egress, reveal: (text) => text, signal });
  });
  afterAll(async () => {
    await driver.close();
    server.closeAllConnections();
    server.close();
  });

  const act = (action: PageAction) => session.page.act(action, { epoch: 0, signal });
  const read = () => session.page.read({ mode: 'action', signal });
  const crash = async (): Promise<void> => {
    const page = session.native.pages().find((one: Page) => one.url() === url);
    const crashed = page?.waitForEvent('crash');
    page?.goto('chrome://crash').catch(() => undefined);
    await crashed;
  };

  beforeEach(async () => {
    for (const { tab } of (await session.page.tabs()).slice(1)) await act({ action_type: 'close_page', tab });
    await act({ action_type: 'goto_url', url });
  });

  it('fails reads and actions with an error that says so', async () => {
    await crash();
    const lost = { code: 'browser_failed', retryable: true, details: { lost: 'page_crashed' } };
    await expect(read()).rejects.toMatchObject(lost);
    await expect(act({ action_type: 'scroll', to: 'bottom' })).rejects.toMatchObject(lost);
    await expect(session.page.screenshot({ signal })).rejects.toMatchObject(lost);
    expect(await session.page.tabs()).toHaveLength(1);
    expect(session.gone.aborted).toBe(false);
  });

  it('ends an action that is running', { tags: ['extended'] }, async () => {
    const waiting = act({ action_type: 'wait', for: 'ms', value: 10_000 });
    const ended = expect(waiting).rejects.toMatchObject({ details: { lost: 'page_crashed' } });
    await crash();
    await ended;
    // Nobody has heard of it yet.
    const next = await act({ action_type: 'goto_url', url });
    expect(next.events).toContainEqual(expect.objectContaining({ type: 'crash' }));
  });

  it('is the same tab again after a reload', async () => {
    const [before] = await session.page.tabs();
    await crash();
    const result = await act({ action_type: 'reload_page' });
    expect(result).toMatchObject({ status: 'ok', urlAfter: url });
    expect(result.events).toContainEqual(expect.objectContaining({ type: 'crash', tab: before?.tab }));
    expect((await read()).text).toContain('Alive');
    expect(await session.page.tabs()).toMatchObject([{ tab: before?.tab, url, active: true }]);
    expect(await act({ action_type: 'scroll', to: 'bottom' })).toMatchObject({ events: [] });
  });

  it('can be left for another page', { tags: ['extended'] }, async () => {
    await crash();
    expect(await act({ action_type: 'goto_url', url: other })).toMatchObject({ status: 'ok' });
    expect((await read()).title).toBe('Page /two');
  });

  it('does not affect other tabs', async () => {
    const [first] = await session.page.tabs();
    await act({ action_type: 'new_tab', url: other });
    const heard: PageEvent[] = [];
    const enough = new AbortController();
    const listening = (async () => {
      for await (const event of session.page.events({ signal: enough.signal })) heard.push(event);
    })();
    await crash();
    expect((await read()).title).toBe('Page /two');
    enough.abort();
    await listening;
    expect(heard).toMatchObject([{ type: 'crash', tab: first?.tab }]);
    await act({ action_type: 'switch_tab', tab: first?.tab ?? '' });
    await expect(read()).rejects.toMatchObject({ details: { lost: 'page_crashed' } });
    await act({ action_type: 'close_page' });
    expect((await read()).title).toBe('Page /two');
  });

  it('includes one that stops responding because it opens a dialog while the next document loads', {
    tags: ['extended'],
  }, async () => {
    const [before] = await session.page.tabs();
    const lost = { code: 'browser_failed', retryable: true, details: { lost: 'page_crashed' } };
    // On a busy machine it may be lost before the first action has ended, or after several waits.
    const stay = async () => {
      await act({ action_type: 'goto_url', url: new URL('/asking', url).href });
      for (;;) await act({ action_type: 'wait', for: 'ms', value: 20_000 });
    };
    await expect(stay()).rejects.toMatchObject(lost);
    await expect(read()).rejects.toMatchObject(lost);
    const [locked] = session.native.pages();
    const left = await act({ action_type: 'goto_url', url });
    expect(left).toMatchObject({ status: 'ok', urlAfter: url });
    expect(left.events).toContainEqual(
      expect.objectContaining({ type: 'crash', message: expect.stringContaining('opened a dialog') }),
    );
    expect((await read()).text).toContain('Alive');
    expect(await session.page.tabs()).toMatchObject([{ tab: before?.tab, url, active: true }]);
    expect(locked?.isClosed()).toBe(true);
  });
});
