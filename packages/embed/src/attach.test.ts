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

it('a page of a browser without a debug port is refused with the switch to add', async () => {
  const plain = await launch([]);
  try {
    const page = await plain.newPage();
    await expect(verbs.runwright.attach(page)).rejects.toThrow('--remote-debugging-port=0');
  } finally {
    await plain.close();
  }
});
