/** An API key: looked up by hash, its text kept encrypted because it signs webhooks. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly name: string;
  /** First 8 characters. */
  readonly prefix: string;
  /** SHA-256 of the key text, hexadecimal. */
  readonly hash: string;
  /** The key text under the master key (AES-256-GCM), base64. */
  readonly ciphertext: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** API keys of organizations, found by their hash. */
export interface ApiKeyRepository {
  /** The key with this hash, revoked ones too. */
  find(hash: string): Promise<ApiKey | null>;
  get(organizationId: string, apiKeyId: string): Promise<ApiKey | null>;
  /** Oldest first. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  put(key: ApiKey): Promise<void>;
}
