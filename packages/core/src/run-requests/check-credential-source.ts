import { type LoginRequest, notFound, RunwrightError, type VaultItem } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { sourcesFor } from '../secrets/secret-sources.ts';

const vaults: Readonly<Record<Exclude<LoginRequest['credential_type'], 'service'>, VaultItem['vault']>> = {
  password_manager_a: 'bitwarden',
  password_manager_b: 'onepassword',
  cloud_vault: 'azure_key_vault',
};

/**
 * Checks that the credential of a login can be read, without reading a password manager. Throws `not_found` for an unknown
 * credential, and `failed_precondition` for one that is no password or whose source is not configured.
 *
 * @returns identifier of the credential for one-time codes; null when it has none, or is in a password manager
 */
export async function checkCredentialSource(
  { credentials, secrets, hostAccess }: Pick<EngineDeps, 'credentials' | 'secrets' | 'hostAccess'>,
  organizationId: string,
  request: LoginRequest,
): Promise<string | null> {
  const { credential_type: source } = request;
  if (source !== 'service') {
    const vault = vaults[source];
    const sources = sourcesFor(secrets, await hostAccess.has(organizationId));
    const isConfigured = sources.some((one) => one.resolveItem && (one.vaults?.includes(vault) ?? true));
    if (isConfigured) return null;
    throw new RunwrightError('failed_precondition', `Credential source ${source} is not configured`);
  }
  const id = request.credential_id ?? '';
  const credential = await credentials.open(organizationId, id);
  if (credential === null) throw notFound('Credential', id);
  if (credential.credential_type !== 'password') {
    throw new RunwrightError(
      'failed_precondition',
      `Credential ${id} is of type \`${credential.credential_type}\`; a login needs one of type \`password\`.`,
    );
  }
  return credential.credential.totp_identifier ?? null;
}
