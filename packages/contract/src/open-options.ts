import type { EgressPolicy } from './network.ts';

/** What a browser is opened with. */
export interface OpenOptions {
  /** Every request of the browser passes this policy. */
  readonly egress: EgressPolicy;
  /**
   * Puts real values in place of secret placeholders, for the frame with this origin; called inside `act` only.
   * Throws `secret_unavailable` for an unknown placeholder or an origin that may not have it.
   */
  readonly reveal: (text: string, origin: string) => string;
  /** Proxy server URL. Default: none. */
  readonly proxy?: string;
  /** Headers added to every request of the page. */
  readonly extraHttpHeaders?: Readonly<Record<string, string>>;
  readonly browserType?: 'browser_a' | 'browser_b';
  /** CSS pixels; default 1280 x 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly signal: AbortSignal;
}
