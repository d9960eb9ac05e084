import { asRecord } from '@runwright/definition';
import { getDomain, parse } from 'tldts';

/** Sites that somebody has named. */
export interface NamedSites {
  /**
   * No web address was named, not even one that is known in part; host names without a scheme do not count, because
   * `order.id` looks like one.
   */
  readonly isEmpty: boolean;
  /**
   * Returns whether an address belongs to a site that is named; over http only where that very host was. The host of an
   * address of another kind, such as a mail server, may also be a text of its own.
   */
  has(url: URL): boolean;
  /** The sites of the web, each as {@link isSiteIn} reads it. */
  readonly entries: readonly string[];
}

/** One that is too long, or not closed, is its beginning. */
const templatePart = /\{\{[^{}]{0,300}\}\}|\{%[^{}]{0,300}%\}|\{[{%#]/g;
/** An address of the web up to its path, with as many slashes as parsers of addresses accept; templates may stand in it. */
const address = new RegExp(
  String.raw`https?:(?:[\\/]+|(?=\{\{))(?:[^\s"'<>\\{}|^\`/?#]|${templatePart.source}){1,300}`,
  'gi',
);
const parameterTemplate = /\{\{\s*(\w+(?:\.\w+)*)\s*\}\}/g;
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z]{2,24}$/i;
/** https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.4 */
const longestHost = 253;
/** Longest address, up to its path, with its templates. */
const longestAddress = 2000;

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
  const entries = new Set<string>();
  const wholeTexts = new Set<string>();
  const seen = new Set<string>();
  let isEmpty = true;
  const fill = (written: string, path: string): string => {
    const value = valueAt(path.split('.'), parameters);
    const isPart = typeof value === 'number' || (typeof value === 'string' && value.length <= longestHost);
    return isPart ? String(value) : written;
  };
  for (const { text, isProgram } of texts) {
    if (text.length <= longestHost + 2) wholeTexts.add(text.trim().toLowerCase());
    for (const [found] of text.matchAll(address)) {
      // In a program a backslash belongs to a regular expression.
      if (seen.has(found) || (isProgram && found.includes('\\'))) continue;
      seen.add(found);
      isEmpty = false;
      for (const entry of entriesOf(found.replaceAll(parameterTemplate, fill))) entries.add(entry);
    }
    if (isProgram) continue;
    const { outside, inside } = splitTemplates(text);
    // `{{ 'https://' ~ host }}`
    if (/https?:/i.test(inside)) isEmpty = false;
    for (const word of outside.split(/[\s"'`<>()[\]{},;:!?|]+/)) {
      const host =
        word
          .slice(0, longestHost + 2)
          .replace(/\.$/, '')
          .split('/', 1)[0] ?? '';
      if (host.length > longestHost || seen.has(host) || !hostName.test(host)) continue;
      seen.add(host);
      const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
      if (isIcann || isPrivate) entries.add((domain ?? host).toLowerCase());
    }
  }
  return {
    isEmpty,
    entries: [...entries],
    has: (url) => isSiteIn(entries, url) || (!/^https?:$/.test(url.protocol) && wholeTexts.has(url.hostname)),
  };
}

/**
 * Returns whether a list has an address: by its site, see {@link siteOf}, and over http by an entry `http://` with the very
 * host.
 */
export function isSiteIn(entries: ReadonlySet<string>, url: URL): boolean {
  return entries.has(url.protocol === 'http:' ? `http://${url.host}` : siteOf(url));
}

/**
 * Returns the entries for an address whose site is the same whatever its templates print: `https://{{ tenant }}.example.com`
 * and `https://example.com{{ path }}` name `example.com`.
 */
function entriesOf(written: string): readonly string[] {
  if (written.length > longestAddress) return [];
  const upToPath = /^.*?[^./:@{}\\-](?=\{)/s.exec(written)?.[0] ?? written;
  return [...new Set([written, upToPath])].flatMap((part) => {
    const [url, other] = ['1', '2'].map((printed) => URL.parse(part.replaceAll(templatePart, printed)));
    if (!url || !other || siteOf(url) !== siteOf(other)) return [];
    const isPlain = url.protocol === 'http:' && url.host === other.host;
    return isPlain ? [siteOf(url), `http://${url.host}`] : [siteOf(url)];
  });
}

function valueAt(path: readonly string[], from: unknown): unknown {
  return path.reduce((at, name) => {
    const members = asRecord(at);
    return members && Object.hasOwn(members, name) ? members[name] : undefined;
  }, from);
}

/** Returns the text outside of `{{ }}`, `{% %}` and `{# #}`, and that inside; one that is not closed ends the text. */
function splitTemplates(text: string): { readonly outside: string; readonly inside: string } {
  const [first = '', ...parts] = text.split(/\{[{%#]/);
  const ends = parts.map((part) => /[}%#]\}/.exec(part)?.index ?? part.length);
  return {
    outside: [first, ...parts.map((part, index) => part.slice((ends[index] ?? 0) + 2))].join(' '),
    inside: parts.map((part, index) => part.slice(0, ends[index])).join(' '),
  };
}

/** A text that may name sites. */
export interface NamedText {
  readonly text: string;
  readonly isProgram: boolean;
}

/** All texts of a JSON value, keys that are no plain names included; those of members with the name `code` are programs. */
export function* textsOf(value: unknown, isProgram = false): Generator<NamedText> {
  if (typeof value === 'string') yield { text: value, isProgram };
  else if (Array.isArray(value)) for (const each of value) yield* textsOf(each, isProgram);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      if (!/^\w+$/.test(name)) yield { text: name, isProgram };
      yield* textsOf(each, isProgram || name === 'code');
    }
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

/**
 * Returns the registrable domain of an address, by the Public Suffix List with its private part, so that `acme.github.io` is
 * one. For a public suffix, an IP address or `localhost`: its host with the port.
 */
export function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}
