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
 * What every browser driver promises, shown in a real browser on pages of the suite's own: all of
 * {@link testBrowserReading}, {@link testBrowserActing}, {@link testBrowserFiles} and {@link testBrowserSessions}, which
 * can also be called from a test file each, so that they run side by side.
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
  testBrowserReading(name, open);
  testBrowserActing(name, open);
  testBrowserFiles(name, open);
  testBrowserSessions(name, open, breaks);
}

/** The part of {@link testBrowserDriver} about pages: how they are read, stand still, are pictured and recorded. */
export function testBrowserReading(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name} as a reader of pages`, open, (world) => {
    testReading(world);
    testFolding(world);
    testWalls(world);
    testSettling(world);
    testScreenshots(world);
    testRecordings(world);
  });
}

/** The part of {@link testBrowserDriver} about actions: fields, controls and what they come to. */
export function testBrowserActing(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name} as a hand on pages`, open, (world) => {
    testActing(world);
    testSingleWidgets(world);
    testResolving(world);
  });
}

/** The part of {@link testBrowserDriver} about what goes in and out beside the page: files, questions, windows. */
export function testBrowserFiles(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name} as a carrier of files`, open, (world) => {
    testDownloads(world);
    testUploads(world);
    testDialogs(world);
    testTabActions(world);
    testPermissions(world);
  });
}

/**
 * The part of {@link testBrowserDriver} about sessions: tabs, printing, profiles, and pages that misbehave.
 *
 * @param breaks crashes pages and browsers; without it, what a driver makes of that is passed over
 */
export function testBrowserSessions(
  name: string,
  open: () => Promise<BrowserDriver>,
  breaks: BrowserBreaks | null = null,
): void {
  inBrowser(`${name} as a keeper of sessions`, open, (world) => {
    testTabs(world);
    testTabPages(world);
    testPrinting(world);
    testPrintedPages(world);
    testSessions(world);
    testProfiles(world);
    testAbuse({ ...world, breaks });
  });
}

/** What the parts of the suite work with. */
interface BrowserWorld {
  readonly site: () => FixtureSite;
  readonly driver: () => BrowserDriver;
  readonly guest: () => Visitor;
  readonly another: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}

function inBrowser(
  title: string,
  open: () => Promise<BrowserDriver>,
  tests: (world: BrowserWorld) => void,
): void {
  describe(title, () => {
    const signal = new AbortController().signal;
    let site: FixtureSite;
    let driver: BrowserDriver;
    let guest: Visitor;
    const another = (options: Partial<OpenOptions> = {}): Promise<BrowserSession> =>
      driver.open({ egress: fixturePolicy, reveal: revealFor(site.url), signal, ...options });

    beforeAll(async () => {
      site = await fixtureSite();
      driver = await open();
      guest = visitor(await another());
    });
    afterAll(async () => {
      await driver.close();
      await site.close();
    });
    tests({ site: () => site, driver: () => driver, guest: () => guest, another });
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
