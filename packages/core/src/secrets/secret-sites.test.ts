import { describe, expect, it } from 'vitest';
import { namedSites, textsOf } from './named-sites.ts';
import { type SecretBinding, secretSites } from './secret-sites.ts';

const security = { tags: ['security'] };
const login = { url: 'https://app.example.co.uk/login', prompt: 'Sign in, then download report.zip' };

function sitesOf(definition: unknown, parameters: Record<string, unknown> = {}, everywhere: string[] = []) {
  const sites = secretSites({
    named: () => namedSites(textsOf([definition, parameters]), parameters),
    everywhere,
  });
  return (origin: string, binding: SecretBinding | null = null, isField = true): boolean => {
    try {
      sites.check([{ name: 'shop', binding }], { address: origin, isField });
      return true;
    } catch {
      return false;
    }
  };
}

describe('a secret without hosts of its own may be typed', () => {
  it('at all hosts of a site that the workflow names, and at no other', security, () => {
    const mayType = sitesOf(login);
    expect(mayType('https://app.example.co.uk')).toBe(true);
    expect(mayType('https://id.example.co.uk:8443')).toBe(true);
    expect(mayType('https://phishing.co.uk')).toBe(false);
    expect(mayType('https://app.example.co.uk.evil.com')).toBe(false);
    expect(mayType('https://example-co.uk')).toBe(false);
    expect(mayType('null')).toBe(false);
  });

  it('over https, and over http only where that was named', security, () => {
    expect(sitesOf(login)('http://app.example.co.uk')).toBe(false);
    const plain = sitesOf({ url: 'http://intranet.example.com/' });
    expect(plain('http://intranet.example.com')).toBe(true);
    expect(plain('http://other.example.com')).toBe(false);
    expect(plain('https://other.example.com')).toBe(true);
  });

  it('at an IP address or localhost only on the port that was named', security, () => {
    const mayType = sitesOf({ url: 'http://127.0.0.1:4000/' });
    expect(mayType('http://127.0.0.1:4000')).toBe(true);
    expect(mayType('http://127.0.0.1:4001')).toBe(false);
    expect(mayType('http://localhost:4000')).toBe(false);
  });

  it('at sites that the caller names in parameters, whole or as a part of an address', () => {
    const mayType = sitesOf(
      { url: 'https://{{ tenant }}.shop.example.com/' },
      { tenant: 'acme', start: 'https://other.test' },
    );
    expect(mayType('https://acme.shop.example.com')).toBe(true);
    expect(mayType('https://other.test')).toBe(true);
    expect(sitesOf({ prompt: 'Sign in at github.com.' })('https://github.com')).toBe(true);
  });

  it('when nobody names an address, at the first site at which it is typed', security, () => {
    const mayType = sitesOf({ prompt: 'Sign in and look at order.id' });
    expect(mayType('https://www.bank.com')).toBe(true);
    expect(mayType('https://login.bank.com')).toBe(true);
    expect(mayType('https://evil.com')).toBe(false);
  });

  it('without a named address over https, and over http on this machine only', security, () => {
    const mayType = (origin: string) => sitesOf({ prompt: 'Sign in and look at order.id' })(origin);
    expect(mayType('http://www.bank.com')).toBe(false);
    expect(mayType('http://127.0.0.1:8080')).toBe(true);
  });

  it.each([
    { url: 'https://acme.github.io/' },
    { url: 'https://a.test', prompt: 'Sign in at acme.github.io' },
  ])('at hosts of one customer of a hosting service, not at those of another: %o', security, (definition) => {
    const mayType = sitesOf(definition);
    expect(mayType('https://acme.github.io')).toBe(true);
    expect(mayType('https://evil.github.io')).toBe(false);
  });

  it.each([
    { url: 'https://s3.amazonaws.com/acme' },
    { url: 'https://a.test', prompt: 'Sign in at s3.amazonaws.com' },
  ])('at a hosting service itself, not at its customers: %o', security, (definition) => {
    const mayType = sitesOf(definition);
    expect(mayType('https://s3.amazonaws.com')).toBe(true);
    expect(mayType('https://evil.s3.amazonaws.com')).toBe(false);
  });

  it.each([
    'http://{{ read.host }}/in',
    'https:{{ read.address_without_scheme }}',
    "{{ 'https://' ~ read.host }}",
    "{{ 'https://%s/in' | format(read.host) }}",
    'https://{{ {"a": read.host}["a"] }}/in',
    'https:/{{ read.host }}/in',
    'https:\\\\{{ read.host }}\\in',
    'https://{{ read.tenant }}.github.io/in',
    'https://shop.{{ read.domain }}/in',
    'https://{% if read.is_test %}test.{% endif %}{{ read.host }}/in',
  ])('at no first site when an address is known in part: %s', security, (url) => {
    const mayType = sitesOf({ url });
    expect(mayType('https://evil.com')).toBe(false);
    expect(mayType('https://evil.github.io')).toBe(false);
  });

  it.each([
    ['https://{{ read.tenant }}.shop.example.com/', {}],
    ['https://id{{ read.number }}.example.com:8443/', {}],
    ['https://shop.example.com{{ read.path }}', {}],
    ['https://shop.example.com:{{ read.port }}/', {}],
    ['https://{% if read.is_test %}test.{% endif %}example.com/', {}],
    ['https://{{ shop.host }}:{{ shop.port }}/', { shop: { host: 'www.example.com', port: 8443 } }],
    ['{{ address }}', { address: { 'https://example.com/': 'the key' } }],
  ])('at the site that is fixed in %s', security, (url, parameters) => {
    const mayType = sitesOf({ url }, parameters);
    expect(mayType('https://evil.com')).toBe(false);
    expect(mayType('https://id.example.com')).toBe(true);
  });

  it('at the first site when a text only mentions how addresses begin', () => {
    expect(sitesOf({ prompt: 'Return links that begin with https:// only.' })('https://bank.com')).toBe(true);
    expect(sitesOf({ code: "text.replace(/https:\\/\\//g, '')" })('https://bank.com')).toBe(true);
  });
});

