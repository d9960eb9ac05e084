import type { FrameChannel } from '@runwright/page-reader';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpReading } from './frames.test-helpers.ts';
import { pageFrames } from './frames.ts';

const context = setUpReading();
const limits = { timeoutMs: 600, signal: new AbortController().signal };

async function openPage(): Promise<{ page: Page; channel: FrameChannel }> {
  const page = await context.context().newPage();
  const frames = await pageFrames(context.context(), page, () => undefined, {});
  await page.goto(context.address('<p>Page</p>'));
  return { page, channel: await frames.main({ ...limits, timeoutMs: 60_000 }) };
}

it('a call that waits in the page for longer than its limit ends no script of the page', {
  tags: ['extended'],
}, async () => {
  const { page, channel } = await openPage();
  const target = await channel.evaluateInPage('document', { ...limits, timeoutMs: 60_000 });
  // The script begins while the call waits, and still runs when the time of the call is over.
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
      document.title = 'ended';
    }, 200);
  });
  await expect(channel.call(target, '() => new Promise(() => {})', [], limits)).rejects.toThrow(/timeout/i);
  await expect.poll(() => page.title()).toBe('ended');
});

it('a call that keeps the page busy for longer than its limit is ended', async () => {
  const { page, channel } = await openPage();
  const target = await channel.evaluateInPage('document', { ...limits, timeoutMs: 60_000 });
  await expect(channel.call(target, '() => { for (;;); }', [], limits)).rejects.toThrow(/timeout/i);
  expect(await page.evaluate(() => 'answered')).toBe('answered');
});
