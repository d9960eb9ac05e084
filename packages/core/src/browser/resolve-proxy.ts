import { defaults, type Json, type ProxyProvider, type Run } from '@runwright/contract';

/** Deprecated locations go through the ISP proxy (service API). */
const deprecatedLocation = /^US-/;

/**
 * Returns the URL of the proxy of a location; null for none, with a notice when none is configured for a location that
 * somebody asked for, see {@link isProxyAsked}.
 */
export async function resolveProxy(
  location: Run['settings']['proxyLocation'],
  options: {
    readonly proxies: ProxyProvider | null;
    readonly notice: (sentence: string) => unknown;
    readonly signal: AbortSignal;
  },
): Promise<string | null> {
  const name = locationText(location);
  if (name === null) return null;
  const proxy = (await options.proxies?.resolve(name, { signal: options.signal })) ?? null;
  if (proxy === null && isProxyAsked(location)) await options.notice(`no proxy is configured for ${name}`);
  return proxy;
}

/**
 * Tests whether somebody asked for the proxy of a location. The default one is no wish, also when a request names it: records name it
 * for every run and workflow, so a request that is made from a record has it too.
 */
export function isProxyAsked(location: Json | undefined): boolean {
  return location !== undefined && location !== null && location !== defaults.workflow.proxyLocation;
}

/** Returns the text that a proxy provider is asked for: the location's name, or country, subdivision and city joined by `-`; null for none. */
function locationText(location: Run['settings']['proxyLocation']): string | null {
  const text = proxyText(location);
  if (text === '' || text === 'NONE') return null;
  // A geo target such as US and CA has the same text, and is no deprecated value.
  return typeof location === 'string' && deprecatedLocation.test(text) ? 'RESIDENTIAL_ISP' : text;
}

/** A proxy location as text; a geo target is its parts joined by `-`; `""` when there is none. */
export function proxyText(location: Run['settings']['proxyLocation']): string {
  if (typeof location === 'string') return location;
  if (typeof location !== 'object' || location === null || Array.isArray(location)) return '';
  const { country, subdivision, city } = location as { readonly [part: string]: unknown };
  const code = typeof country === 'string' ? country.toUpperCase() : '';
  // ISO 3166-2 writes a subdivision with its country: `US-CA`.
  const part = typeof subdivision === 'string' ? withoutPrefix(subdivision.toUpperCase(), `${code}-`) : '';
  return [code, part, city].filter((one) => typeof one === 'string' && one !== '').join('-');
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
