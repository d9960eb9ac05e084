import { readFile } from 'node:fs/promises';
import { ProxyLocation, type ProxyProvider, RunwrightError } from '@runwright/contract';
import { upstreamProxyUrl } from '@runwright/driver-playwright';
import { load } from 'js-yaml';

/** Values of `proxy_location` that may have a proxy: without those that are deprecated, and without `NONE`. */
const locations: ReadonlySet<string> = new Set(
  ProxyLocation.enum.filter((name) => name !== 'NONE' && !name.startsWith('US-')),
);
/** `DE`, `DE-BE`, `DE-BE-Berlin` or `FR-Aix-en-Provence`: the parts of a geo target, joined as the engine joins them. */
const geoTarget = /^[A-Z]{2}(-\S.*)?$/;

/**
 * Reads a YAML or JSON file that maps locations to proxy servers. Throws `invalid_input` for a file that cannot be read, a
 * location that does not exist and a server that is none; credentials are not in the message.
 */
export async function readProxyFile(path: string): Promise<ProxyProvider> {
  const proxies = new Map<string, string>();
  for (const [location, server] of Object.entries(await readObject(path))) {
    checkEntry(path, location, server);
    const key = keyOf(location);
    if (proxies.has(key)) throw invalid(`\`${location}\` is twice in \`${path}\`. Remove one of the lines.`);
    proxies.set(key, String(server));
  }
  return {
    specVersion: 'v1',
    resolve: async (location) =>
      proxies.get(keyOf(location)) ??
      // A country alone is what the value of the API with its code means; that of the US has no code.
      proxies.get(keyOf(location === 'US' ? 'RESIDENTIAL' : `RESIDENTIAL_${location}`)) ??
      null,
  };
}

/** Cities are compared without regard to case. */
function keyOf(location: string): string {
  return location.toLowerCase();
}

async function readObject(path: string): Promise<Readonly<Record<string, unknown>>> {
  let content: unknown;
  try {
    content = load(await readFile(path, 'utf8'));
  } catch (cause) {
    // Messages of the parser quote lines of the file, which may have credentials.
    const why =
      cause instanceof Error && 'code' in cause ? `\`${String(cause.code)}\`` : 'it is not YAML or JSON';
    throw invalid(`Cannot read the proxies of \`${path}\`: ${why}. Correct RUNWRIGHT_PROXIES or the file.`);
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    return content as Readonly<Record<string, unknown>>;
  }
  throw invalid(
    `Cannot read the proxies of \`${path}\`: it is not an object. Write one line for each location: \`RESIDENTIAL_DE: http://user:password@proxy.example:8080\`.`,
  );
}

function checkEntry(path: string, location: string, server: unknown): void {
  if (!locations.has(location) && !geoTarget.test(location)) {
    throw invalid(
      `\`${location}\` in \`${path}\` is no location. Use a value of \`proxy_location\` such as RESIDENTIAL_DE, or country, subdivision and city such as US-CA-Oakland.`,
    );
  }
  try {
    upstreamProxyUrl(String(server));
  } catch (cause) {
    throw invalid(
      `\`${location}\` in \`${path}\`: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

function invalid(message: string): RunwrightError {
  return new RunwrightError('invalid_input', message);
}
