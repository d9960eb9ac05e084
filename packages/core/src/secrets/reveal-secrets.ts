import type { PlaceholderUse, RevealForm, RunSecrets } from './run-secrets.ts';
import type { SecretDestination, SecretSites } from './secret-sites.ts';

/**
 * Puts values in place of the placeholders in a text that is about to go somewhere. It is the only way to the value of a
 * secret: there is no call without a destination. Throws `secret_unavailable` for a secret that may not go there, and for
 * a placeholder that is not of this run.
 */
export type RevealSecrets = (text: string, to: SecretDestination, form?: RevealForm) => string;

/** The secrets of a run without their values. */
export type ClosedSecrets = Omit<RunSecrets, 'reveal'>;

/** Binds the values of a run's secrets to the sites where they may go. */
export function createRevealSecrets(runSecrets: RunSecrets, sites: SecretSites): RevealSecrets {
  return (text, to, form) => {
    sites.check(runSecrets.findPlaceholders(text), to);
    return runSecrets.reveal(text, form);
  };
}

/**
 * Reads an address in which placeholders may stand, as a destination. A host that is the value of a stored secret is named
 * by whoever stored it; one that came up in the run, such as in a response, is named by nobody.
 */
export function secretDestination(
  address: string,
  runSecrets: RunSecrets,
  services: readonly string[] = [],
): SecretDestination {
  const uses = runSecrets.findPlaceholders(address);
  if (uses.length === 0) return { address, services };
  const revealed = runSecrets.reveal(address, 'url');
  return {
    address: revealed,
    services,
    holdsSecret: uses.some(({ secret }) => isPartOf(secret.reveal(), URL.parse(revealed)?.host)),
    isNamedBySecret: uses.some((use) => namesHost(use, address, revealed)),
  };
}

/** Hosts are in lower case, in which a mask would not find a value. */
function isPartOf(value: string, host = ''): boolean {
  return value !== '' && host.includes(value.toLowerCase());
}

function namesHost(
  { placeholder, secret, isSealed }: PlaceholderUse,
  address: string,
  revealed: string,
): boolean {
  if (isSealed) return false;
  const [scheme = '', rest] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(address)
    ? address.split(/(?<=:\/\/)/, 2)
    : ['', address];
  if (!rest?.startsWith(placeholder)) return false;
  const host = URL.parse(scheme + secret.reveal())?.hostname;
  return host !== undefined && host !== '' && host === URL.parse(revealed)?.hostname;
}
