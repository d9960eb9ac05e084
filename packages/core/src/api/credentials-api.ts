import type { CredentialSummary, CredentialType, Page } from '@runwright/contract';

/**
 * Credentials to sign in or pay with. Each is encrypted as a whole under the master key; what is returned never holds a
 * password, a one-time secret, a card number, a security code, an expiry or a secret value.
 */
export interface CredentialsApi {
  /** Checks and keeps a credential, see `CredentialInput`. */
  create(organizationId: string, input: unknown): Promise<CredentialSummary>;
  get(organizationId: string, credentialId: string): Promise<CredentialSummary>;
  /** Newest first. Defaults: page 1, 10 per page. `search` is a part of the name. */
  list(
    organizationId: string,
    query?: {
      readonly page?: number;
      readonly pageSize?: number;
      readonly type?: CredentialType;
      readonly search?: string;
    },
  ): Promise<Page<CredentialSummary>>;
  /** Replaces a credential whole, under the same id; another type is a `conflict`. Runs keep what they have read. */
  update(organizationId: string, credentialId: string, input: unknown): Promise<CredentialSummary>;
  /** Erases the secret; the id stays dead, and a run that uses it later fails. */
  delete(organizationId: string, credentialId: string): Promise<void>;
}
