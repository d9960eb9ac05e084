// @module-tag extended: attaches to browsers of a host
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '@runwright/driver-playwright';
import { scriptedMove } from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVerbs, type VerbsUnderTest } from './verbs.test-helpers.ts';

const form = `<title>Form</title><button onclick="out.textContent = 'saved'">Save</button><p id="out"></p>`;

let verbs: VerbsUnderTest;
let browser: Browser;
beforeAll(async () => {
  verbs = await startVerbs({ '/': form }, [
    {
      purpose: 'act',
      answer: ({ view }) =>
        scriptedMove.act('', [scriptedMove.click(view.find({ name: 'Save' })?.id ?? '', 'It is asked for.')]),
    },
  ]);
  browser = await launch(['--remote-debugging-port=0']);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await verbs?.[Symbol.asyncDispose]();
});

function launch(args: readonly string[]): Promise<Browser> {
  const { path } = findBrowser(browserUnderTest());
  return chromium.launch({ executablePath: path, args: ['--no-sandbox', ...args] });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

it('verbs act on a page of the host, which stays open', async () => {
  const context = await browser.newContext();
  const other = await context.newPage();
  const page = await context.newPage();
  await page.goto(verbs.site);
  const attached = await verbs.runwright.attach(page);
  expect(await attached.url()).toBe(`${verbs.site}/`);
  await attached.act('Save the form');
  expect(await page.locator('#out').textContent()).toBe('saved');
  await attached.close();
  expect([page.isClosed(), other.isClosed(), context.pages().length]).toEqual([false, false, 2]);
  await page.reload();
  expect(await page.title()).toBe('Form');
});

it('the debug port is found for a fixed port, and in a profile whose path has spaces', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'profile of my host '));
  const { path } = findBrowser(browserUnderTest());
  const persistent = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    args: ['--no-sandbox', '--remote-debugging-port=0'],
  });
  const fixed = await launch([`--remote-debugging-port=${await freePort()}`, '--enable-automation']);
  try {
    for (const page of [await persistent.newPage(), await fixed.newPage()]) {
      await page.goto(verbs.site);
      const attached = await verbs.runwright.attach(page);
      expect(await attached.url()).toBe(`${verbs.site}/`);
      await attached.close();
    }
  } finally {
    await Promise.all([persistent.close(), fixed.close()]);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

it('a port that serves other pages than the page is refused', async () => {
  const other = await launch(['--remote-debugging-port=0']);
  try {
    const [page, foreign] = [await browser.newPage(), await other.newPage()];
    const context = {
      browser: () => foreign.context().browser(),
      newCDPSession: () => page.context().newCDPSession(page),
    };
    const fake = { context: () => context };
    await expect(verbs.runwright.attach(fake)).rejects.toThrow(
      /`127\.0\.0\.1:\d+`.*does not serve this page/,
    );
  } finally {
    await other.close();
  }
});

it('a page of a browser that tells no switches is refused with the option to pass', async () => {
  const page = await browser.newPage();
  const context = { browser: () => null, newCDPSession: () => page.context().newCDPSession(page) };
  await expect(verbs.runwright.attach({ context: () => context })).rejects.toThrow(
    /does not tell.*`browserUrl`/,
  );
});

it('a page of a browser without a debug port is refused with the switch to add', async () => {
  const plain = await launch([]);
  try {
    const page = await plain.newPage();
    await expect(verbs.runwright.attach(page)).rejects.toThrow('--remote-debugging-port=0');
  } finally {
    await plain.close();
  }
});
