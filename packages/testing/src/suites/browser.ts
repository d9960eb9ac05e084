import type { BrowserDriver, BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testActing } from './browser/acting.ts';
import { type FixtureSite, fixtureSite } from './browser/fixture-site.ts';
import { testPrintedPages, testPrinting } from './browser/printing.ts';
import { testReading } from './browser/reading.ts';
import { testTabPages } from './browser/tab-pages.ts';
import { testTabs } from './browser/tabs.ts';
import { fixturePolicy, revealFor, type Visitor, visitor } from './browser/visitor.ts';
import { testWalls } from './browser/walls.ts';
import { testSingleWidgets } from './browser/widgets.ts';
import { refused } from './refused.ts';

/**
 * What every browser driver promises, shown in a real browser on pages of the suite's own. Call it at the top of a
 * driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens a driver without browsers; the suite closes it
 */
export function testBrowserDriver(name: string, open: () => Promise<BrowserDriver>): void {
  describe(`${name} as a browser driver`, () => {
    const signal = new AbortController().signal;
    let site: FixtureSite;
    let driver: BrowserDriver;
    let session: BrowserSession;
    let guest: Visitor;

    const openSession = (): Promise<BrowserSession> =>
      driver.open({ egress: fixturePolicy, reveal: revealFor(site.url), signal });

    beforeAll(async () => {
      site = await fixtureSite();
      driver = await open();
      session = await openSession();
      guest = visitor(session);
    });
    afterAll(async () => {
      await driver.close();
      await site.close();
    });

    const world = { site: () => site, guest: () => guest, another: openSession };
    testReading(world);
    testActing(world);
    testWalls(world);
    testSingleWidgets(world);
    describe('tabs and printing', () => {
      // Windows that the tests above have left open are not to be counted.
      beforeAll(async () => {
        await session.close();
        session = await openSession();
        guest = visitor(session);
      });
      testTabs(world);
      testTabPages(world);
      testPrinting(world);
      testPrintedPages(world);
    });

    it('says which browser it is', () => {
      expect(session.about.browser).not.toBe('');
      expect(session.about.version).toMatch(/^\d+\./);
    });

    it('two sessions know nothing of each other', async () => {
      const other = await openSession();
      const page = visitor(other);
      await page.open(`${site.url}/form`);
      await guest.open(`${site.url}/lists`);
      expect((await other.page.tabs()).map(({ url }) => url)).toEqual([`${site.url}/form`]);
      await other.close();
      expect(other.gone.aborted).toBe(true);
      expect(session.gone.aborted).toBe(false);
    });

    it('a canceled signal ends a read and an action with `canceled`', async () => {
      const canceled = AbortSignal.abort();
      await refused(session.page.read({ mode: 'action', signal: canceled }), 'canceled');
      const action = { action_type: 'wait', for: 'ms', value: 5_000 } as const;
      await refused(session.page.act(action, { epoch: 0, signal: canceled }), 'canceled');
      const later = new AbortController();
      const waiting = session.page.act(action, { epoch: 0, signal: later.signal });
      later.abort();
      await refused(waiting, 'canceled');
    });

    it('a closed session fails with `browser_failed`, and closing it again is fine', async () => {
      const other = await openSession();
      await other.close();
      await other.close();
      await refused(other.page.read({ mode: 'action', signal }), 'browser_failed');
    });
  });
}

/**
 * The part of {@link testBrowserDriver} that a driver without real pages can be held to: tabs and printing.
 *
 * @param name names the driver in the report
 * @param open opens a driver that shows `/form`, with the fields "Name" and "Password", and `/lists` under the address
 */
export function testTabsAndPrinting(name: string, open: (site: string) => Promise<BrowserDriver>): void {
  describe(`${name} as a driver of tabs and printing`, () => {
    const signal = new AbortController().signal;
    const site = 'http://127.0.0.1:8080';
    let driver: BrowserDriver;
    let guest: Visitor;
    const openSession = (): Promise<BrowserSession> =>
      driver.open({ egress: fixturePolicy, reveal: revealFor(site), signal });

    beforeAll(async () => {
      driver = await open(site);
      guest = visitor(await openSession());
    });
    afterAll(() => driver.close());

    const world = { site: () => ({ url: site }), guest: () => guest, another: openSession };
    testTabs(world);
    testPrinting(world);
  });
}
