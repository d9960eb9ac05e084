import { RunwrightError } from '@runwright/contract';

const known = /^(https?|socks4a?|socks5h?|socks):$/;

/** Throws `invalid_input` for what is no address of a proxy server; its credentials are not in the sentence. */
export function checkUpstream(proxy: string): void {
  const url = URL.canParse(proxy) ? new URL(proxy) : null;
  if (url && known.test(url.protocol) && url.hostname !== '') return;
  const found = url ? `\`${url.protocol}//${url.host}\`` : 'a text that is no URL';
  throw new RunwrightError(
    'invalid_input',
    `The browser was to use a proxy, and ${found} is none. Give a URL with http, https, socks4 or socks5, such as \`socks5://user:word@proxy.example:1080\`.`,
  );
}
