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
export { type ClockScene, testClock } from './suites/clock.ts';
export { type EgressScene, type EgressWorld, testEgressPolicy } from './suites/egress.ts';
export {
  type ModelScene,
  type OpenModel,
  type ProviderAnswer,
  testLanguageModel,
} from './suites/language-model.ts';
export { type MailerScene, type ReceivedMail, testMailer } from './suites/mailer.ts';
export { type ProxyScene, testProxyProvider } from './suites/proxies.ts';
export { type QueueOptions, testQueue } from './suites/queue.ts';
export { type SecretSourceScene, testSecretSource } from './suites/secret-source.ts';
export { type ServedProvider, serveProvider } from './suites/serve-provider.ts';
export { testStore } from './suites/store.ts';
