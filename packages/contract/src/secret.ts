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

/** Where secrets come from: an environment, a vault, the engine's own encrypted store. */
export interface SecretSource {
  readonly specVersion: 'v1';
  /** The secret, or null when this source does not know the reference. Throws `secret_unavailable` when it cannot tell. */
  resolve(
    reference: string,
    options: { readonly organizationId: string; readonly signal: AbortSignal },
  ): Promise<Secret | null>;
}
