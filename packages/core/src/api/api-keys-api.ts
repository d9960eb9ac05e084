import type { ApiKey } from '@runwright/contract';

/** API keys of organizations. */
export interface ApiKeysApi {
  /** Whose key this is; null for an unknown or revoked one. */
  authenticate(text: string): Promise<{ readonly organizationId: string; readonly apiKeyId: string } | null>;
  /** Makes a key (`rw_` and 43 characters), or takes the given text. The text is answered this once. */
  create(
    organizationId: string,
    options: { readonly name: string; readonly text?: string },
  ): Promise<{ readonly key: ApiKey; readonly text: string }>;
  /** All keys, revoked ones too, oldest first. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key: from now on it opens nothing, and only signs the webhooks of the runs that it has started. A second
   * call changes nothing. Throws `not_found`, and `conflict` for the last key of the organization that is not revoked.
   */
  revoke(organizationId: string, apiKeyId: string): Promise<ApiKey>;
  /** The text of a stored key, decrypted; for signing. */
  reveal(organizationId: string, apiKeyId: string): Promise<string>;
}
