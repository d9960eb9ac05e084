/** One encrypted text, and what it belongs to. */
export interface StoredCiphertext {
  readonly kind: 'api_key' | 'credential' | 'browser_profile' | 'browser_state' | 'pushed_code';
  /** The id of its row; of a browser state, the id of its owner. */
  readonly id: string;
  readonly ciphertext: string;
}

/** Texts that are encrypted with the master key, of all organizations, and the fingerprint of that key. */
export interface CiphertextRepository {
  /** Reads one of each kind, the one with the highest id. Erased ones are left out. */
  readLatest(): Promise<readonly StoredCiphertext[]>;
  /** Reads the fingerprint of the master key; null while none is stored. */
  readFingerprint(): Promise<string | null>;
  /** Stores a fingerprint unless there is one, and returns the stored one: of several processes that call it at once one decides. */
  addFingerprint(fingerprint: string): Promise<string>;
  /** Replaces a fingerprint in one step, if it is still the stored one, and returns the one that is stored then; null for none. */
  replaceFingerprint(from: string, to: string): Promise<string | null>;
  /**
   * Replaces each by what `change` makes of it, and the fingerprint by that of the new key, in one transaction: all of them or, when
   * `change` throws, none. Erased ones are left out. Returns how many there are.
   */
  replace(change: (entry: StoredCiphertext) => string, fingerprint: string): Promise<number>;
}
