import { RunwrightError } from '@runwright/contract';

/**
 * Names of the proxy library for each kind of proxy. With plain `socks5` and `socks4` it would resolve some names on this side,
 * where nobody has checked what they resolve to.
 */
const kinds: Readonly<Record<string, string>> = {
  'http:': 'http:',
  'https:': 'https:',
  'socks:': 'socks5h:',
  'socks4:': 'socks4a:',
  'socks4a:': 'socks4a:',
  'socks5:': 'socks5h:',
  'socks5h:': 'socks5h:',
};

/**
 * Returns the URL of a proxy server for the proxy library. Throws `invalid_input` for what is none; its credentials are
 * not in the sentence.
 */
export function upstreamProxyUrl(proxy: string): string {
  const url = URL.canParse(proxy) ? new URL(proxy) : null;
  const kind = url && Object.hasOwn(kinds, url.protocol) ? kinds[url.protocol] : undefined;
  if (url && kind !== undefined && url.hostname !== '') return `${kind}${proxy.slice(url.protocol.length)}`;
  const found = url ? `\`${url.protocol}//${url.host}\`` : 'a text that is no URL';
  throw new RunwrightError(
    'invalid_input',
    `Cannot use ${found} as a proxy. Give a URL with http, https, socks4 or socks5, such as \`socks5://user:word@proxy.example:1080\`.`,
  );
}
