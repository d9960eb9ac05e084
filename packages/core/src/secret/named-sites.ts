import { getDomain, parse } from 'tldts';

/** Sites that somebody has named. */
export interface NamedSites {
  /** No web address was named; host names without a scheme do not count, because `order.id` looks like one. */
  readonly isEmpty: boolean;
  /** Whether an address belongs to a site that is named: over https, or over http where that very host was. */
  has(url: URL): boolean;
}

/** Addresses of the web, and host names such as `shop.example.com` that stand alone. */
const address = /https?:\/\/[^\s"'<>\\{}|^`]+/gi;
const template = /\{[{%#].*?[}%#]\}/gs;
const bareHost = /(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w@.-]*[\w@-])/gi;

/**
 * Collects the sites that texts name, by the web addresses and host names in them. Host names are not looked for in
 * templates and programs.
 *
 * @param texts of the author and the caller; none that a page has written
 */
export function namedSites(texts: Iterable<NamedText>): NamedSites {
  const secure = new Set<string>();
  let isEmpty = true;
  const plainHosts = new Set<string>();
  for (const { text, isProgram } of texts) {
    for (const [found] of text.matchAll(address)) {
      const url = URL.canParse(found) ? new URL(found) : null;
      if (!url) continue;
      isEmpty = false;
      secure.add(siteOf(url));
      if (url.protocol === 'http:') plainHosts.add(url.host);
    }
    if (isProgram) continue;
    for (const [host] of text.replaceAll(address, ' ').replaceAll(template, ' ').matchAll(bareHost)) {
      const { domain, isIcann } = parse(host);
      if (domain && isIcann) secure.add(domain.toLowerCase());
    }
  }
  return {
    isEmpty,
    has: (url) => (url.protocol === 'https:' ? secure.has(siteOf(url)) : plainHosts.has(url.host)),
  };
}

/** The texts of a definition, with parameters in the place of templates that are one, and those of the parameters. */
export function* runTexts(
  definition: unknown,
  parameters: Readonly<Record<string, unknown>>,
): Generator<NamedText> {
  for (const { text, isProgram } of textsOf(definition)) {
    const filled = text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (written: string, key: string) => {
      const value = Object.hasOwn(parameters, key) ? parameters[key] : null;
      return typeof value === 'string' ? value : written;
    });
    yield { text: filled, isProgram };
  }
  yield* textsOf(parameters);
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
 * that host too, `*` for every host over https.
 */
export function hostPattern(entry: string): (url: URL) => boolean {
  const isPlain = /^http:\/\//i.test(entry);
  const name = entry
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  return ({ protocol, hostname, host }) => {
    if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) return false;
    if (name === '*') return protocol === 'https:';
    return host === name || hostname === name || hostname.endsWith(`.${name.replace(/^\*\./, '')}`);
  };
}

/** Whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Returns the registrable domain of an address; for an IP address or `localhost` its host with the port. */
export function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}
