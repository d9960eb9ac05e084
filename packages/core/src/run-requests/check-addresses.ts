import { isIP } from 'node:net';
import { type AcceptedDraft, type Problem, type RunSettings, RunwrightError } from '@runwright/contract';
import { invalidInput, parseAddress } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';
import { type AnyRequest, valueProblem } from './run-request.ts';

type Deps = Pick<EngineDeps, 'egress'>;

/** An address that the engine or its browser will connect to, and the member of a request that it comes from. */
export interface PlacedAddress {
  readonly path: readonly string[];
  /** Null and blank ones are not checked. */
  readonly address: string | null | undefined;
}

/**
 * Refuses a run whose addresses may not be reached: those that the engine itself will call, and its browser's. Also one with
 * `allowedDomains` in a browser that other connections leave, with `invalid_input`.
 */
export async function checkSettings(deps: Deps, settings: RunSettings, request: AnyRequest): Promise<void> {
  checkLimitedBrowser(settings);
  // What the request does not name comes from its workflow.
  const place = (name: 'webhook_url' | 'totp_url') => [request[name] ? name : 'workflow_id'];
  await checkAddresses(deps, [
    { path: place('webhook_url'), address: settings.webhookUrl },
    { path: place('totp_url'), address: settings.totpUrl },
    { path: ['browser_address'], address: settings.browserAddress?.replace(/^ws/, 'http') },
  ]);
}

function checkLimitedBrowser({ allowedDomains, browserSessionId, browserAddress }: RunSettings): void {
  if (allowedDomains === undefined) return;
  const other = browserSessionId === null ? 'browser_address' : 'browser_session_id';
  if (browserSessionId === null && browserAddress === null) return;
  const reason = `it cannot be combined with ${other}: that browser has connections of its own; let the run open a browser`;
  throw invalidInput('The run cannot be started', [valueProblem('allowed_domains', reason)]);
}

/**
 * Throws `egress_denied` with a problem for each address that the policy refuses. A name that does not resolve now may do so
 * later, and is checked again when it is used.
 */
export async function checkAddresses(deps: Deps, addresses: readonly PlacedAddress[]): Promise<void> {
  const found = await Promise.all(addresses.map((placed) => findRefusal(deps, placed)));
  const refusals = found.filter((refusal) => refusal !== null);
  const [first] = refusals;
  if (!first) return;
  const problems = refusals.map(({ problem }) => problem);
  throw new RunwrightError('egress_denied', first.error.message, {
    cause: first.error,
    details: { ...first.error.details, problems },
  });
}

/** The same for the addresses that a workflow names for its runs. */
export async function checkDraftAddresses(deps: Deps, draft: AcceptedDraft): Promise<void> {
  const names = ['webhook_callback_url', 'totp_verification_url'] as const;
  await checkAddresses(
    deps,
    names.map((name) => ({ path: [name], address: draft[name] })),
  );
}

/** The same for a start address, of which only the address itself is looked at: what its name resolves to is the run's concern. */
export async function checkStartAddress(deps: Deps, address: string | null): Promise<void> {
  const parsed = parseAddress(address ?? '');
  if (!parsed.ok) return;
  const host = parsed.url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0 || localName.test(host))
    await checkAddresses(deps, [{ path: ['url'], address: parsed.url.href }]);
}

const localName = /^[^.]+$|\.(localhost|local|internal|svc|cluster\.local)$/;

interface Refusal {
  readonly error: RunwrightError;
  readonly problem: Problem;
}

async function findRefusal(deps: Deps, { path, address }: PlacedAddress): Promise<Refusal | null> {
  if (!address?.trim()) return null;
  const { signal } = new AbortController();
  try {
    await deps.egress.check(address.trim(), { signal });
    return null;
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'egress_denied') throw error;
    if (error.details.unresolved === true) return null;
    return { error, problem: { path, type: 'egress_denied', message: error.message } };
  }
}
