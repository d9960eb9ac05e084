import { RunwrightError } from '@runwright/contract';
import type { EgressDenial, EgressDenials } from '@runwright/page-actions';

/** Records the newest refusals of the egress policy. */
export interface EgressDenialLog extends EgressDenials {
  /** Records why an address was refused, and returns the message. */
  record(url: string, cause: unknown): string;
}

/** Most refusals that are kept. */
const mostKept = 1_000;

/** @param now milliseconds that never go back */
export function createEgressDenialLog(now: () => number): EgressDenialLog {
  const denials = new Map<string, EgressDenial & { readonly at: number }>();
  return {
    record(url, cause) {
      const { message, isUnresolved } = denialFrom(cause);
      const key = keyOf(url);
      denials.delete(key);
      denials.set(key, { message, isUnresolved, at: now() });
      const [oldest] = denials.keys();
      if (denials.size > mostKept && oldest !== undefined) denials.delete(oldest);
      return message;
    },
    denialOf(url, since) {
      const denial = URL.canParse(url) ? denials.get(keyOf(url)) : undefined;
      return denial && denial.at >= since ? denial : undefined;
    },
  };
}

function denialFrom(cause: unknown): EgressDenial {
  if (!RunwrightError.is(cause))
    return { message: 'The destination could not be checked.', isUnresolved: false };
  return { message: cause.message, isUnresolved: cause.details.unresolved === true };
}

function keyOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' || protocol === 'wss:' ? '443' : '80')}`;
}
