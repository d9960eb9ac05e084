import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { SecretText } from './page.ts';

/** Credentials that the secrets of one verb are kept as while it runs. */
export interface SecretCredentials extends AsyncDisposable {
  /** Ids by the names of the secrets. */
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Stores the secrets of a verb as credentials, each bound to its hosts, and deletes them when it is disposed. Throws
 * `failed_precondition` for a secret without hosts when the page has no web address.
 *
 * @param url address of the page on which the verb begins
 */
export async function storeSecrets(
  engine: Pick<Engine, 'credentials'>,
  organizationId: string,
  secrets: Readonly<Record<string, SecretText>>,
  url: () => Promise<string>,
): Promise<SecretCredentials> {
  const ids: Record<string, string> = {};
  const remove = async (): Promise<void> => {
    await Promise.all(Object.values(ids).map((id) => engine.credentials.delete(organizationId, id)));
  };
  try {
    for (const [name, secret] of Object.entries(secrets)) {
      const { value, allowedHosts } =
        typeof secret === 'string' ? { value: secret, allowedHosts: [hostOf(await url(), name)] } : secret;
      const { credential_id: id } = await engine.credentials.create(organizationId, {
        name,
        credential_type: 'secret',
        credential: { secret_value: value },
        allowed_hosts: allowedHosts,
      });
      ids[name] = id;
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { ids, [Symbol.asyncDispose]: remove };
}

/** Returns the host of an address as an entry of `allowed_hosts`. */
function hostOf(address: string, name: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return url.host;
  if (url?.protocol === 'http:') return `http://${url.host}`;
  throw new RunwrightError(
    'failed_precondition',
    `Cannot bind the secret \`${name}\` to a site: the page is at \`${address}\`. Open the site first, or name \`allowedHosts\`.`,
  );
}
