import { RunwrightError } from '@runwright/contract';

/** What the egress policy has said no to, so that an action can pass its sentence on. */
export interface EgressDenials {
  /** The policy's sentence when it refused this address since `since`; undefined when it did not. */
  denialReason(url: string, since: number): string | undefined;
}

/** Keeps the newest denials. */
export interface EgressDenialLog extends EgressDenials {
  /** Keeps why an address was refused, and returns the sentence. */
  record(url: string, cause: unknown): string;
}

/** A page that asks for one refused host after the other is not to fill the memory. */
const mostKept = 1_000;

/** @param now milliseconds that never go back */
export function createEgressDenialLog(now: () => number): EgressDenialLog {
  const denials = new Map<string, { readonly sentence: string; readonly at: number }>();
  return {
    record(url, cause) {
      const sentence = RunwrightError.is(cause) ? cause.message : 'The destination could not be checked.';
      const key = keyOf(url);
      denials.delete(key);
      denials.set(key, { sentence, at: now() });
      const [oldest] = denials.keys();
      if (denials.size > mostKept && oldest !== undefined) denials.delete(oldest);
      return sentence;
    },
    denialReason(url, since) {
      const denial = URL.canParse(url) ? denials.get(keyOf(url)) : undefined;
      return denial && denial.at >= since ? denial.sentence : undefined;
    },
  };
}

function keyOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' || protocol === 'wss:' ? '443' : '80')}`;
}
