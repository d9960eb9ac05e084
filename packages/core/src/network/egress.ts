import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowedDestination, type EgressPolicy, RunwrightError } from '@runwright/contract';
import { parseAddress } from '@runwright/definition';
import { isReservedAddress } from './reserved-address.ts';

/** Resolves a name to all its addresses; rejects when it has none. */
export type Lookup = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Choices of the host. */
export interface EgressOptions {
  /** Hosts that are let through although they are private: `demo.internal`, `127.0.0.1:8080`, `[::1]:3000`. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
}

/**
 * The policy that every outbound request passes: http and https only, no user names in addresses, and no host that is, or
 * resolves to, a private or reserved address, unless it is allowed by name. The name is resolved once, and the answer
 * carries the addresses to connect to.
 *
 * `check` throws `egress_denied` with `details.host`. A name that does not resolve is refused by no rule: `details.unresolved` tells it
 * apart, and a run that fails by it has the code `page_load_failed`.
 */
export function egressPolicy(options: EgressOptions = {}): EgressPolicy {
  const allowed = new Set((options.allowedHosts ?? []).map((host) => host.trim().toLowerCase()));
  const lookup = options.lookup ?? ((hostname) => systemLookup(hostname, { all: true }));
  return {
    async check(address, { signal }) {
      const url = urlOf(address);
      const host = bareHost(url.hostname);
      const isAllowed =
        allowed.has(host) || allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`);
      if (!isAllowed && isLocalName(host)) throw notAllowed(url);
      const addresses = await resolve(host, lookup, signal);
      if (!isAllowed && addresses.some(({ address }) => isReservedAddress(address))) throw notAllowed(url);
      return { url, addresses };
    },
  };
}

function urlOf(address: string | URL): URL {
  const parsed = parseAddress(String(address));
  if (parsed.ok) return parsed.url;
  throw new RunwrightError('egress_denied', `Cannot connect: ${parsed.reason}.`, {
    details: { host: null },
  });
}

/** The host without the brackets of IPv6 and the dot of a complete name. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}

const localSuffixes = ['.localhost', '.local', '.internal', '.svc', '.cluster.local'];
const localNames: ReadonlySet<string> = new Set([
  'localhost',
  'metadata',
  'instance-data',
  'kubernetes.default',
]);

function isLocalName(host: string): boolean {
  return localNames.has(host) || localSuffixes.some((suffix) => host.endsWith(suffix));
}

async function resolve(
  host: string,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<AllowedDestination['addresses']> {
  signal.throwIfAborted();
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family === 4 ? 4 : 6 }];
  const found = await untilAborted(lookup(host), signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw unresolved(host, cause);
  });
  if (found.length === 0) throw unresolved(host, undefined);
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/** A resolver cannot be interrupted, but nobody has to wait for it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function notAllowed(url: URL): RunwrightError {
  const host = bareHost(url.hostname);
  // A port is part of the entry that allows the address.
  const named = url.port === '' ? host : url.host;
  return new RunwrightError(
    'egress_denied',
    `Address is not allowed: ${named}. The egress policy refuses private and reserved addresses; if this one is meant, add it to the allowed hosts (\`allowedHosts\`, for the command \`RUNWRIGHT_ALLOWED_HOSTS\`).`,
    { details: { host } },
  );
}

function unresolved(host: string, cause: unknown): RunwrightError {
  return new RunwrightError(
    'egress_denied',
    `The host \`${host}\` does not resolve to an address. Check its name, and whether the DNS server of the service knows it.`,
    {
      cause,
      retryable: true,
      details: {
        ...{ host, unresolved: true, failure_category: 'page_load' },
        errors: [{ error_code: 'page_load_failed' }],
      },
    },
  );
}
