import { RunwrightError } from './error.ts';

/** Stands in a message for an address of the host's network. */
const hidden = '[address]';

const url = /\b[a-z][a-z\d+.-]*:\/\/[^\s'"`<>()]+/gi;
const ipv4 = /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g;
/** Complete, or shortened by `::`; a time of day has neither form. */
const ipv6 =
  /\[[\da-f.:]*:[\da-f.:]*\](?::\d+)?|(?<![\w:])(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?::(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?)(?::\d{1,5})?(?![\w:])/gi;
const localName =
  /\b(?:[\w-]+\.)+(?:internal|local|localdomain|lan|corp|svc|intranet|home\.arpa)\b(?::\d+)?|\blocalhost\b(?::\d+)?/gi;
/** A name with a hyphen and a port, such as `vllm-gateway:8000`, and a name that is made of an address, as clouds have them. */
const shortName = /\b[a-z][a-z\d]*(?:-[a-z\d]+)+:\d{2,5}\b|\bip(?:-\d{1,3}){4}[\w.-]*(?::\d+)?/gi;
/** What Node says of a name that does not resolve. */
const unresolved = /\b(ENOTFOUND|EAI_AGAIN)\s+\S+/g;

/**
 * Returns a message in which no address of the host's network is left, for people who may not know it: IP addresses and local
 * names with their ports, URLs with these or with a password, and names that do not resolve. URLs of the internet stay. A name of one
 * word with a port is not told from other text.
 */
export function hideAddresses(message: string): string {
  return message
    .replace(url, (found) => (isOfTheInternet(found) ? found : hidden))
    .replace(unresolved, '$1')
    .replace(ipv6, hidden)
    .replace(ipv4, hidden)
    .replace(localName, hidden)
    .replace(shortName, hidden);
}

function isOfTheInternet(text: string): boolean {
  const parsed = URL.parse(text);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  const { hostname } = parsed;
  return hostname.includes('.') && !hostname.match(ipv4) && !hostname.match(localName);
}

/** Returns the message of an error; without addresses if it is one of the system, which names where it connected to. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return !RunwrightError.is(error) && 'code' in error ? hideAddresses(error.message) : error.message;
}
