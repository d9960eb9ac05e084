import { isBlockedPort } from './blocked-ports.ts';

/** An address as the engine uses it, or the reason why it cannot be used. */
export type ParsedAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: string };

/** Longest address that is accepted, in characters. */
export const maximumAddressLength = 2083;

/**
 * Reads an address that a user wrote: surrounding blanks are dropped, and tabs and line ends wherever they stand, as the URL
 * standard has it; `https://` is added when there is no scheme.
 * Refused are other schemes than http and https, user names and passwords in the address, and more than 2,083 characters.
 */
export function parseAddress(text: string): ParsedAddress {
  const trimmed = text.replaceAll(/[\t\r\n]/g, '').trim();
  if (trimmed.length > maximumAddressLength) {
    return { ok: false, reason: `the address is longer than ${maximumAddressLength} characters` };
  }
  const url = URL.parse(hasScheme(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url?.hostname) return { ok: false, reason: 'the text is not an http or https address' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return {
      ok: false,
      reason: `the scheme \`${url.protocol.slice(0, -1)}\` is not allowed; use http or https`,
    };
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'the address contains a user name or password; take them out' };
  }
  return { ok: true, url };
}

/** Why no browser and no `fetch` sends a request to an address that a user wrote; null when one does. */
export function addressProblem(text: string): string | null {
  const parsed = parseAddress(text);
  return parsed.ok ? portProblem(parsed.url) : parsed.reason;
}

/** Why no browser and no `fetch` sends a request to the port of an address; null when one does. */
export function portProblem({ port }: URL): string | null {
  return isBlockedPort(port)
    ? `browsers and fetch send no requests to the port ${port}; serve the address at another one`
    : null;
}

/** `localhost:3000/x` has no scheme although it has a colon; `mailto:x` has one. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text);
}
