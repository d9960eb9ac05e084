// @module-tag extended: writes 150 MB

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BrowserSession } from '@runwright/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const mebibyte = 2 ** 20;
let session: BrowserSession<BrowserContext>;
let page: Page;

beforeAll(async () => {
  const driver = await openDriver();
  session = await driver.open({
    egress: { check: async () => Promise.reject(new Error('no page is visited')) },
    reveal: (text) => text,
    record: { console: true },
    signal: new AbortController().signal,
  });
  page = session.native?.pages()[0] ?? expect.fail('The session has no page.');
});
afterAll(() => session.close());

/** Bytes in use, without what can be collected. */
function readUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it.each([
  ['messages', `console.log(at + 'x'.repeat(${mebibyte}))`],
  ['errors', `setTimeout(() => { throw new Error(at + 'x'.repeat(${mebibyte})) })`],
])(
  'a page that writes long %s to its console does not fill the memory',
  {
    tags: ['security'],
  },
  async (_kind, write) => {
    let count = 0;
    const note = () => {
      count += 1;
    };
    page.on('console', note).on('pageerror', note);
    const before = readUsed();
    // A flood would be more.
    await page.evaluate(`for (let at = 0; at < 60; at += 1) ${write}`);
    await expect.poll(() => count, { timeout: 60_000 }).toBe(60);
    const keptTexts = async () => [
      ...(await page.consoleMessages()).map((message) => message.text()),
      ...(await page.pageErrors()).map(({ message }) => message),
    ];
    await expect.poll(async () => (await keptTexts()).join('').length).toBeLessThan(2 * mebibyte);
    expect(readUsed() - before).toBeLessThan(20 * mebibyte);
  },
);
