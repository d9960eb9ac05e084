import type { BrowserDriver, BrowserSession, OpenOptions } from '@runwright/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { type BrowserBreaks, testAbuse } from './browser/abuse.ts';
import { testActing } from './browser/acting.ts';
import { testDialogs } from './browser/dialogs.ts';
import { testDownloads } from './browser/downloads.ts';
import { type FixtureSite, fixtureSite } from './browser/fixture-site.ts';
import { testFolding } from './browser/folding.ts';
import { testPermissions } from './browser/permissions.ts';
import { testPrintedPages, testPrinting } from './browser/printing.ts';
import { testProfiles } from './browser/profiles.ts';
import { testReading } from './browser/reading.ts';
import { testRecordings } from './browser/recordings.ts';
import { testResolving } from './browser/resolving.ts';
import { testScreenshots } from './browser/screenshots.ts';
import { testSessions } from './browser/sessions.ts';
import { testSettling } from './browser/settling.ts';
import { testTabPages } from './browser/tab-pages.ts';
import { testTabs } from './browser/tabs.ts';
import { testTabActions } from './browser/tabs-more.ts';
import { testUploads } from './browser/uploads.ts';
import { fixturePolicy, revealFor, type Visitor, visitor } from './browser/visitor.ts';
import { testWalls } from './browser/walls.ts';
import { testSingleWidgets } from './browser/widgets.ts';

/**
 * What every browser driver promises, shown in a real browser on pages of the suite's own. Call it at the top of a
 * driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens a driver without browsers; the suite closes it
 * @param breaks crashes pages and browsers; without it, what a driver makes of that is passed over
 */
export function testBrowserDriver(
  name: string,
  open: () => Promise<BrowserDriver>,
  breaks: BrowserBreaks | null = null,
): void {
  describe(`${name} as a browser driver`, () => {
    const signal = new AbortController().signal;
    let site: FixtureSite;
    let driver: BrowserDriver;
    let session: BrowserSession;
    let guest: Visitor;

    const openSession = (options: Partial<OpenOptions> = {}): Promise<BrowserSession> =>
      driver.open({ egress: fixturePolicy, reveal: revealFor(site.url), signal, ...options });

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
    testFolding(world);
    testActing(world);
    testWalls(world);
    testSingleWidgets(world);
    testResolving(world);
    testDownloads(world);
    testUploads(world);
    testDialogs(world);
    testTabActions(world);
    testPermissions(world);
    testSettling(world);
    testScreenshots(world);
    testRecordings(world);
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

    testSessions(world);
    testProfiles({ ...world, driver: () => driver });
    testAbuse({ ...world, breaks });
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
