import type { AllowedDestination, EgressPolicy } from '@runwright/contract';
import { pinnedGet } from '../network/pinned-get.ts';

/** Address of the WebSocket of a browser, and the IP addresses that the policy has allowed for it. */
export interface BrowserAddress {
  readonly url: string;
  readonly destination: AllowedDestination;
}

const versionMs = 15_000;
const versionBytes = 64 * 1024;

/**
 * Finds the WebSocket of a browser: a ws or wss address as it stands; for http and https, the one that the browser
 * names under `/json/version`. Both pass the policy.
 */
export async function browserAddress(
  address: string,
  { egress, signal }: { readonly egress: EgressPolicy; readonly signal: AbortSignal },
): Promise<BrowserAddress> {
  if (!URL.canParse(address)) throw new Error('that is no address');
  const given = new URL(address);
  if (/^wss?:$/.test(given.protocol)) return checked(given, egress, signal);
  if (!/^https?:$/.test(given.protocol)) throw new Error('the address is not http, https, ws or wss');
  const version = new URL(given);
  version.pathname = `${given.pathname.replace(/\/(json(\/version)?\/?)?$/, '')}/json/version`;
  const text = await pinnedGet(version.href, {
    egress,
    maximumBytes: versionBytes,
    timeoutMs: versionMs,
    signal,
  });
  const { webSocketDebuggerUrl }: { webSocketDebuggerUrl?: unknown } = JSON.parse(text);
  if (typeof webSocketDebuggerUrl !== 'string' || !URL.canParse(webSocketDebuggerUrl)) {
    throw new Error('the address names no WebSocket');
  }
  return checked(new URL(webSocketDebuggerUrl), egress, signal);
}

async function checked(url: URL, egress: EgressPolicy, signal: AbortSignal): Promise<BrowserAddress> {
  const asHttp = new URL(url.href.replace(/^ws/, 'http'));
  return { url: url.href, destination: await egress.check(asHttp, { signal }) };
}
