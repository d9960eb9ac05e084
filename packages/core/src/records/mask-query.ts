/** Returns an address with a mask in place of its query, which often holds a token. */
export function maskQuery(address: string): string {
  return address.replace(/\?[^#]*/, '?*****');
}
