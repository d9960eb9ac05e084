import { RunwrightError, type SecretSource } from '@runwright/contract';
import { createFetch, egressPolicy } from '@runwright/core';
import { azureKeyVault, bitwarden, onePassword } from '@runwright/secret-sources';
import { readAddress } from './environment-values.ts';
import type { ReadVariable } from './user-settings.ts';

/** Settings of password managers from the environment. */
export interface PasswordManagerSettings {
  /** URL of `bw serve`. */
  readonly bitwarden: { readonly address: string } | null;
  /** A Connect server and its access token. */
  readonly onePassword: { readonly address: string; readonly token: string } | null;
  readonly azure: {
    readonly tenantId: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** Vault URL for single secrets; null when there is none. */
    readonly vaultName: string | null;
  } | null;
}

/** Reads the variables of the password managers. Throws `invalid_input` for an incomplete setting. */
export function readPasswordManagerSettings(text: ReadVariable): PasswordManagerSettings {
  const address = (name: string) => readAddress(name, text(name), { example: 'http://127.0.0.1:8087' });
  const bitwardenUrl = address('RUNWRIGHT_BITWARDEN_URL');
  const [, token] = together(text, ['RUNWRIGHT_ONEPASSWORD_URL', 'RUNWRIGHT_ONEPASSWORD_TOKEN']) ?? [];
  const onePasswordUrl = address('RUNWRIGHT_ONEPASSWORD_URL');
  const azureSettings = together(text, [
    'RUNWRIGHT_AZURE_TENANT_ID',
    'RUNWRIGHT_AZURE_CLIENT_ID',
    'RUNWRIGHT_AZURE_CLIENT_SECRET',
  ]);
  const [tenantId, clientId, clientSecret] = azureSettings ?? [];
  const vaultName = text('RUNWRIGHT_AZURE_VAULT');
  return {
    bitwarden: bitwardenUrl === null ? null : { address: bitwardenUrl },
    onePassword: onePasswordUrl && token ? { address: onePasswordUrl, token } : null,
    azure: tenantId && clientId && clientSecret ? { tenantId, clientId, clientSecret, vaultName } : null,
  };
}

/** Creates the secret sources. Each may connect to its configured private address only. */
export function createPasswordManagerSources(settings: PasswordManagerSettings): readonly SecretSource[] {
  const { bitwarden: bw, onePassword: connect, azure } = settings;
  return [
    ...(bw ? [bitwarden({ ...bw, fetch: fetchFor(bw.address) })] : []),
    ...(connect ? [onePassword({ ...connect, fetch: fetchFor(connect.address) })] : []),
    ...(azure ? [azureKeyVault({ ...azureOptions(azure), fetch: createFetch(egressPolicy()) })] : []),
  ];
}

function azureOptions({ vaultName, ...rest }: NonNullable<PasswordManagerSettings['azure']>) {
  return { ...rest, ...(vaultName === null ? {} : { vaultName }) };
}

function fetchFor(address: string) {
  return createFetch(egressPolicy({ allowedHosts: [new URL(address).host] }));
}

function together(text: ReadVariable, names: readonly string[]): readonly string[] | null {
  const found = names.map(text);
  const missing = names.filter((_name, index) => found[index] === null);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return found.filter((value) => value !== null);
  throw new RunwrightError(
    'invalid_input',
    `${names.join(', ')} belong together, but ${missing.join(', ')} is missing; set it, or remove the others.`,
  );
}
