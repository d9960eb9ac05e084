/** One encrypted text, and what it belongs to. */
export interface StoredCiphertext {
  readonly kind: 'api_key' | 'credential' | 'browser_profile' | 'browser_state' | 'pushed_code';
  /** The id of its row; of a browser state, the id of its owner. */
  readonly id: string;
  readonly ciphertext: string;
}

/** Texts that are encrypted with the master key, of all organizations. */
export interface CiphertextRepository {
  /**
   * Replaces each by what `change` makes of it, in one transaction: all of them or, when `change` throws, none. Erased
   * ones are left out. Returns how many there are.
   */
  replace(change: (entry: StoredCiphertext) => string): Promise<number>;
}
