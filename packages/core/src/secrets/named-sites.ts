import { getDomain, parse } from 'tldts';

/** Sites that somebody has named. */
export interface NamedSites {
  /** No web address was named; host names without a scheme do not count, because `order.id` looks like one. */
  readonly isEmpty: boolean;
  /**
   * Returns whether an address belongs to a site that is named; over http only where that very host was. The host of an
   * address of another kind, such as a mail server, may also be a text of its own.
   */
  has(url: URL): boolean;
  /** The sites of the web, each as {@link hostPattern} reads it. */
  readonly entries: readonly string[];
}

/** An address of the web up to its path; templates that are one parameter may stand in it. */
const address = /https?:\/\/(?:[^\s"'<>\\{}|^`/?#]|\{\{\s{0,9}\w{1,99}\s{0,9}\}\}){1,300}/gi;
const parameterTemplate = /\{\{\s*(\w+)\s*\}\}/g;
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z]{2,24}$/i;
/** https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.4 */
const longestHost = 253;

/**
 * Collects the sites that texts name, by the web addresses and host names in them. Host names are not looked for in
 * templates and programs. Takes time in proportion to the texts, whatever they hold.
 *
 * @param texts of the author and the caller; none that a page has written
 * @param parameters that stand for their templates inside of addresses
 */
export function namedSites(
  texts: Iterable<NamedText>,
  parameters: Readonly<Record<string, unknown>> = {},
): NamedSites {
  const secure = new Set<string>();
  const plainHosts = new Set<string>();
  const wholeTexts = new Set<string>();
  const seen = new Set<string>();
  let isEmpty = true;
  const fill = (written: string, key: string): string => {
    const value = Object.hasOwn(parameters, key) ? parameters[key] : null;
    return typeof value === 'string' && value.length <= longestHost ? value : written;
  };
  for (const { text, isProgram } of texts) {
    if (text.length <= longestHost + 2) wholeTexts.add(text.trim().toLowerCase());
    for (const [found] of text.matchAll(address)) {
      if (seen.has(found)) continue;
      seen.add(found);
      const url = URL.parse(found.replaceAll(parameterTemplate, fill));
      if (!url) continue;
      isEmpty = false;
      secure.add(siteOf(url));
      if (url.protocol === 'http:') plainHosts.add(url.host);
    }
    if (isProgram) continue;
    for (const word of outsideTemplates(text).split(/[\s"'`<>()[\]{},;:!?|]+/)) {
      const host =
        word
          .slice(0, longestHost + 2)
          .replace(/\.$/, '')
          .split('/', 1)[0] ?? '';
      if (host.length > longestHost || seen.has(host) || !hostName.test(host)) continue;
      seen.add(host);
      const { domain, isIcann } = parse(host);
      if (domain && isIcann) secure.add(domain.toLowerCase());
    }
  }
  return {
    isEmpty,
    entries: [...secure, ...[...plainHosts].map((host) => `http://${host}`)],
    has(url) {
      if (url.protocol === 'http:') return plainHosts.has(url.host);
      return secure.has(siteOf(url)) || (url.protocol !== 'https:' && wholeTexts.has(url.hostname));
    },
  };
}

/** Returns the text outside of `{{ }}`, `{% %}` and `{# #}`; one that is not closed ends the text. */
function outsideTemplates(text: string): string {
  const [first = '', ...parts] = text.split(/\{[{%#]/);
  const rest = parts.map((part) => {
    const end = /[}%#]\}/.exec(part);
    return end ? part.slice(end.index + 2) : '';
  });
  return [first, ...rest].join(' ');
}

/** A text that may name sites. */
export interface NamedText {
  readonly text: string;
  readonly isProgram: boolean;
}

/** All texts of a JSON value; those of members with the name `code` are programs. */
export function* textsOf(value: unknown, isProgram = false): Generator<NamedText> {
  if (typeof value === 'string') yield { text: value, isProgram };
  else if (Array.isArray(value)) for (const each of value) yield* textsOf(each, isProgram);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* textsOf(each, isProgram || name === 'code');
}

/**
 * Reads an entry of a list of hosts: `example.com` stands for it and its subdomains, `http://example.com` for plain http at
 * that host too, `*` for every host, but none over plain http.
 */
export function hostPattern(entry: string): (url: URL) => boolean {
  const isPlain = /^http:\/\//i.test(entry);
  const name = entry
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  return ({ protocol, hostname, host }) => {
    if (protocol === 'http:' && !isPlain) return false;
    if (name === '*') return protocol !== 'http:';
    return host === name || hostname === name || hostname.endsWith(`.${name.replace(/^\*\./, '')}`);
  };
}

/** Returns whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Returns the registrable domain of an address; for an IP address or `localhost` its host with the port. */
export function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}
