import { RunwrightError } from '@runwright/contract';
import { parseAddress } from '@runwright/definition';
import { testEgressPolicy } from '@runwright/testing/suites';
import { describe, expect, it } from 'vitest';
import { egressPolicy, type Lookup } from './egress.ts';
import { isReservedAddress } from './reserved-address.ts';

testEgressPolicy('egressPolicy', async (world) => ({ policy: egressPolicy(world) }));

const signal = new AbortController().signal;
const answers = (...addresses: string[]): Lookup => {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const verdict = async (url: string, lookup: Lookup, allowedHosts: string[] = []) => {
  try {
    const { addresses } = await egressPolicy({ lookup, allowedHosts }).check(url, { signal });
    return addresses.map(({ address }) => address).join();
  } catch (error) {
    return RunwrightError.is(error) ? `${error.code}: ${error.message}` : String(error);
  }
};

describe('an address', () => {
  it('gets https when it has no scheme, and is normalized', () => {
    const href = (text: string) => {
      const parsed = parseAddress(text);
      return parsed.ok ? parsed.url.href : parsed.reason;
    };
    expect(href(' Shop.Example ')).toBe('https://shop.example/');
    expect(href('localhost:3000/x')).toBe('https://localhost:3000/x');
    expect(href('http://shop.example/a?b')).toBe('http://shop.example/a?b');
    expect(href('ftp://shop.example')).toContain('`ftp` is not allowed');
    expect(href('javascript:alert(1)')).toContain('not an http or https address');
    expect(href('https://ann:pw@shop.example')).toContain('user name or password');
    expect(href(`https://shop.example/${'a'.repeat(2_083)}`)).toContain('longer than 2083');
    expect(href('')).toContain('not an http or https address');
  });

  it('is read as browsers read it: tabs and line ends in it do not count', { tags: ['security'] }, () => {
    for (const text of ['ht\rtp://127.0.0.2/', 'http:\t//127.0.\n0.2/', '\nhttp\r\n://127.0.0.2/']) {
      const parsed = parseAddress(text);
      expect(parsed.ok && parsed.url.href).toBe('http://127.0.0.2/');
    }
  });

  it.each([
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '2001:db8::1',
    'not an address',
  ])('%s is reserved', (address) => {
    expect(isReservedAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is public',
    (address) => {
      expect(isReservedAddress(address)).toBe(false);
    },
  );
});

describe('the policy', () => {
  it('lets a public name through with the addresses that it checked', async () => {
    expect(await verdict('shop.example', answers('8.8.8.8', '2606:4700::1111'))).toBe(
      '8.8.8.8,2606:4700::1111',
    );
  });

  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://db.internal/',
    'http://printer.local/',
    'http://api.default.svc/',
    'http://metadata.google.internal/',
  ])('refuses %s without asking for its address', async (url) => {
    const never: Lookup = () => Promise.reject(new Error('asked'));
    expect(await verdict(url, never)).toMatch(/^egress_denied: Address is not allowed: /);
  });

  it('names the port of an address that it refuses', async () => {
    expect(await verdict('http://127.0.0.1:8001/', answers())).toContain('not allowed: 127.0.0.1:8001. ');
    expect(await verdict('http://[::1]:8001/', answers())).toContain('not allowed: [::1]:8001. ');
    expect(await verdict('http://[::1]:80/', answers())).toContain('not allowed: ::1. ');
  });

  it('refuses a name as soon as one of its addresses is private', async () => {
    expect(await verdict('shop.example', answers('8.8.8.8', '10.0.0.1'))).toMatch(
      /^egress_denied: Address is not allowed: shop\.example\. .*`RUNWRIGHT_ALLOWED_HOSTS`/,
    );
  });

  it('lets an allowed host through, with or without its port', async () => {
    expect(await verdict('http://127.0.0.1:8080/', answers(), ['127.0.0.1'])).toBe('127.0.0.1');
    expect(await verdict('http://127.0.0.1:8080/', answers(), ['127.0.0.1:8080'])).toBe('127.0.0.1');
    expect(await verdict('http://127.0.0.1:9090/', answers(), ['127.0.0.1:8080'])).toContain('not allowed');
    expect(await verdict('http://[::1]:8080/', answers(), ['[::1]:8080'])).toBe('::1');
    expect(await verdict('https://DEMO.internal/', answers('10.0.0.1'), ['demo.internal:443'])).toBe(
      '10.0.0.1',
    );
  });

  it('never lets another scheme through, allowed host or not', async () => {
    expect(await verdict('ftp://127.0.0.1/', answers(), ['127.0.0.1'])).toContain('`ftp` is not allowed');
  });

  it('tells a name that does not resolve apart', async () => {
    const policy = egressPolicy({ lookup: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(policy.check('https://nowhere.example', { signal })).rejects.toMatchObject({
      code: 'egress_denied',
      details: { host: 'nowhere.example', unresolved: true },
    });
  });

  it('does not wait for a resolver after an abort', async () => {
    const controller = new AbortController();
    const policy = egressPolicy({ lookup: () => new Promise(() => undefined) });
    const check = policy.check('https://slow.example', { signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(check).rejects.toThrow('stop');
  });
});
