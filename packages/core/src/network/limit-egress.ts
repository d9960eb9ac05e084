import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { allowedDomains } from '@runwright/definition';

/** A policy for the browser of one run, and what it has refused. */
export interface LimitedEgress {
  readonly policy: EgressPolicy;
  /** Hosts that were refused for the list, with the number of connections, most first. */
  refused(): readonly { readonly host: string; readonly count: number }[];
}

/** Most hosts that are counted: a page can make up any number. */
const mostCounted = 100;

/**
 * Narrows a policy to the `allowed_domains` of a run: any other host throws `egress_denied`, before its name is looked up. The policy
 * still decides about the hosts on the list.
 */
export function limitEgress(policy: EgressPolicy, domains: readonly string[]): LimitedEgress {
  const isAllowed = allowedDomains(domains);
  const counts = new Map<string, number>();
  return {
    policy: {
      async check(address, options) {
        const url = URL.parse(String(address));
        if (url !== null && !isAllowed(url)) {
          const count = counts.get(url.host);
          if (count !== undefined || counts.size < mostCounted) counts.set(url.host, (count ?? 0) + 1);
          throw notListed(url.host);
        }
        return policy.check(address, options);
      },
    },
    refused: () =>
      [...counts].map(([host, count]) => ({ host, count })).sort((one, other) => other.count - one.count),
  };
}

function notListed(host: string): RunwrightError {
  return new RunwrightError(
    'egress_denied',
    `The host \`${host}\` is not one of the \`allowed_domains\` of this run, so nothing was sent to it`,
    { details: { host, hint: 'If the run needs the host, add it to `allowed_domains`' } },
  );
}
