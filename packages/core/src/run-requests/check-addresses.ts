import { isIP } from 'node:net';
import { type RunSettings, RunwrightError } from '@runwright/contract';
import { invalidInput, parseAddress } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';
import { valueProblem } from './run-request.ts';

type Deps = Pick<EngineDeps, 'egress'>;

/**
 * Refuses a run whose addresses may not be reached: those that the engine itself will call, and its browser's. Also one with
 * `allowedDomains` in a browser that other connections leave, with `invalid_input`.
 */
export async function checkSettings(deps: Deps, settings: RunSettings): Promise<void> {
  checkLimitedBrowser(settings);
  await checkAddress(deps, settings.webhookUrl);
  await checkAddress(deps, settings.totpUrl);
  await checkAddress(deps, settings.browserAddress?.replace(/^ws/, 'http') ?? null);
}

function checkLimitedBrowser({ allowedDomains, browserSessionId, browserAddress }: RunSettings): void {
  if (allowedDomains === undefined) return;
  const other = browserSessionId === null ? 'browser_address' : 'browser_session_id';
  if (browserSessionId === null && browserAddress === null) return;
  const reason = `it cannot be combined with ${other}: that browser has connections of its own; let the run open a browser`;
  throw invalidInput('The run cannot be started', [valueProblem('allowed_domains', reason)]);
}

/**
 * Throws `egress_denied` for an address that the policy refuses. A name that does not resolve now may do so later, and
 * is checked again when it is used.
 */
export async function checkAddress(deps: Deps, address: string | null): Promise<void> {
  if (address === null || address.trim() === '') return;
  const { signal } = new AbortController();
  try {
    await deps.egress.check(address.trim(), { signal });
  } catch (error) {
    if (RunwrightError.is(error) && error.details.unresolved === true) return;
    throw error;
  }
}

/** The same for a start address, of which only the address itself is looked at: what its name resolves to is the run's concern. */
export async function checkStartAddress(deps: Deps, address: string | null): Promise<void> {
  const parsed = parseAddress(address ?? '');
  if (!parsed.ok) return;
  const host = parsed.url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0 || localName.test(host)) await checkAddress(deps, parsed.url.href);
}

const localName = /^[^.]+$|\.(localhost|local|internal|svc|cluster\.local)$/;
