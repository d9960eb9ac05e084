import type { ProxyProvider } from '@runwright/contract';
import { expect } from 'vitest';
import { type Check, type Closable, settled, testChecks } from './checks.ts';

/** A provider of proxies that is tested, and what it knows. */
export interface TestedProxies extends Closable {
  readonly provider: ProxyProvider;
  /** Locations that have a proxy: values of `proxy_location` or geo targets such as `DE-BE-Berlin`. */
  readonly known: readonly string[];
  /** A location that has none. */
  readonly unknown: string;
}

/**
 * What every provider of proxies promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens a provider; the suite closes it
 */
export function testProxyProvider(name: string, open: () => Promise<TestedProxies>): void {
  testChecks(`${name} as a provider of proxies`, proxyChecks, open);
}

const { signal } = new AbortController();
const protocols = ['http:', 'https:', 'socks4:', 'socks5:'];

/** The promises of {@link ProxyProvider}. */
export const proxyChecks: readonly Check<TestedProxies>[] = [
  {
    name: 'a location that has a proxy is the address of a proxy server',
    async run({ provider, known }) {
      expect(provider.specVersion).toBe('v1');
      expect(known.length).toBeGreaterThan(0);
      for (const location of known) {
        const address = await provider.resolve(location, { signal });
        expect(address, `no proxy for ${location}`).not.toBeNull();
        const { protocol, hostname } = new URL(String(address));
        expect(protocols).toContain(protocol);
        expect(hostname).not.toBe('');
      }
    },
  },
  {
    name: 'a location that has none is null, and so is what is no location',
    async run({ provider, unknown }) {
      for (const location of [unknown, '', 'NONE', '__proto__', 'constructor', 'no such place']) {
        expect(await provider.resolve(location, { signal }), `a proxy for \`${location}\``).toBeNull();
      }
    },
  },
  {
    name: 'locations that are asked for together do not disturb each other',
    async run({ provider, known, unknown }) {
      const alone: (string | null)[] = [];
      for (const location of [...known, unknown]) alone.push(await provider.resolve(location, { signal }));
      const together = await Promise.all(
        [...known, unknown].map((location) => provider.resolve(location, { signal })),
      );
      expect(together.map((address) => address === null)).toEqual(alone.map((address) => address === null));
    },
  },
  {
    name: 'a call whose signal is aborted ends',
    async run({ provider, known }) {
      await settled(provider.resolve(known[0] ?? '', { signal: AbortSignal.abort() }), 'an aborted call');
    },
  },
];
