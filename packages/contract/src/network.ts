/** A destination that the policy let through, resolved once so that the connection can be pinned. */
export interface AllowedDestination {
  readonly url: URL;
  /** Addresses that were checked; connect to one of these and to nothing else. */
  readonly addresses: readonly { readonly address: string; readonly family: 4 | 6 }[];
}

/** Decides about every outbound request: http and https only, private and reserved addresses refused unless allow-listed. */
export interface EgressPolicy {
  /** Checks scheme, host and every address it resolves to. Throws `egress_denied` naming the host, with `details.unresolved` true when its name has no address. */
  check(url: string | URL, options: { readonly signal: AbortSignal }): Promise<AllowedDestination>;
}

/** Maps a proxy location to a proxy server. */
export interface ProxyProvider {
  readonly specVersion: 'v1';
  /** A proxy URL, or null when there is none for the location and the run goes direct. */
  resolve(location: string, options: { readonly signal: AbortSignal }): Promise<string | null>;
}
