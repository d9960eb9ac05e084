import { type BrowserSession, type BrowserSessionRow, RunwrightError } from '@runwright/contract';
import type { SessionGuest } from '../browser/join-session.ts';
import { resolveProxy } from '../browser/resolve-proxy.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { exposesAddress } from './exposes-address.ts';
import { bearerToken, createHopTokens } from './hop-tokens.ts';

/** Dependencies of opening the browser of a session. */
export type OpenSessionDeps = Pick<
  EngineDeps,
  'browser' | 'proxies' | 'egress' | 'settings' | 'states' | 'keys' | 'masterKey' | 'clock'
>;

/**
 * Opens the browser of a session. Its `guest` is the run that uses it at the time; without one no secret can be typed.
 *
 * @returns the browser, and notices about what the host lacks
 */
export async function openSessionBrowser(
  deps: OpenSessionDeps,
  row: BrowserSessionRow,
  guest: () => SessionGuest | null,
  signal: AbortSignal,
): Promise<{ readonly browser: BrowserSession; readonly notices: readonly string[] }> {
  const { organizationId } = row;
  if (deps.browser === null) throw new RunwrightError('browser_failed', 'The engine has no browser driver.');
  const isExposed = exposesAddress(row.exposeAddress, deps.settings.sessions.exposeAddress);
  const notices: string[] = [];
  const proxy = await resolveProxy(row.proxyLocation, {
    proxies: deps.proxies,
    notice: (sentence) => notices.push(sentence),
    signal,
  });
  const state =
    row.browserProfileId === null ? null : await deps.states.ofProfile(organizationId, row.browserProfileId);
  const hops = createHopTokens(deps.masterKey, deps.clock.now);
  const browser = await deps.browser.open({
    egress: deps.egress,
    // Without a run nobody types anything, so there is nothing to reveal.
    reveal: (text, origin) => guest()?.reveal(text, origin) ?? text,
    destinationRule: (text) => guest()?.destinationRule(text) ?? (() => null),
    record: deps.settings.recordings,
    ...(proxy === null ? {} : { proxy }),
    ...(state === null ? {} : { state }),
    ...(row.extensions === null ? {} : { extensions: row.extensions }),
    ...(row.browserType === null ? {} : { browserType: row.browserType }),
    ...(isExposed
      ? {
          expose: {
            async authorize(headers) {
              // A process of the service, which has authenticated its caller.
              const hop = bearerToken(headers.authorization);
              if (hops.verify(hop, row.browserSessionId) === organizationId) return true;
              const caller = await deps.keys.authenticate(headers['x-api-key'] ?? '');
              // Who drives a browser acts; reading is not enough.
              return caller?.organizationId === organizationId && caller.scopes.includes('run');
            },
          },
        }
      : {}),
    signal,
  });
  if (isExposed && browser.address === undefined) {
    notices.push(`The driver \`${deps.browser.name}\` opens no address for debug clients.`);
  }
  return { browser, notices: [...notices, ...browser.about.notices] };
}
