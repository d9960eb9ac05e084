/** Ports that an address form may name. */
export interface FormPorts {
  /** A listener that no run may reach, on every address of this machine. */
  readonly denied: number;
  /** The site that is allowed as `127.0.0.1:<port>`; a listener that is not allowed has it on other addresses. */
  readonly site: number;
}

/** One way to write a destination that the default egress policy refuses. */
export interface AddressForm {
  /** What is special about it. */
  readonly name: string;
  readonly url: string;
  /** Host and port, for destinations that are no URL (mail, SFTP); null when the trick is in the URL. */
  readonly target: { readonly host: string; readonly port: number } | null;
}

/** Ways to write a host. The listener answers on all of 127.0.0.0/8, so most forms would reach it. */
const hosts: readonly (readonly [name: string, host: string])[] = [
  ['loopback', '127.0.0.2'],
  ['allowed host with another port', '127.0.0.1'],
  ['short form of two parts', '127.2'],
  ['short form of three parts', '127.0.2'],
  ['decimal number', '2130706434'],
  ['hexadecimal number', '0x7f000002'],
  ['hexadecimal parts', '0x7f.0x0.0x0.0x2'],
  ['upper-case hexadecimal', '0X7F.0.0.2'],
  ['octal parts', '0177.0.0.02'],
  ['octal number', '017700000002'],
  ['octal with many zeros', '0000177.0000.0.02'],
  ['mixed bases', '0x7f.0.0.02'],
  ['mixed bases, short', '0177.0x2'],
  ['end of the loopback range', '127.255.255.254'],
  ['IPv4 with a trailing dot', '127.0.0.2.'],
  ['unspecified', '0.0.0.0'],
  ['unspecified, one digit', '0'],
  ['unspecified, hexadecimal', '0x0'],
  ['this network', '0.1.2.3'],
  ['broadcast', '255.255.255.255'],
  ['multicast', '224.0.0.1'],
  ['metadata service', '169.254.169.254'],
  ['metadata service, decimal', '2852039166'],
  ['metadata service, hexadecimal', '0xa9fea9fe'],
  ['metadata service of another cloud', '100.100.100.200'],
  ['protocol assignments', '192.0.0.192'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.16.0.1'],
  ['private 192.168/16', '192.168.0.1'],
  ['benchmark range', '198.18.0.1'],
  ['IPv6 loopback', '[::1]'],
  ['IPv6 loopback, long', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ['IPv6 loopback with a trailing dot', '[::1].'],
  ['IPv6 unspecified', '[::]'],
  ['IPv4-mapped', '[::ffff:127.0.0.2]'],
  ['IPv4-mapped, hexadecimal', '[::ffff:7f00:2]'],
  ['IPv4-mapped, long', '[0:0:0:0:0:FFFF:7F00:0002]'],
  ['IPv4-translated', '[::ffff:0:127.0.0.2]'],
  ['IPv4-compatible', '[::127.0.0.2]'],
  ['NAT64', '[64:ff9b::127.0.0.2]'],
  ['NAT64, hexadecimal', '[64:ff9b::7f00:2]'],
  ['local NAT64', '[64:ff9b:1::7f00:2]'],
  ['6to4', '[2002:7f00:2::1]'],
  ['Teredo', '[2001:0:7f00:2::1]'],
  ['link-local', '[fe80::1]'],
  ['link-local with a zone', '[fe80::1%lo]'],
  ['link-local with an escaped zone', '[fe80::1%25lo]'],
  ['loopback with a zone', '[::1%25lo]'],
  ['site-local', '[fec0::1]'],
  ['unique local', '[fc00::1]'],
  ['metadata service over IPv6', '[fd00:ec2::254]'],
  ['IPv6 multicast', '[ff02::1]'],
  ['fullwidth digits', '１２７.０.０.２'],
  ['fullwidth dots', '127．0．0．2'],
  ['ideographic dots', '127。0。0。2'],
  ['circled digits', '①②⑦.⓪.⓪.②'],
  ['mathematical digits', '𝟭𝟮𝟳.𝟬.𝟬.𝟮'],
  ['soft hyphen in a number', '127.0.0.\u00ad2'],
  ['percent-encoded digits', '%31%32%37.0.0.2'],
  ['percent-encoded dots', '127%2e0%2e0%2e2'],
  ['localhost', 'localhost'],
  ['localhost in upper case', 'LOCALHOST'],
  ['localhost with a trailing dot', 'localhost.'],
  ['localhost in fullwidth letters', 'ｌｏｃａｌｈｏｓｔ'],
  ['name under localhost', 'app.localhost'],
  ['localhost.localdomain', 'localhost.localdomain'],
  ['local name', 'printer.local'],
  ['metadata name', 'metadata.google.internal'],
  ['name of a cluster', 'kubernetes.default.svc'],
  ['name with a private address', 'private.test'],
  ['the same with a trailing dot', 'private.test.'],
  ['name with the address in it', '127.0.0.2.wildcard.test'],
  ['name with an IPv6 loopback', 'private6.test'],
  ['name with a mapped address', 'mapped.test'],
  ['name with a public and a private address', 'mixed.test'],
  ['name beyond ASCII', 'bücher.test'],
  ['punycode', 'xn--bcher-kva.test'],
  ['name that changes at every look-up', 'rebind.test'],
  ['name that changes after three look-ups', 'rebind-late.test'],
];

/** Ways to write a whole URL. */
const urls: readonly (readonly [name: string, url: (ports: FormPorts) => string])[] = [
  ['default port of http', () => 'http://127.0.0.2/'],
  ['default port of https', () => 'https://127.0.0.2/'],
  ['the port of the site on another address', ({ site }) => `http://127.0.0.2:${site}/`],
  ['the port of the site over IPv6', ({ site }) => `http://[::1]:${site}/`],
  ['the port of the site on a name', ({ site }) => `http://private.test:${site}/`],
  ['port with zeros', ({ denied }) => `http://127.0.0.2:000${denied}/`],
  ['user name', ({ denied }) => `http://ann@127.0.0.2:${denied}/`],
  ['user name and password', ({ denied }) => `http://ann:word@127.0.0.2:${denied}/`],
  ['site as user name', ({ denied, site }) => `http://127.0.0.1:${site}@127.0.0.2:${denied}/`],
  ['escaped site as user name', ({ denied, site }) => `http://127.0.0.1%3A${site}@127.0.0.2:${denied}/`],
  ['fragment that looks like a host', ({ denied, site }) => `http://127.0.0.2:${denied}#@127.0.0.1:${site}/`],
  ['query that looks like a host', ({ denied, site }) => `http://127.0.0.2:${denied}?@127.0.0.1:${site}/`],
  ['backslash before an at sign', ({ denied, site }) => `http://127.0.0.2:${denied}\\@127.0.0.1:${site}/`],
  ['backslashes for slashes', ({ denied }) => `http:\\\\127.0.0.2:${denied}\\`],
  ['one slash', ({ denied }) => `http:/127.0.0.2:${denied}/`],
  ['no slash', ({ denied }) => `http:127.0.0.2:${denied}/`],
  ['four slashes', ({ denied }) => `http:////127.0.0.2:${denied}/`],
  ['no scheme', ({ denied }) => `127.0.0.2:${denied}/`],
  ['relative scheme', ({ denied }) => `//127.0.0.2:${denied}/`],
  ['scheme in upper case', ({ denied }) => `HTTP://127.0.0.2:${denied}/`],
  ['tab in the host', ({ denied }) => `http://127.0.\t0.2:${denied}/`],
  ['newline in the host', ({ denied }) => `http://127.0.\n0.2:${denied}/`],
  ['carriage return in the scheme', ({ denied }) => `ht\rtp://127.0.0.2:${denied}/`],
  ['tab before the slashes', ({ denied }) => `http:\t//127.0.0.2:${denied}/`],
  ['blanks around it', ({ denied }) => `  http://127.0.0.2:${denied}/  `],
  ['control character before it', ({ denied }) => `\u0001http://127.0.0.2:${denied}/`],
];

/** Every form, for listeners on these ports. */
export function addressForms(ports: FormPorts): readonly AddressForm[] {
  return [
    ...hosts.map(([name, host]) => ({
      name,
      url: `http://${host}:${ports.denied}/`,
      target: { host, port: ports.denied },
    })),
    ...urls.map(([name, url]) => ({ name, url: url(ports), target: null })),
  ];
}

/** Names of the forms that the short run of the suite tries; the long one tries all. */
export const shortForms: ReadonlySet<string> = new Set([
  'loopback',
  'decimal number',
  'IPv4-mapped, hexadecimal',
  'fullwidth digits',
  'name with a private address',
  'name that changes at every look-up',
  'the port of the site on another address',
  'site as user name',
]);

/** Addresses with a scheme that no run may use, as {@link addressForms}. */
export function schemeForms({ denied, site }: FormPorts, file: string): readonly AddressForm[] {
  const urls: readonly string[] = [
    `file://${file}`,
    `file://127.0.0.2${file}`,
    `FILE:${file}`,
    `view-source:http://127.0.0.2:${denied}/`,
    `view-source:file://${file}`,
    'data:text/html,<title>data</title>',
    `blob:http://127.0.0.1:${site}/5b1e7b0e-6b43-4c7b-9b0e-000000000000`,
    `filesystem:http://127.0.0.1:${site}/temporary/a`,
    'chrome://version',
    'chrome://net-export',
    'devtools://devtools/bundled/inspector.html',
    `javascript:location='http://127.0.0.2:${denied}/'`,
    `ftp://127.0.0.2:${denied}/`,
    `gopher://127.0.0.2:${denied}/`,
    `ldap://127.0.0.2:${denied}/`,
    `intent://127.0.0.2:${denied}/#Intent;scheme=http;end`,
    `jar:http://127.0.0.2:${denied}/!/`,
  ];
  return urls.map((url) => ({ name: `scheme ${url.split(':')[0]}`, url, target: null }));
}
