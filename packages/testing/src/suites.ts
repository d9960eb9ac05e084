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
export type { Closable } from './suites/checks.ts';
export { type TestedClock, testClock } from './suites/clock.ts';
export { type EgressWorld, type TestedEgressPolicy, testEgressPolicy } from './suites/egress.ts';
export {
  type OpenModel,
  type ProviderAnswer,
  type TestedModel,
  testLanguageModel,
} from './suites/language-model.ts';
export { type ReceivedMail, type TestedMailer, testMailer } from './suites/mailer.ts';
export { type TestedProxies, testProxyProvider } from './suites/proxies.ts';
export { type QueueOptions, testQueue } from './suites/queue.ts';
export { type TestedSecretSource, testSecretSource } from './suites/secret-source.ts';
export { type ServedProvider, serveProvider } from './suites/serve-provider.ts';
export { testStore } from './suites/store.ts';
export type { SuiteTag } from './suites/tagged.ts';