describe('a secret with hosts of its own', () => {
  const bound = (...hosts: string[]): SecretBinding => ({ hosts, isCard: false });

  it('may be typed there and nowhere else', security, () => {
    const mayType = sitesOf(login);
    expect(mayType('https://accounts.google.com', bound('google.com'))).toBe(true);
    expect(mayType('https://notgoogle.com', bound('google.com'))).toBe(false);
    expect(mayType('https://app.example.co.uk', bound('google.com'))).toBe(false);
    expect(mayType('http://intra', bound('http://intra'))).toBe(true);
    expect(mayType('http://any.test', bound('*'))).toBe(false);
    expect(mayType('https://any.test', bound('*'))).toBe(true);
  });
});

it('every secret may be typed at the hosts of the installation', () => {
  expect(sitesOf(login, {}, ['login.microsoftonline.com'])('https://login.microsoftonline.com')).toBe(true);
});

it(
  'a card may be typed in the frames of payment services, but not sent to them in a request, and a password may not',
  security,
  () => {
    const mayType = sitesOf(login);
    expect(mayType('https://js.stripe.com', { hosts: [], isCard: true })).toBe(true);
    expect(mayType('https://js.stripe.com', { hosts: [], isCard: false })).toBe(false);
    const isRequest = false;
    expect(mayType('https://js.stripe.com', { hosts: [], isCard: true }, isRequest)).toBe(false);
  },
);

it('a refusal names secret, origin and remedy', () => {
  const sites = secretSites({ named: () => namedSites(textsOf(login)), everywhere: [] });
  expect(() => sites.check([{ name: 'shop', binding: null }], { address: 'https://evil.com' })).toThrow(
    'The secret `shop` may not be sent to `https://evil.com`, a site that neither the workflow nor its caller names. If it belongs there, add the host to `allowed_hosts` of the credential, or name its address in the workflow.',
  );
});

it('a refusal because of the hosts of a credential names them, and does not advise to name the address', () => {
  const sites = secretSites({
    named: () => namedSites(textsOf({ url: 'http://127.0.0.1:8080/' })),
    everywhere: [],
  });
  const refusalOf = (address: string, hosts: readonly string[]) => () =>
    sites.check([{ name: 'login', binding: { hosts, isCard: false } }], { address });
  expect(refusalOf('http://127.0.0.1:8080', ['other.example'])).toThrow(
    'The secret `login` may not be sent to `http://127.0.0.1:8080`, because `allowed_hosts` of its credential allows only `other.example`. If it belongs there, add the host to `allowed_hosts` with `http://`, because plain http is allowed for such entries only; that the workflow names the address is not enough.',
  );
  expect(refusalOf('https://evil.com', ['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test'])).toThrow(
    'The secret `login` may not be sent to `https://evil.com`, because `allowed_hosts` of its credential allows only `a.test`, `b.test`, `c.test`, `d.test`, `e.test` and 1 more. If it belongs there, add the host to `allowed_hosts`; that the workflow names the address is not enough.',
  );
});

it('texts that would take a search through them for ever name no site', security, () => {
  const texts = ['a.'.repeat(500_000), '{{'.repeat(500_000), `https://${'{{ p }}'.repeat(100_000)}`];
  const parameters = { p: 'x'.repeat(1_000_000) };
  expect(namedSites(textsOf(texts), parameters).entries).toEqual([]);
});
