import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { allowedDomains } from '@runwright/definition';

/** A policy for the browser of one run, and what it has refused. */
export interface LimitedEgress {
  readonly policy: EgressPolicy;
  /** Tests whether the list has the host of an address. */
  has(address: string): boolean;
  /** Names the hosts that were refused for the list, with the number of connections, most first; null when none was. */
  describeRefused(): string | null;
}

/** Most hosts that are counted, as a page can make up any number, and that are named. */
const most = { counted: 100, named: 10 };

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
          if (count !== undefined || counts.size < most.counted) counts.set(url.host, (count ?? 0) + 1);
          throw notListed(url.host);
        }
        return policy.check(address, options);
      },
    },
    has(address) {
      const url = URL.parse(address);
      return url !== null && isAllowed(url);
    },
    describeRefused() {
      if (counts.size === 0) return null;
      const sorted = [...counts].sort(([, one], [, other]) => other - one);
      const named = sorted.slice(0, most.named).map(([host, count]) => `\`${host}\` (${count})`);
      const more = sorted.length > most.named ? ` and ${sorted.length - most.named} more` : '';
      return `Connections to hosts outside of \`allowed_domains\` were refused: ${named.join(', ')}${more}. If a page needs one of them, add it to the list.`;
    },
  };
}

function notListed(host: string): RunwrightError {
  return new RunwrightError(
    'egress_denied',
    `The host \`${host}\` is not one of the \`allowed_domains\` of this run, so nothing was sent to it`,
    { details: { host, hint: 'If the run needs the host, add it to `allowed_domains`' } },
  );
}
