import { RunwrightError } from '@runwright/contract';
import { hostPattern, isLoopback, type NamedSites, siteOf } from './named-sites.ts';
import { isPaymentHost } from './payment-hosts.ts';

/** The hosts at which one secret may be typed, by its own record. */
export interface SecretBinding {
  /** Hosts, see {@link hostPattern}; empty: where the workflow and its caller name. */
  readonly hosts: readonly string[];
  /** True if it is a payment card, which is typed in the frames of payment services. */
  readonly isCard: boolean;
}

/** A secret that stands in a text, and where it may be typed. */
export interface BoundSecret {
  readonly name: string;
  readonly binding: SecretBinding | null;
}

/** Checks at which origins the secrets of one run may be typed. */
export interface SecretSites {
  /**
   * Throws `secret_unavailable` when one of the secrets may not be typed at an origin, naming secret, origin and remedy.
   *
   * @param origin of the frame around the field, or of the address that the form around it sends to
   */
  check(secrets: readonly BoundSecret[], origin: string): void;
}

/** Options of {@link secretSites}. */
export interface SecretSitesOptions {
  /** Collects the sites that the workflow and the caller name; called when the first secret is typed. */
  readonly named: () => NamedSites;
  /** Hosts of the installation at which every secret may be typed, such as a sign-in service. */
  readonly everywhere: readonly string[];
}

/**
 * Binds the secrets of a run to sites. A secret with a list of hosts may be typed there; any other one at the sites that
 * the workflow and its caller name, a site being all hosts of a registrable domain. When neither names a site, the first
 * site at which a secret is typed is its only one. Payment cards may also be typed in the frames of payment services.
 * Plain http is refused but where an address with `http://` was named.
 */
export function secretSites({ named: collect, everywhere }: SecretSitesOptions): SecretSites {
  let collected: NamedSites | null = null;
  const firstUse = new Map<string, string>();

  const isAllowed = ({ name, binding }: BoundSecret, url: URL): boolean => {
    if (everywhere.some((entry) => hostPattern(entry)(url))) return true;
    if (binding?.isCard && isPaymentHost(url)) return true;
    if (binding && binding.hosts.length > 0) return binding.hosts.some((entry) => hostPattern(entry)(url));
    collected ??= collect();
    const named = collected;
    if (named.has(url)) return true;
    if (!named.isEmpty) return false;
    if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return false;
    const site = siteOf(url);
    const first = firstUse.get(name) ?? site;
    firstUse.set(name, first);
    return first === site;
  };

  return {
    check(secrets, origin) {
      const url = URL.canParse(origin) ? new URL(origin) : null;
      const foreign = secrets.find((secret) => url === null || !isAllowed(secret, url));
      if (foreign) throw refused(foreign.name, origin);
    },
  };
}

function refused(name: string, origin: string): RunwrightError {
  const isPlain = origin.startsWith('http:');
  const where = origin === 'null' ? 'a frame without an origin of its own' : `\`${origin}\``;
  const why = isPlain
    ? 'an address of plain http that nobody named'
    : 'a site that neither the workflow nor its caller names';
  return new RunwrightError(
    'secret_unavailable',
    `The secret \`${name}\` may not be typed at ${where}, ${why}. If it belongs there, add the host to \`allowed_hosts\` of the credential, or name its address in the workflow.`,
    { details: { failure_category: 'credential' } },
  );
}
