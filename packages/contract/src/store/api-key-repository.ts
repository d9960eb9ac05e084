/** The scopes of API keys: `read` reads, `run` starts and changes, `admin` manages keys and organizations. */
export const apiKeyScopes = ['read', 'run', 'admin'] as const;
/** What an API key may do, see {@link apiKeyScopes}. No scope includes another one. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** An API key: looked up by hash, its text kept encrypted because it signs webhooks. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly name: string;
  /** First 8 characters. */
  readonly prefix: string;
  /** SHA-256 of the key text, hexadecimal. */
  readonly hash: string;
  /** The key text under the master key (AES-256-GCM), base64; `""` when it was erased. */
  readonly ciphertext: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Epoch ms from which on it is as an unknown one; null: never. */
  readonly expiresAt: number | null;
  /** Epoch ms of its latest use, to about a minute; null: not used yet. */
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** API keys of organizations, found by their hash. */
export interface ApiKeyRepository {
  /** The key with this hash, revoked and expired ones too. */
  find(hash: string): Promise<ApiKey | null>;
  get(organizationId: string, apiKeyId: string): Promise<ApiKey | null>;
  /** Oldest first. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  put(key: ApiKey): Promise<void>;
  /**
   * Inserts it unless its organization has a key that is not revoked, and returns the oldest one that is not. Of several calls at once, also of
   * several processes, one inserts.
   */
  addFirst(key: ApiKey): Promise<ApiKey>;
  /** Sets `lastUsedAt` unless it is later already; an unknown key changes nothing. */
  markUsed(apiKeyId: string, at: number): Promise<void>;
  /**
   * Erases the ciphertexts of keys that are revoked, or expired at `now`, and sign nothing any more: each run that names
   * one is final, and no webhook of it is pending or being sent. Of all organizations. Returns how many were erased.
   */
  eraseUnneeded(options: { readonly now: number }): Promise<number>;
}
