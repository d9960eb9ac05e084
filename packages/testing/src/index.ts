export {
  type DemoCategory,
  type DemoCurrency,
  type DemoCustomer,
  type DemoMessage,
  type DemoOrder,
  type DemoOrderLine,
  type DemoOrderStatus,
  type DemoProduct,
  type DemoRequest,
  type DemoSite,
  type DemoSiteOptions,
  demoCredentials,
  demoOrders,
  demoProducts,
  demoScript,
  demoSite,
  type EndpointMode,
  type EndpointRequest,
  type ItemQuery,
  parseView,
  type Script,
  type ScriptedEndpoint,
  type ScriptedEndpointOptions,
  type ScriptRequest,
  type ScriptRule,
  scriptedEndpoint,
  scriptedMove,
  type View,
  type ViewItem,
  type WireBody,
  type WireMessage,
} from '@runwright/demo';
export {
  type FakeActionCall,
  type FakeBrowser,
  type FakeBrowserOptions,
  type FakeDownload,
  type FakeElement,
  type FakeOutcome,
  type FakePage,
  type FakeSession,
  type FakeState,
  fakeBrowser,
} from './fake-browser.ts';
export { type FakeContext, type FakeContextOptions, fakeContext } from './fake-context.ts';
export type { FakeFile } from './fake-files.ts';
export { type FakeMail, type FakeMailer, fakeMailer } from './fake-mailer.ts';
export type { FakeSecret, FakeSecrets, RevealedSecret } from './fake-secrets.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export {
  type MessagesAnswer,
  type MessagesEndpoint,
  type MessagesEndpointOptions,
  messagesEndpoint,
  type WholeAnswer,
} from './messages-endpoint.ts';
export type { MessagesBody, WireBlock } from './messages-rules.ts';
export { openOutboxEntries } from './open-outbox-entries.ts';
export {
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  scriptedModel,
} from './scripted-model.ts';
export {
  setTestStorage,
  type TestDatabase,
  type TestStorage,
  testStorage,
  trackStorageCall,
} from './test-storage.ts';
