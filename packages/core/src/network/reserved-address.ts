import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Returns whether an IP address is one that the public internet does not route to: private, loopback, link-local (with the
 * metadata services of clouds), shared, multicast, documentation, benchmark, unspecified and reserved ranges of the IANA
 * special-purpose registries (RFC 6890 and its updates). An IPv4 address inside an IPv6 one counts as itself. Text that
 * is no address counts as reserved.
 */
export function isReservedAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 0) return true;
  if (family === 4) return reserved4.check(plain, 'ipv4');
  const inner = embeddedIPv4(plain);
  return inner === null ? reserved6.check(plain, 'ipv6') : reserved4.check(inner, 'ipv4');
}

// One list for each family: in a common one every IPv4 address would count as part of `::/3`.
const reserved4 = new BlockList();
const reserved6 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  reserved4.addSubnet(network, prefix, 'ipv4');
}
// Only 2000::/3 is given out; what lies outside of it, and the special ranges inside, is not public.
for (const [network, prefix] of [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  reserved6.addSubnet(network, prefix, 'ipv6');
}

/** The IPv4 address of `::ffff:a.b.c.d` (RFC 4291) and of `64:ff9b::a.b.c.d` (RFC 6052); null for any other. */
function embeddedIPv4(address: string): string | null {
  const groups = groupsOf(address);
  const head = groups.slice(0, 6).join(':');
  if (head !== '0:0:0:0:0:ffff' && head !== '64:ff9b:0:0:0:0') return null;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address in hexadecimal without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [left = '', right] = address.toLowerCase().split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').flatMap(groupOf));
  const head = parse(left);
  if (right === undefined) return head;
  const tail = parse(right);
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
}

function groupOf(group: string): readonly string[] {
  if (!isIPv4(group)) return [Number.parseInt(group, 16).toString(16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
}
