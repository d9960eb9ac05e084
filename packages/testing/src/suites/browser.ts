import type { BrowserDriver, BrowserSession, OpenOptions } from '@runwright/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { testActing } from './browser/acting.ts';
import { testCollapsedLists } from './browser/collapsed-lists.ts';
import { testDialogs } from './browser/dialogs.ts';
import { testDownloads } from './browser/downloads.ts';
import { testEgress } from './browser/egress.ts';
import { type FixtureSite, fixtureSite } from './browser/fixture-site.ts';
import { type BrowserFaults, testHostilePages } from './browser/hostile-pages.ts';
import { testManualControl, testManualPages } from './browser/manual-control.ts';
import { testPermissions } from './browser/permissions.ts';
import { testPrintedPages, testPrinting } from './browser/printing.ts';
import { testProfiles } from './browser/profiles.ts';
import { testReading } from './browser/reading.ts';
import { testRecordedTargets } from './browser/recorded-targets.ts';
import { testRecordings } from './browser/recordings.ts';
import { testResolving } from './browser/resolving.ts';
import { testScreenshots } from './browser/screenshots.ts';
import {
  fixturePolicy,
  revealForOrigin,
  type SessionClient,
  sessionClient,
} from './browser/session-client.ts';
import { testSessions } from './browser/sessions.ts';
import { testSettling } from './browser/settling.ts';
import { testTabActions } from './browser/tab-actions.ts';
import { testTabPages } from './browser/tab-pages.ts';
import { testTabStates } from './browser/tab-states.ts';
import { testTabs } from './browser/tabs.ts';
import { testTyping } from './browser/typing.ts';
import { testUploads } from './browser/uploads.ts';
import { testSingleWidgets } from './browser/widgets.ts';
import { tagged } from './tagged.ts';

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
  breaks: BrowserFaults | null = null,
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
  inBrowser(`${name}: reading pages`, open, (context) => {
    testReading(context);
    testCollapsedLists(context);
    testEgress(context);
    testScreenshots(context);
  });
}

/** Tests when an action counts as finished. Part of {@link testBrowserDriver}. */
export function testBrowserSettling(name: string, open: () => Promise<BrowserDriver>): void {
  withDriver(`${name}: waiting for pages`, open, testSettling);
}

/** Tests videos, archives of requests and console logs. Part of {@link testBrowserDriver}. */
export function testBrowserRecordings(name: string, open: () => Promise<BrowserDriver>): void {
  withDriver(`${name}: recording sessions`, open, testRecordings);
}

/** Tests actions: forms, clicks, secrets, how targets are found again, and the input of people. Part of {@link testBrowserDriver}. */
export function testBrowserActing(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: acting on pages`, open, (context) => {
    testActing(context);
    testTyping(context);
    testResolving(context);
    testRecordedTargets(context);
    testManualControl(context, tagged('extended'));
    testManualPages(context);
  });
}

/** Tests every kind of field and control on a page of its own. Part of {@link testBrowserDriver}. */
export function testBrowserWidgets(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: acting on widgets`, open, testSingleWidgets);
}

/** Tests downloads and uploads. Part of {@link testBrowserDriver}. */
export function testBrowserFiles(name: string, open: () => Promise<BrowserDriver>): void {
  withDriver(`${name}: downloads and uploads`, open, (context) => {
    testDownloads(context);
    testUploads(context);
  });
}

/** Tests dialogs, tabs that actions open, and permissions. Part of {@link testBrowserDriver}. */
export function testBrowserWindows(name: string, open: () => Promise<BrowserDriver>): void {
  withDriver(`${name}: dialogs, tabs and permissions`, open, (context) => {
    testDialogs(context);
    testTabActions(context);
    testPermissions(context);
  });
}

/** Tests sessions: tabs, printing, options, profiles and tabs that are loaded again. Part of {@link testBrowserDriver}. */
export function testBrowserSessions(name: string, open: () => Promise<BrowserDriver>): void {
  inBrowser(`${name}: sessions`, open, (context) => {
    testTabs(context, tagged('extended'));
    testTabPages(context);
    testPrinting(context, tagged('extended'));
    testPrintedPages(context);
    testSessions(context);
    testProfiles(context);
    testTabStates(context);
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
  breaks: BrowserFaults | null = null,
): void {
  withDriver(`${name}: misbehaving pages`, open, (context) => testHostilePages({ ...context, breaks }));
}

/** What the parts of the suite work with. */
interface BrowserSuiteContext {
  readonly site: () => FixtureSite;
  readonly driver: () => BrowserDriver;
  readonly client: () => SessionClient;
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}

function inBrowser(
  title: string,
  open: () => Promise<BrowserDriver>,
  tests: (context: BrowserSuiteContext) => void,
): void {
  withDriver(title, open, (context) => {
    let client: SessionClient;
    beforeAll(async () => {
      client = sessionClient(await context.openSession());
    });
    tests({ ...context, client: () => client });
  });
}

/** For parts whose tests open all their sessions themselves. */
function withDriver(
  title: string,
  open: () => Promise<BrowserDriver>,
  tests: (context: Omit<BrowserSuiteContext, 'client'>) => void,
): void {
  describe(title, () => {
    const signal = new AbortController().signal;
    let site: FixtureSite;
    let driver: BrowserDriver;
    const openSession = (options: Partial<OpenOptions> = {}): Promise<BrowserSession> =>
      driver.open({ egress: fixturePolicy, reveal: revealForOrigin(site.url), signal, ...options });

    beforeAll(async () => {
      site = await fixtureSite();
      driver = await open();
    });
    afterAll(async () => {
      await driver.close();
      await site.close();
    });
    tests({ site: () => site, driver: () => driver, openSession });
  });
}

/**
 * The part of {@link testBrowserDriver} that a driver without real pages can be held to: tabs, printing and the input of people.
 *
 * @param name names the driver in the report
 * @param open opens a driver that shows `/form`, with the fields "Name" and "Password", and `/lists` under the address
 */
export function testTabsAndPrinting(name: string, open: (site: string) => Promise<BrowserDriver>): void {
  describe(`${name} as a driver of tabs and printing`, () => {
    const signal = new AbortController().signal;
    const site = 'http://127.0.0.1:8080';
    let driver: BrowserDriver;
    let client: SessionClient;
    const openSession = (): Promise<BrowserSession> =>
      driver.open({ egress: fixturePolicy, reveal: revealForOrigin(site), signal });

    beforeAll(async () => {
      driver = await open(site);
      client = sessionClient(await openSession());
    });
    afterAll(() => driver.close());

    const context = { site: () => ({ url: site }), client: () => client, openSession };
    testTabs(context);
    testPrinting(context);
    testManualControl(context);
  });
}
