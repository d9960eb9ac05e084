import { RunwrightError } from '@runwright/contract';

/**
 * The network as the host gives it to a driver, so that the host's egress policy applies. The policy has to let the
 * vault's own address through.
 */
export type VaultFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What a vault answered. */
export interface VaultAnswer {
  readonly status: number;
  /** The JSON document; null when the answer is none. */
  readonly body: unknown;
}

/** One call to a vault. */
export interface VaultCall {
  /** The vault's name for sentences, such as `1Password`. */
  readonly vault: string;
  /** Name of the requested item for messages, such as ``item `x` ``. It contains no secret. */
  readonly itemName: string;
  readonly url: string | URL;
  readonly init?: RequestInit;
  readonly fetch: VaultFetch;
  readonly signal: AbortSignal;
}

/** A vault that has not answered by then is not there; milliseconds. */
const timeoutMs = 15_000;

/** Calls a vault. Whatever it answers is an answer; `secret_unavailable` is thrown when it does not answer at all. */
export async function callVault(call: VaultCall): Promise<VaultAnswer> {
  const { signal } = call;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    // A redirect would carry what is sent to another place; no vault sends one.
    const response = await call.fetch(call.url, { ...call.init, redirect: 'manual', signal: limit });
    return { status: response.status, body: parsed(await response.text()) };
  } catch (cause) {
    signal.throwIfAborted();
    // Where it is, which the cause says, is for the operator alone.
    throw unavailable(call.vault, call.itemName, 'it cannot be reached; ask the operator to check it', cause);
  }
}

/** The error of something that a vault does not give. The reason goes on after "but": no capital, no full stop. */
export function unavailable(
  vault: string,
  itemName: string,
  reason: string,
  cause?: unknown,
): RunwrightError {
  return new RunwrightError('secret_unavailable', `Cannot read ${itemName} from ${vault}: ${reason}.`, {
    ...(cause === undefined ? {} : { cause }),
    details: { failure_category: 'credential' },
  });
}

/** Members of a JSON object; none when the value is something else. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Items of a JSON array as objects; none when the value is something else. */
export function objects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(members) : [];
}

/** A text that says something; null for every other value. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
