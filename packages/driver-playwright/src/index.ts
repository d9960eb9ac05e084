export type { FilterList } from './ad-block/ad-blocker.ts';
export { type PlaywrightDriverOptions, playwrightDriver } from './driver.ts';
export { disabledFeaturesFlag } from './launch/browser-flags.ts';
export { type FindBrowserOptions, type FoundBrowser, findBrowser } from './launch/find-browser.ts';
export { type MissingRequest, type NetworkRecording, recordedSecret } from './network/network-recording.ts';
export { upstreamProxyUrl } from './network/upstream-proxy.ts';
export type { ResourceLimits } from './processes/resource-guard.ts';
