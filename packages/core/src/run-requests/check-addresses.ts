import { isIP } from 'node:net';
import { type RunSettings, RunwrightError } from '@runwright/contract';
import { parseAddress } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';

type Deps = Pick<EngineDeps, 'egress'>;

/** Refuses a run whose addresses may not be reached: those that the engine itself will call, and its browser's. */
export async function checkSettings(deps: Deps, settings: RunSettings): Promise<void> {
  await checkAddress(deps, settings.webhookUrl);
  await checkAddress(deps, settings.totpUrl);
  await checkAddress(deps, settings.browserAddress?.replace(/^ws/, 'http') ?? null);
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
