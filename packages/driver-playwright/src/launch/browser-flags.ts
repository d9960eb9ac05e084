import { signInUrl } from '../network/egress-proxy.ts';

/**
 * Turns features of Chromium off: those that playwright-core turns off, because of several such switches the browser reads the
 * last one only, the popups of the address bar, two pages that the browser loads for every window, and the renderer that it keeps
 * ready for a next site: without them a window takes less than half the time of the processor (measured with Chromium 156). A
 * browser ignores names that it does not know.
 */
export const disabledFeaturesFlag = `--disable-features=${[
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
].join(',')}`;

/**
 * Switches of playwright-core that are left out. Without the first one a page may change its address 200 times in 10 s; with it,
 * one that does so all the time keeps the browser so busy that it cannot be left for minutes (measured with Chromium 156).
 */
export const ignoredFlags: readonly string[] = ['--disable-ipc-flooding-protection'];

/**
 * Switches of a browser that does nothing on its own account, together with its preferences: no updates, no reports, no first-run
 * pages, and no way to the network around the proxy (QUIC, WebRTC and the resolver speak UDP, which a proxy does not carry).
 * Names: https://peter.sh/experiments/chromium-command-line-switches/
 */
export function browserFlags(proxyUrl: string): readonly string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Without this entry the browser would reach loopback addresses directly.
    '--proxy-bypass-list=<-loopback>',
    // The browser asks its maker for accounts at every start; this address is answered by our proxy.
    `--gaia-url=${signInUrl}`,
    // And, now and then, for a place to receive push messages.
    `--gcm-checkin-url=${signInUrl}`,
    `--gcm-registration-url=${signInUrl}`,
    // And, for every form of a page, what its fields are for: it would tell which forms the page has.
    `--autofill-server-url=${signInUrl}`,
    // And, at a start, for parts of it that it wants at once, which the switch against updates does not keep it from.
    `--component-updater=url-source=${signInUrl}`,
    // The proxy resolves names. The browser itself would resolve those of TURN servers over TCP, which pages choose.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
    disabledFeaturesFlag,
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-crash-reporter',
    '--metrics-recording-only',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--dns-prefetch-disable',
  ];
}
