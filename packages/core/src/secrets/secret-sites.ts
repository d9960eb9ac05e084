import { RunwrightError } from '@runwright/contract';
import { hostPattern, isLoopback, type NamedSites, siteOf } from './named-sites.ts';
import { isPaymentHost } from './payment-hosts.ts';

/** The hosts to which one secret may go, by its own record. */
export interface SecretBinding {
  /** Hosts, see {@link hostPattern}; empty: where the workflow and its caller name. */
  readonly hosts: readonly string[];
  /** True if it is a payment card, which is typed in the frames of payment services. */
  readonly isCard: boolean;
}

/** A secret that stands in a text, and where it may go. */
export interface BoundSecret {
  readonly name: string;
  readonly binding: SecretBinding | null;
}

/** Where a secret is about to go. */
export interface SecretDestination {
  /**
   * The origin of the frame around a field, or of the address that the form around it sends to; or the address of a server.
   */
  readonly address: string;
  /** True if whoever stored a secret of the run named the host, as the value of that secret. Default false. */
  readonly isNamedBySecret?: boolean;
  /** True if it is a field of a page. Default false. */
  readonly isField?: boolean;
  /** True if the value of a secret is in the host, so that it is not shown. Default false. */
  readonly holdsSecret?: boolean;
  /** Hosts that the code of the block calls, see `services` of `defineBlock`. Default: none. */
  readonly services?: readonly string[];
}

/** Checks where the secrets of one run may go. */
export interface SecretSites {
  /** Throws `secret_unavailable` when one of the secrets may not go there, naming secret, destination and remedy. */
  check(secrets: readonly BoundSecret[], to: SecretDestination): void;
}

/** Options of {@link secretSites}. */
export interface SecretSitesOptions {
  /** Returns the sites that the workflow and the caller name; called when a secret is used. */
  readonly named: () => NamedSites;
  /** Hosts of the installation to which every secret may go, such as a sign-in service. */
  readonly everywhere: readonly string[];
}

/**
 * Binds the secrets of a run to sites. A secret with a list of hosts may go there; any other one to the sites that the
 * workflow, its caller, the code of the block or the value of another secret names, a site being all hosts of a registrable
 * domain. When neither workflow nor caller names a site, the first site to which a secret goes is its only one. Payment
 * cards may also be typed in the frames of payment services. Plain http is refused but where an address with `http://` was
 * named.
 */
export function secretSites({ named: collect, everywhere }: SecretSitesOptions): SecretSites {
  const firstUse = new Map<string, string>();

  const isAllowed = ({ name, binding }: BoundSecret, url: URL, to: SecretDestination): boolean => {
    if (everywhere.some((entry) => hostPattern(entry)(url))) return true;
    if (binding?.isCard && to.isField && isPaymentHost(url)) return true;
    if (binding && binding.hosts.length > 0) return binding.hosts.some((entry) => hostPattern(entry)(url));
    if (to.isNamedBySecret || to.services?.some((entry) => hostPattern(entry)(url))) return true;
    const named = collect();
    if (named.has(url)) return true;
    if (!named.isEmpty) return false;
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) return false;
    const site = siteOf(url);
    const first = firstUse.get(name) ?? site;
    firstUse.set(name, first);
    return first === site;
  };

  return {
    check(secrets, to) {
      const url = URL.parse(to.address);
      const foreign = secrets.find((secret) => url === null || !isAllowed(secret, url, to));
      if (foreign) throw refused(foreign, to, url);
    },
  };
}

function refused(
  { name, binding }: BoundSecret,
  { address, holdsSecret }: SecretDestination,
  url: URL | null,
): RunwrightError {
  const shown = holdsSecret ? 'a host that holds a secret' : `\`${url?.protocol}//${url?.host}\``;
  const host = url === null ? 'an address that cannot be read' : shown;
  const where = address === 'null' ? 'a frame without an origin of its own' : host;
  const reason = binding && binding.hosts.length > 0 ? boundElsewhere(binding.hosts, url) : namedNowhere(url);
  return new RunwrightError(
    'secret_unavailable',
    `The secret \`${name}\` may not be sent to ${where}, ${reason}`,
    { details: { failure_category: 'credential' } },
  );
}

/** Most hosts of a credential that a message lists. */
const maxListed = 5;

/** Why a secret that has hosts of its own is refused: what the workflow names does not count for it. */
function boundElsewhere(hosts: readonly string[], url: URL | null): string {
  const listed = hosts.slice(0, maxListed).map((host) => `\`${host}\``);
  const more = hosts.length > maxListed ? ` and ${hosts.length - maxListed} more` : '';
  const entry =
    url?.protocol === 'http:' ? ' with `http://`, because plain http is allowed for such entries only' : '';
  return `because \`allowed_hosts\` of its credential allows only ${listed.join(', ')}${more}. If it belongs there, add the host to \`allowed_hosts\`${entry}; that the workflow names the address is not enough.`;
}

function namedNowhere(url: URL | null): string {
  const what =
    url?.protocol === 'http:'
      ? 'an address of plain http that nobody named'
      : 'a site that neither the workflow nor its caller names';
  return `${what}. If it belongs there, add the host to \`allowed_hosts\` of the credential, or name its address in the workflow.`;
}
