import { isIP } from 'node:net';
import { type RunSettings, RunwrightError } from '@runwright/contract';
import { parseAddress } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';

type Parts = Pick<EngineDeps, 'egress'>;

/** Refuses a run whose addresses may not be reached: those that the engine itself will call, and its browser's. */
export async function checkSettings(parts: Parts, settings: RunSettings): Promise<void> {
  await checkAddress(parts, settings.webhookUrl);
  await checkAddress(parts, settings.totpUrl);
  await checkAddress(parts, settings.browserAddress?.replace(/^ws/, 'http') ?? null);
}

/**
 * Throws `egress_denied` for an address that the policy refuses. A name that does not resolve now may do so later, and
 * is checked again when it is used.
 */
export async function checkAddress(parts: Parts, address: string | null): Promise<void> {
  if (address === null || address.trim() === '') return;
  const { signal } = new AbortController();
  try {
    await parts.egress.check(address.trim(), { signal });
  } catch (error) {
    if (RunwrightError.is(error) && error.details.unresolved === true) return;
    throw error;
  }
}

/** The same for a start address, of which only the address itself is looked at: what its name resolves to is the run's concern. */
export async function checkStartAddress(parts: Parts, address: string | null): Promise<void> {
  const parsed = parseAddress(address ?? '');
  if (!parsed.ok) return;
  const host = parsed.url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0 || localName.test(host)) await checkAddress(parts, parsed.url.href);
}

const localName = /^[^.]+$|\.(localhost|local|internal|svc|cluster\.local)$/;
