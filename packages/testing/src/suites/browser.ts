import type { BrowserDriver, BrowserSession, OpenOptions } from '@runwright/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { type BrowserBreaks, testAbuse } from './browser/hostile-pages.ts';
import { testActing } from './browser/acting.ts';
import { testDialogs } from './browser/dialogs.ts';
import { testDownloads } from './browser/downloads.ts';
import { type FixtureSite, fixtureSite } from './browser/fixture-site.ts';
import { testFolding } from './browser/collapsed-lists.ts';
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
import { testTabStates } from './browser/tab-states.ts';
import { testTabs } from './browser/tabs.ts';
import { testTabActions } from './browser/tab-actions.ts';
import { testUploads } from './browser/uploads.ts';
import { fixturePolicy, revealFor, type Visitor, visitor } from './browser/session-client.ts';
import { testWalls } from './browser/egress.ts';
import { testSingleWidgets } from './browser/widgets.ts';

/**
 * Tests what every browser driver promises, in a real browser on pages of the suite's own: all of
 * {@link testBrowserReading}, {@link testBrowserSettling}, {@link testBrowserRecordings}, {@link testBrowserActing},
 * {@link testBrowserWidgets}, {@link testBrowserFiles}, {@link testBrowserWindows}, {@link testBrowserSessions} and
 * {@link testBrowserAbuse}. Each can be called from a test file of its own instead, so that they run in parallel.
 *
 * @param name names the driver in the report
 * @param open opens a driver without browsers; the suite closes it
 * @param breaks crashes pages and browsers; without it, the tests of crashes are skipped
 */
export function testBrowserDriver(
  name: string,
  open: () => Promise<BrowserDriver>,
  breaks: BrowserBreaks | null = null,
): void {
  testBrowserReading(name, open);
  testBrowserSettling(name, open);
  testBrowserRecordings(name, open);
  testBrowserActing(name, open);
  testBrowserWidgets(name, open);
  testBrowserFiles(name, open);
  testBrowserWindows(name, open);
  testBrowserSessions(name, open);
  testBrowserAbuse(name, open, breaks);
}

/** Tests views of pages and screenshots. Part of {@link testBrowserDriver}. */
export function testBrowserReading(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: reading pages`, open, (world) => {
    testReading(world);
    testFolding(world);
    testWalls(world);
    testScreenshots(world);
  });
}

/** Tests when an action counts as finished. Part of {@link testBrowserDriver}. */
export function testBrowserSettling(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: waiting for pages`, open, testSettling);
}

/** Tests videos, archives of requests and console logs. Part of {@link testBrowserDriver}. */
export function testBrowserRecordings(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: recording sessions`, open, testRecordings);
}

/** Tests actions: forms, clicks, secrets and how targets are found again. Part of {@link testBrowserDriver}. */
export function testBrowserActing(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: acting on pages`, open, (world) => {
    testActing(world);
    testResolving(world);
  });
}

/** Tests every kind of field and control on a page of its own. Part of {@link testBrowserDriver}. */
export function testBrowserWidgets(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: acting on widgets`, open, testSingleWidgets);
}

/** Tests downloads and uploads. Part of {@link testBrowserDriver}. */
export function testBrowserFiles(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: downloads and uploads`, open, (world) => {
    testDownloads(world);
    testUploads(world);
  });
}

/** Tests dialogs, tabs that actions open, and permissions. Part of {@link testBrowserDriver}. */
export function testBrowserWindows(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: dialogs, tabs and permissions`, open, (world) => {
    testDialogs(world);
    testTabActions(world);
    testPermissions(world);
  });
}

/** Tests sessions: tabs, printing, options, profiles and tabs that are loaded again. Part of {@link testBrowserDriver}. */
export function testBrowserSessions(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: sessions`, open, (world) => {
    testTabs(world);
    testTabPages(world);
    testPrinting(world);
    testPrintedPages(world);
    testSessions(world);
    testProfiles(world);
    testTabStates(world);
  });
}

/**
 * Tests pages that misbehave and browsers that crash. Part of {@link testBrowserDriver}.
 *
 * @param breaks crashes pages and browsers; without it, the tests of crashes are skipped
 */
export function testBrowserAbuse(
  name: string,
  open: () => Promise<BrowserDriver>,
  breaks: BrowserBreaks | null = null,
): void {
  inBrowser(`${name}: misbehaving pages`, open, (world) => testAbuse({ ...world, breaks }));
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
