import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserDriver } from '@runwright/contract';
import { createPageReader, type PageReader } from '@runwright/page-reader';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';
import { type FrameOptions, pageFrames } from './frames.ts';

/** A page and its reader, without the rest of the driver. */
export interface ReadablePage {
  readonly page: Page;
  readonly reader: PageReader;
  /** The text of a view. */
  text(mode?: 'action' | 'extract'): Promise<string>;
}

/** A context for a test file, and pages from two origins of different sites, so that their frames are in other processes. */
export interface ReadingContext {
  context(): BrowserContext;
  /** The address of a page on one of two sites; `html` is what it holds. */
  address(html: string, site?: 'own' | 'other'): string;
  /** Opens a page and waits until it and its frames have loaded. */
  open(html: string, options?: FrameOptions): Promise<ReadablePage>;
  /** A reader for a page that is there already. */
  read(page: Page, options?: FrameOptions): Promise<ReadablePage>;
}

const signal = new AbortController().signal;

/** Opens a context in the browser of the process before the tests of a file, and closes it after them. */
export function setUpReading(): ReadingContext {
  const openDriver = drivers();
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  let port = 0;
  let driver: BrowserDriver<BrowserContext>;
  let browserContext: BrowserContext;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    driver = await openDriver();
    const egress = { check: () => Promise.reject(new Error('The pages below have no proxy.')) };
    const { native } = await driver.open({ egress, reveal: (text) => text, signal });
    const browser = native.browser();
    if (!browser) throw new Error('The browser is gone.');
    // Of its own, because the driver has a reader for every page of its sessions. The proxy of the browser lets nothing through.
    browserContext = await browser.newContext({
      proxy: { server: 'http://proxy.invalid', bypass: '127.0.0.1, localhost' },
      viewport: { width: 1000, height: 800 },
    });
  });
  afterAll(async () => {
    await browserContext.close();
    await driver.close();
    server.closeAllConnections();
    server.close();
  });

  const context: ReadingContext = {
    context: () => browserContext,
    address(html, site = 'own') {
      const path = `/${pages.size}`;
      pages.set(path, html);
      return `http://${site === 'own' ? '127.0.0.1' : 'localhost'}:${port}${path}`;
    },
    async open(html, options = {}) {
      const page = await browserContext.newPage();
      const readable = await context.read(page, options);
      await page.goto(context.address(html), { timeout: 240_000 });
      return readable;
    },
    async read(page, options = {}) {
      const channel = await pageFrames(browserContext, page, () => undefined, options);
      const reader = createPageReader(channel, () => performance.now());
      return {
        page,
        reader,
        text: async (mode = 'action') => (await reader.read({ mode, tab: 't1', tabs: 1, signal })).text,
      };
    },
  };
  return context;
}
