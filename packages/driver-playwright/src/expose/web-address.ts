const webSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:']);

/**
 * Reads an address that a debug client wants loaded. Returns it as the browser will read it; null for an address of the browser
 * itself or of the host's files. Of `about:` only `about:blank` is one of the web: the browser reads `about:settings` as
 * `chrome://settings`.
 */
export function parseWebAddress(address: unknown): string | null {
  if (address === '') return address;
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isBlank = url.protocol === 'about:' && url.pathname === 'blank';
  return isBlank || webSchemes.has(url.protocol) ? url.href : null;
}
