import { type ResolveOptions, Secret, type SecretItem, type SecretSource } from '@runwright/contract';
import { secretItem } from './fields.ts';
import { callVault, members, text, unavailable, type VaultFetch } from './vault-api.ts';

/** An application of Microsoft Entra that may read secrets of key vaults. */
export interface AzureKeyVaultOptions {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the vault that single secrets (`azure_secret`) are read from. Default: none; they are not known here. */
  readonly vaultName?: string;
  readonly fetch: VaultFetch;
  /** Epoch ms; decides when a token is over. Default: the system's clock. */
  readonly now?: () => number;
  /** Default `https://login.microsoftonline.com`; other clouds have others. */
  readonly loginAddress?: string;
  /** Address of a vault by its name. Default `https://<name>.vault.azure.net`. */
  readonly vaultAddress?: (vaultName: string) => string;
}

const vault = 'Azure Key Vault';
const apiVersion = '7.4';
const scope = 'https://vault.azure.net/.default';
/** A token is not used in the last minute of its life; milliseconds. */
const marginMs = 60_000;

/** Names as Azure allows them; anything else could lead the request to another host or path. */
const vaultNames = /^[A-Za-z][A-Za-z0-9-]{2,23}$/;
const secretNames = /^[A-Za-z0-9-]{1,127}$/;

/**
 * Secrets of Azure key vaults (`GET /secrets/{name}`, API version 7.4) with OAuth client credentials. A login is put
 * together from secrets for its user name, password and one-time secret.
 *
 * Every workflow of the organizations in `settings.hostOrganizations` may read what the application may read.
 */
export function azureKeyVault(options: AzureKeyVaultOptions): SecretSource {
  const tokens = createTokens(options);
  const address = options.vaultAddress ?? ((name: string) => `https://${name}.vault.azure.net`);

  async function secret(vaultName: string, name: string, { signal }: ResolveOptions): Promise<string | null> {
    const itemName = `secret \`${name}\` of the vault \`${vaultName}\``;
    if (!vaultNames.test(vaultName))
      throw unavailable(vault, itemName, `\`${vaultName}\` is no name of a vault`);
    if (!secretNames.test(name)) throw unavailable(vault, itemName, `\`${name}\` is no name of a secret`);
    const { status, body } = await callVault({
      vault,
      itemName,
      url: `${address(vaultName)}/secrets/${name}?api-version=${apiVersion}`,
      init: {
        headers: {
          authorization: `Bearer ${await tokens.get(itemName, signal)}`,
          accept: 'application/json',
        },
      },
      fetch: options.fetch,
      signal,
    });
    if (status === 404) return null;
    const value = text(members(body).value);
    if (status === 200 && value !== null) return value;
    if (status === 401) tokens.forget();
    throw unavailable(
      vault,
      itemName,
      `it answered with status ${status}; check the application's permissions`,
    );
  }

  async function needed(vaultName: string, name: string, asked: ResolveOptions): Promise<string> {
    const value = await secret(vaultName, name, asked);
    if (value !== null) return value;
    throw unavailable(vault, `secret \`${name}\` of the vault \`${vaultName}\``, 'there is none; add it');
  }

  return {
    specVersion: 'v1',
    belongsToHost: true,
    vaults: ['azure_key_vault'],
    async resolve(reference, asked) {
      if (options.vaultName === undefined || !secretNames.test(reference)) return null;
      const value = await secret(options.vaultName, reference, asked);
      return value === null ? null : new Secret(value);
    },
    async resolveItem(item, asked): Promise<SecretItem | null> {
      if (item.vault !== 'azure_key_vault') return null;
      const { vaultName, totpSecretKey } = item;
      return secretItem({
        username: await needed(vaultName, item.usernameKey, asked),
        password: await needed(vaultName, item.passwordKey, asked),
        totp: totpSecretKey === null ? null : await needed(vaultName, totpSecretKey, asked),
      });
    },
  };
}

interface Tokens {
  get(itemName: string, signal: AbortSignal): Promise<string>;
  forget(): void;
}

/** Access tokens, asked for once and used until shortly before they are over. */
function createTokens(options: AzureKeyVaultOptions): Tokens {
  const now = options.now ?? Date.now;
  let held: { readonly token: string; readonly until: number } | null = null;
  return {
    async get(itemName, signal) {
      if (held !== null && held.until > now()) return held.token;
      const login = options.loginAddress ?? 'https://login.microsoftonline.com';
      const { status, body } = await callVault({
        vault,
        itemName,
        url: `${login}/${encodeURIComponent(options.tenantId)}/oauth2/v2.0/token`,
        init: {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: options.clientId,
            client_secret: options.clientSecret,
            scope,
          }),
        },
        fetch: options.fetch,
        signal,
      });
      const answer = members(body);
      const token = text(answer.access_token);
      if (status !== 200 || token === null) {
        const code = text(answer.error) ?? `status ${status}`;
        throw unavailable(
          vault,
          itemName,
          `signing in failed with \`${code}\`; check tenant, client id and client secret`,
        );
      }
      const lifetimeMs = Number(answer.expires_in ?? 0) * 1000;
      held = { token, until: now() + lifetimeMs - marginMs };
      return token;
    },
    forget() {
      held = null;
    },
  };
}
