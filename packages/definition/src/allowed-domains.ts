import { isIP } from 'node:net';
import type { Problem } from '@runwright/contract';
import { type Path, valueError } from './problem.ts';

/** Decides whether a list of domains has the host of an address. */
export type DomainMatch = (url: URL) => boolean;

const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
};

/**
 * Reads a list of domains: `shop.example` is this host alone, `*.shop.example` also every host below it, and `shop.example:8443` only
 * this port. Without a port every port fits. An entry that cannot be read fits nothing.
 */
export function allowedDomains(entries: readonly string[]): DomainMatch {
  const matches = entries.flatMap((entry) => {
    const read = readDomain(entry);
    return typeof read === 'string' ? [] : [read];
  });
  return (url) => {
    const host = withoutDot(url.hostname);
    const port = url.port || defaultPorts[url.protocol] || '';
    return matches.some(
      (domain) =>
        (domain.port === '' || domain.port === port) &&
        (host === domain.host || (domain.isWildcard && host.endsWith(`.${domain.host}`))),
    );
  };
}

/** Returns the problems of `allowed_domains`: entries that name no host. Anything but a list of texts is left to its schema. */
export function domainProblems(entries: unknown, path: Path): readonly Problem[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index) => {
    const read = typeof entry === 'string' ? readDomain(entry) : null;
    return typeof read === 'string' ? [valueError([...path, index], read)] : [];
  });
}

interface Domain {
  readonly host: string;
  /** Empty: any. */
  readonly port: string;
  readonly isWildcard: boolean;
}

/** The domain of an entry, or what is wrong with it. */
function readDomain(entry: string): Domain | string {
  const text = entry.trim();
  const isWildcard = text.startsWith('*.');
  const name = isWildcard ? text.slice(2) : text;
  const shown = `\`${entry.slice(0, 100)}\``;
  if (text === '*') return '`*` allows every domain; leave `allowed_domains` out instead';
  if (name === '' || /[\s/\\?#@%*]/.test(name)) {
    return `${shown} is no domain; write a host such as shop.example or *.shop.example, without a scheme and a path`;
  }
  // The scheme has no default port of its own, so that `:443` and `:80` stay.
  const url = URL.parse(`http://${name.replace(/:\d+$/, '')}`);
  const port = /:(\d{1,5})$/.exec(name.replace(/^\[.*\]/, ''))?.[1] ?? '';
  if (url === null || url.port !== '' || (port !== '' && Number(port) > 65_535)) {
    return `${shown} is no domain; write a host such as shop.example or *.shop.example, with a port if only that is meant`;
  }
  const host = withoutDot(url.hostname);
  if (isWildcard && isIP(host.replace(/^\[|\]$/g, '')) !== 0) {
    return `${shown} has a wildcard in front of an IP address, which has no subdomains; remove \`*.\``;
  }
  return { host, port: port === '' ? '' : String(Number(port)), isWildcard };
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}
