// @module-tag extended: starts browsers
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserUnderTest } from '@runwright/testing/browser';
import { expect, it, onTestFinished } from 'vitest';
import { createBrowserFolder, processGroupsOn } from '../processes/browser-folder.ts';
import { defaultResourceLimits } from '../processes/resource-guard.ts';
import { startBrowserProcess } from './browser-process.ts';
import { findBrowser } from './find-browser.ts';

/** Starts a browser whose messages may have 8 MiB. */
async function start() {
  const browsers = await mkdtemp(join(tmpdir(), 'runwright-messages-'));
  onTestFinished(() => rm(browsers, { recursive: true, force: true, maxRetries: 5 }));
  const folder = await createBrowserFolder(browsers);
  onTestFinished(() => folder.remove());
  const options = {
    ...{ executablePath: findBrowser(browserUnderTest()).path, headless: true, environment: {} },
    ...{ args: [], extensionPaths: [], limits: defaultResourceLimits, maxMessageBytes: 8 * 2 ** 20 },
  };
  const browser = await startBrowserProcess(options, { folder, proxyUrl: 'http://127.0.0.1:9' });
  onTestFinished(() => browser.close());
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  return { ...browser, page, profile: folder.profile };
}

const sizes = { allowed: 1_000_000, 'too large': 2_000_000 };

// The protocol escapes each of these characters to six.
it.each([
  ['console', (length: number) => `console.log('\\u0001'.repeat(${length}))`],
  ['title', (length: number) => `document.title = '\\u0001'.repeat(${length}) + 'x'`],
])(
  'a page with a text over the limit in its %s ends its browser and nothing else',
  {
    tags: ['security'],
  },
  async (_place, scriptOf) => {
    const [attacked, other] = [await start(), await start()];
    const closed = attacked.context.waitForEvent('close');
    await attacked.page.evaluate(scriptOf(sizes.allowed));
    await other.page.evaluate(scriptOf(sizes.allowed));
    expect(attacked.ended.size).toBe(0);
    await attacked.page.evaluate(scriptOf(sizes['too large'])).catch(() => undefined);
    await closed;
    expect([...attacked.ended].join()).toMatch(/^The browser was ended because .* more than 8 MiB/);
    await expect.poll(() => processGroupsOn(attacked.profile)).toEqual([]);
    expect(await other.page.evaluate('1 + 1')).toBe(2);
    expect(other.ended.size).toBe(0);
  },
);

it('a request with a body over the limit reaches its server', { tags: ['security'] }, async () => {
  const { page, ended } = await start();
  await page.route('http://shop.example/', (route) => route.fulfill({ body: 'received' }));
  await page.goto('http://shop.example/');
  const send = `fetch('/', { method: 'POST', body: '\\u0001'.repeat(20_000_000) }).then((answer) => answer.text())`;
  expect(await page.evaluate(send)).toBe('received');
  expect(ended.size).toBe(0);
});
