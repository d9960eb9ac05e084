import { RunwrightError } from '@runwright/contract';
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
 *
 * @throws RunwrightError `secret_unavailable` for a placeholder in the scheme, host or port of another address: that part is looked up by
 * name and repeated in messages, in a form in which a mask would not find the value
 */
export function secretDestination(
  address: string,
  runSecrets: RunSecrets,
  services: readonly string[] = [],
): SecretDestination {
  const uses = runSecrets.findPlaceholders(address);
  if (uses.length === 0) return { address, services };
  const revealed = runSecrets.reveal(address, 'url');
  const isNamedBySecret = uses.some((use) => namesHost(use, address, revealed));
  const inHost = runSecrets.findPlaceholders(readAuthority(address));
  const [first] = inHost;
  if (first && !isNamedBySecret) throw secretInHost(first.name);
  return { address: revealed, services, holdsSecret: inHost.length > 0, isNamedBySecret };
}

/** Scheme, host and port of an address. Placeholders have none of the signs that end them. */
function readAuthority(address: string): string {
  const [whole = ''] = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*[^/\\?#]*/i.exec(address.trim()) ?? [];
  const user = whole.lastIndexOf('@');
  return user < 0 ? whole : whole.slice(user);
}

function secretInHost(name: string): RunwrightError {
  return new RunwrightError(
    'secret_unavailable',
    `The secret \`${name}\` stands in the host or port of an address. Write the host into the workflow, or store the whole host as one secret.`,
    { details: { failure_category: 'credential' } },
  );
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
  const value = secret.reveal();
  const host = URL.parse(scheme + value)?.hostname ?? '';
  // A number is no name of a host, though it is read as an address.
  return host !== '' && value.toLowerCase().includes(host) && host === URL.parse(revealed)?.hostname;
}
