/**
 * Secret sources for workflows whose parameters are items of Bitwarden, 1Password or Azure Key Vault.
 *
 * @packageDocumentation
 */

export { type AzureKeyVaultOptions, azureKeyVault } from './azure-key-vault.ts';
export { type BitwardenOptions, bitwarden } from './bitwarden.ts';
export { type OnePasswordOptions, onePassword } from './one-password.ts';
export type { VaultFetch } from './vault-api.ts';
