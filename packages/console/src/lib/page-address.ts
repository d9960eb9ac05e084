/**
 * Completes an address as people type it: `http` for this machine, an IP address or a name with a port, where a
 * certificate is rare, else `https`. One with a scheme stays as it is.
 */
export function pageAddress(typed: string): string {
  const text = typed.trim();
  if (/^[a-z][a-z+.-]*:(?!\d)/i.test(text)) return text;
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  const isLocal = /^localhost$/i.test(host) || /^(\d{1,3}\.){3}\d{1,3}$/.test(host) || /^\[.*\]$/.test(host);
  return `${isLocal || /:\d+$/.test(host) ? 'http' : 'https'}://${text}`;
}
