/**
 * Conformance suites, one for each driver interface. They load vitest, so import them from tests alone.
 *
 * @packageDocumentation
 */

export { testArtifactStore } from './suites/artifacts.ts';
export type { BrowserFaults } from './suites/browser/hostile-pages.ts';
export { testWidgets, type WidgetCase } from './suites/browser/widget-cases.ts';
export {
  testBrowserAbuse,
  testBrowserActing,
  testBrowserDriver,
  testBrowserFiles,
  testBrowserReading,
  testBrowserRecordings,
  testBrowserSessions,
  testBrowserSettling,
  testBrowserWidgets,
  testBrowserWindows,
  testTabsAndPrinting,
} from './suites/browser.ts';
export { testQueue } from './suites/queue.ts';
export { testStore } from './suites/store.ts';
