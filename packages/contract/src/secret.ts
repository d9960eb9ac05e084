/** A value that prints, serialises and inspects as a mask; `reveal` is the only way out. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The real value. Call it only at the moment of use. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/** Opens a Bitwarden vault; the values come from other secret sources. */
export interface BitwardenAccount {
  readonly clientId: Secret;
  readonly clientSecret: Secret;
  readonly masterPassword: Secret;
}

/** An item of a password manager, and what of it is wanted. Texts are rendered. */
export type VaultItem =
  | {
      readonly vault: 'bitwarden';
      readonly kind: 'login';
      readonly account: BitwardenAccount;
      readonly itemId: string | null;
      readonly collectionId: string | null;
      /** The item whose address is of this site; used without `itemId`. */
      readonly url: string | null;
    }
  | {
      readonly vault: 'bitwarden';
      readonly kind: 'identity';
      readonly account: BitwardenAccount;
      readonly collectionId: string;
      /** The identity's name, or a part of it. */
      readonly identityKey: string;
      readonly fields: readonly string[];
    }
  | {
      readonly vault: 'bitwarden';
      readonly kind: 'credit_card';
      readonly account: BitwardenAccount;
      readonly collectionId: string;
      readonly itemId: string;
    }
  | { readonly vault: 'onepassword'; readonly vaultId: string; readonly itemId: string }
  | {
      readonly vault: 'azure_key_vault';
      readonly vaultName: string;
      readonly usernameKey: string;
      readonly passwordKey: string;
      readonly totpSecretKey: string | null;
    };

/**
 * Fields of an item: `username`, `password`, `totp` (what codes are made from: base32 or an `otpauth://totp/` address),
 * `card_number`, `card_cvv`, `card_holder_name`, `card_exp_month`, `card_exp_year`, `card_brand`, and the item's own.
 */
export type SecretItem = Readonly<Record<string, Secret>>;

/** For whom a secret is resolved, and how long somebody waits for it. */
export interface ResolveOptions {
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

/** Source of secrets: an environment, a vault, a password manager. */
export interface SecretSource {
  readonly specVersion: 'v1';
  /**
   * True: its secrets belong to the host, and the engine asks it only for the organizations of `settings.hostOrganizations`.
   * Absent: it is asked for every organization, and decides by `organizationId`.
   */
  readonly belongsToHost?: boolean;
  /** The secret, or null when this source does not know the reference. Throws `secret_unavailable` when it cannot tell. */
  resolve(reference: string, options: ResolveOptions): Promise<Secret | null>;
  /** The password managers whose items it resolves. Absent, with `resolveItem`: it may be any. */
  readonly vaults?: readonly VaultItem['vault'][];
  /**
   * An item of a password manager, or null when this source is another one. Throws `secret_unavailable`, with a sentence
   * that names the item, when it has no such item or cannot tell. Absent: the source has single secrets only.
   */
  resolveItem?(item: VaultItem, options: ResolveOptions): Promise<SecretItem | null>;
}
