import type { ApiKey, ApiKeyScope } from '@runwright/contract';

/** Whose request it is, by its API key. */
export interface KeyHolder {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly ApiKeyScope[];
}

/** A key that was made now; its text is not shown again. */
export interface NewApiKey {
  readonly key: ApiKey;
  readonly text: string;
}

/** Follows a key for a connection that outlives the check of it. */
export interface KeyWatch {
  /**
   * Aborted when the key no longer opens the connection: it was revoked, has expired or lacks a scope. At once when this process revokes
   * it, else within a second.
   */
  readonly ended: AbortSignal;
  /** Call it when the connection is over. */
  stop(): void;
}

/** API keys of organizations. */
export interface ApiKeysApi {
  /** Whose key this is; null for an unknown, expired or revoked one, and for one of a deleted organization. */
  authenticate(text: string): Promise<KeyHolder | null>;
  /**
   * Makes a key (`rw_` and 43 characters), or takes the given text: when the organization has an active key with it, that one is returned.
   * The text is returned this once. Throws `invalid_input` for a given text that is easy to guess, an unknown scope and an expiry that
   * has passed.
   *
   * @param options `scopes`: default `read` and `run`; `expiresAt`: epoch ms, default never
   */
  create(
    organizationId: string,
    options: {
      readonly name: string;
      readonly text?: string;
      readonly scopes?: readonly ApiKeyScope[];
      readonly expiresAt?: number | null;
    },
  ): Promise<NewApiKey>;
  /**
   * The oldest key of an organization that is not revoked, made with all scopes when there is none. Of several processes that call it at
   * once one makes a key. `text`: of the key that this call has made; null when there was one.
   */
  first(
    organizationId: string,
    options: { readonly name: string },
  ): Promise<{ readonly key: ApiKey; readonly text: string | null }>;
  /** All keys, revoked and expired ones too, oldest first. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  /**
   * Replaces a key by a new one with its name, its scopes and, if it expires, as long a life. The old one is revoked, or
   * expires after `overlapMs`, so that clients can change over. Throws `not_found`, and `conflict` for a key that is
   * revoked or has expired.
   *
   * @param options `overlapMs`: default 0, which revokes the old key at once
   */
  rotate(
    organizationId: string,
    apiKeyId: string,
    options?: { readonly overlapMs?: number },
  ): Promise<NewApiKey>;
  /**
   * Revokes a key: from now on it opens nothing, and only signs the webhooks of the runs that it has started. A second
   * call changes nothing. Throws `not_found`, and `conflict` for the last key of the organization that is active.
   */
  revoke(organizationId: string, apiKeyId: string): Promise<ApiKey>;
  /**
   * Follows a key that was authenticated, for a connection that needs these scopes. Each key is read once every 750 ms, however many
   * connections rely on it. `apiKeyId` null, of a host with its own authentication: it never ends.
   */
  watch(
    holder: Pick<KeyHolder, 'organizationId'> & { readonly apiKeyId: string | null },
    scopes: readonly ApiKeyScope[],
  ): KeyWatch;
  /** The text of a stored key, decrypted; for signing. Throws `not_found`, also when its text was erased. */
  reveal(organizationId: string, apiKeyId: string): Promise<string>;
}
