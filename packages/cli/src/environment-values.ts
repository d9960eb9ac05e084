import { RunwrightError } from '@runwright/contract';

// Readers of environment variables. Each answers null, or its empty value, for a variable that is not set, and throws
// `invalid_input` that names the variable for one that is wrong.

/** Reads names that are separated by commas or white space. */
export function readList(text: string | null): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((one) => one !== '');
}

/** The addresses that a setting takes. */
export interface AddressKind {
  readonly example: string;
  /** Default: all with http or https. */
  readonly accepts?: (url: URL) => boolean;
}

/** Reads an http or https address. */
export function readAddress(
  name: string,
  text: string | null,
  { example, accepts = () => true }: AddressKind,
): string | null {
  const url = text === null ? null : URL.parse(text);
  if (text === null || (url && /^https?:$/.test(url.protocol) && accepts(url))) return text;
  const meant = text.includes('://') ? null : URL.parse(`https://${text}`);
  const remedy = meant && isShown(text) ? `Did you mean \`https://${text}\`?` : 'Correct or remove it.';
  throw new RunwrightError(
    'invalid_input',
    `${name} has to be an address such as ${example}${quoted(text)}. ${remedy}`,
  );
}

/** Reads a list of hosts, with or without a port. An address, or a range of addresses, would never match a host. */
export function readHosts(name: string, text: string | null): readonly string[] {
  return readList(text).map((one) => {
    if (!/[/@?#]/.test(one)) return one;
    const meant = URL.parse(one)?.host;
    const remedy = meant ? `Did you mean \`${meant}\`?` : 'Correct or remove it.';
    throw new RunwrightError(
      'invalid_input',
      `${name} has to be a list of hosts such as 127.0.0.1:8080${quoted(one)}. ${remedy}`,
    );
  });
}

/** Reads a list of origins such as `https://console.example.com`. */
export function readOrigins(name: string, text: string | null): readonly string[] {
  return readList(text).map((one) => {
    const url = URL.parse(one);
    if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    throw new RunwrightError(
      'invalid_input',
      `${name} has to be a list of origins such as https://console.example.com${quoted(one)}; correct or remove it.`,
    );
  });
}

/** Reads a rate such as `60/3600`: so many in so many seconds. */
export function readRate(
  name: string,
  text: string | null,
): { readonly max: number; readonly windowSeconds: number } | null {
  if (text === null) return null;
  const [, max, windowSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,6})$/.exec(text) ?? [];
  if (max !== undefined && windowSeconds !== undefined)
    return { max: Number(max), windowSeconds: Number(windowSeconds) };
  throw new RunwrightError(
    'invalid_input',
    `${name} has to be a number of requests and of seconds such as 60/3600, not \`${text}\`; correct or remove it.`,
  );
}

/** Reads whole seconds as ms. */
export function readSeconds(
  name: string,
  text: string | null,
  range: { readonly least?: number } = {},
): number | null {
  const number = readWholeNumber(name, text, range);
  return number === null ? null : number * 1000;
}

/** Reads a whole number from `least` (default 1) to 1,000,000. */
export function readWholeNumber(
  name: string,
  text: string | null,
  { least = 1 }: { readonly least?: number } = {},
): number | null {
  if (text === null) return null;
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= 1_000_000) return number;
  throw new RunwrightError(
    'invalid_input',
    `${name} has to be a whole number from ${least} to 1000000, not \`${text}\`; correct or remove it.`,
  );
}

/** Reads a number above 0. */
export function readPositiveNumber(name: string, text: string | null): number | null {
  if (text === null) return null;
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new RunwrightError(
    'invalid_input',
    `${name} has to be a number above 0, not \`${text}\`; correct or remove it.`,
  );
}

/** Reads `true` or `false`; false when it is not set. */
export function readFlag(name: string, text: string | null): boolean {
  if (text === null || text === 'false') return false;
  if (text === 'true') return true;
  throw new RunwrightError(
    'invalid_input',
    `${name} has to be \`true\` or \`false\`, not \`${text}\`; correct or remove it.`,
  );
}

/** Reads a port number; 0 is any free one. */
export function readPort(name: string, text: string | null): number | null {
  if (text === null) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new RunwrightError(
    'invalid_input',
    `${name} has to be a port number from 0 to 65535, not \`${text}\`; correct or remove it.`,
  );
}

/** Returns the part of a sentence that quotes a wrong address, unless it may hold a password. */
function quoted(text: string): string {
  return isShown(text) ? `, not \`${text}\`` : '';
}

function isShown(text: string): boolean {
  return !text.includes('@');
}
