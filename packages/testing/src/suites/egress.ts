import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { expect } from 'vitest';
import { type Check, type Closable, refusal, settled, testChecks } from './checks.ts';

/** An egress policy that is tested, in a world of names that the suite decides. */
export interface TestedEgressPolicy extends Closable {
  readonly policy: EgressPolicy;
}

/** What a policy is made with. */
export interface EgressWorld {
  /** Resolves a name to all its addresses; rejects when it has none. The policy must ask nobody else. */
  readonly lookup: (
    hostname: string,
  ) => Promise<readonly { readonly address: string; readonly family: number }[]>;
  /** Hosts that are let through although they are private. */
  readonly allowedHosts: readonly string[];
}

/**
 * What every egress policy promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open makes a policy
 */
export function testEgressPolicy(
  name: string,
  open: (world: EgressWorld) => Promise<TestedEgressPolicy>,
): void {
  testChecks(`${name} as an egress policy`, egressChecks, () => openEgress(open));
}

/** A policy, and how often names were resolved for it. */
export interface OpenedEgress extends TestedEgressPolicy {
  readonly lookups: () => number;
}

const names: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['93.184.215.14', '2606:4700::1111'],
  'inside.example': ['10.1.2.3'],
  'both.example': ['93.184.215.14', '192.168.0.7'],
  'inside6.example': ['fd00:ec2::254'],
  'intranet.test': ['10.9.9.9'],
};

/** Opens a policy in the world of the suite. */
export async function openEgress(
  open: (world: EgressWorld) => Promise<TestedEgressPolicy>,
): Promise<OpenedEgress> {
  let lookups = 0;
  const tested = await open({
    allowedHosts: ['intranet.test:8443', '127.0.0.1:9000'],
    async lookup(hostname) {
      lookups += 1;
      const found = names[hostname];
      if (!found) throw Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' });
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  return { ...tested, lookups: () => lookups };
}

const { signal } = new AbortController();

async function expectDenied(policy: EgressPolicy, url: string): Promise<void> {
  const error = await refusal(policy.check(url, { signal }), `\`${url}\``);
  expect(RunwrightError.is(error), `expected \`egress_denied\` for ${url}, got: ${String(error)}`).toBe(true);
  expect(error).toMatchObject({ code: 'egress_denied' });
}

/** One check that several addresses are refused. */
const refuses = (name: string, ...urls: readonly string[]): Check<OpenedEgress> => ({
  name,
  async run({ policy }) {
    for (const url of urls) await expectDenied(policy, url);
  },
});

/** The promises of {@link EgressPolicy}. */
export const egressChecks: readonly Check<OpenedEgress>[] = [
  {
    name: 'a public host is let through, with every address that was checked',
    async run({ policy }) {
      const { url, addresses } = await policy.check('https://shop.example/a?b=1', { signal });
      expect(url.href).toBe('https://shop.example/a?b=1');
      expect(addresses).toEqual([
        { address: '93.184.215.14', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ]);
    },
  },
  {
    name: 'a name is resolved once, so that the connection goes where the check was',
    async run({ policy, lookups }) {
      await policy.check('https://shop.example/', { signal });
      expect(lookups()).toBe(1);
    },
  },
  refuses(
    'only http and https are let through',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'ws://shop.example/',
  ),
  refuses('user names in addresses are refused', 'https://ann:secret@shop.example/'),
  refuses('what is no address is refused', '', 'https://', 'http://[::1'),
  refuses(
    'private, loopback, link-local and reserved addresses are refused',
    ...[
      'http://10.0.0.1/',
      'http://172.16.5.4/',
      'http://192.168.1.1/',
      'http://127.0.0.1/',
      'http://0.0.0.0/',
    ],
    ...['http://169.254.169.254/latest/meta-data', 'http://100.64.0.1/', 'http://224.0.0.1/'],
    ...['http://[::1]/', 'http://[::]/', 'http://[fe80::1]/', 'http://[fd00:ec2::254]/'],
  ),
  refuses(
    'other spellings of such addresses are refused',
    ...['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/'],
    ...['http://[::ffff:127.0.0.1]/', 'http://[64:ff9b::10.0.0.1]/', 'http://127.0.0.1./'],
  ),
  refuses('local names are refused', 'http://localhost/', 'http://a.localhost/', 'http://localhost./'),
  refuses('a name with a private address is refused', 'http://inside.example/', 'http://inside6.example/'),
  refuses('a name of which one address is private is refused', 'https://both.example/'),
  refuses('a name without an address is refused', 'https://nobody.example/'),
  {
    name: 'an allowed host is let through on its port, and on no other',
    async run({ policy }) {
      const { addresses } = await policy.check('https://intranet.test:8443/', { signal });
      expect(addresses).toEqual([{ address: '10.9.9.9', family: 4 }]);
      await expectDenied(policy, 'https://intranet.test/');
      await expectDenied(policy, 'http://127.0.0.1:9001/');
    },
  },
  {
    name: 'an error names the host',
    async run({ policy }) {
      const error = await refusal(policy.check('http://inside.example/x', { signal }), 'a private host');
      expect(String(error)).toContain('inside.example');
    },
  },
  {
    name: 'a check whose signal is aborted ends',
    async run({ policy }) {
      const check = policy.check('https://shop.example/', { signal: AbortSignal.abort() });
      await settled(check, 'an aborted check');
    },
  },
];
