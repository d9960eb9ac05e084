import { expect, it } from 'vitest';
import { allowedDomains, domainProblems } from './allowed-domains.ts';

const fits = (entry: string, address: string): boolean => allowedDomains([entry])(new URL(address));

it.each([
  ['shop.example', 'https://shop.example/cart', true],
  ['shop.example', 'http://shop.example:8080/', true],
  ['shop.example', 'wss://SHOP.example./socket', true],
  ['shop.example', 'https://www.shop.example/', false],
  ['shop.example', 'https://shop.example.evil.example/', false],
  ['shop.example', 'https://notshop.example/', false],
  ['*.shop.example', 'https://shop.example/', true],
  ['*.shop.example', 'https://a.b.shop.example/', true],
  ['*.shop.example', 'https://evilshop.example/', false],
  ['shop.example:8443', 'https://shop.example:8443/', true],
  ['shop.example:8443', 'https://shop.example/', false],
  ['shop.example:443', 'https://shop.example/', true],
  ['shop.example:443', 'http://shop.example/', false],
  ['127.0.0.1:80', 'http://127.0.0.1/', true],
  ['[::1]:3000', 'http://[::1]:3000/', true],
  ['[::1]', 'http://[::1]:4000/', true],
  ['münchen.example', 'https://xn--mnchen-3ya.example/', true],
  ['shop.example', 'https://shop.example@evil.example/', false],
  ['nonsense/', 'https://nonsense/', false],
])('the entry `%s` and the address `%s`: %s', (entry, address, isAllowed) => {
  expect(fits(entry, address)).toBe(isAllowed);
});

it.each([
  '*',
  'https://shop.example',
  'shop.example/path',
  'a b',
  '',
  '*.',
  '*.10.0.0.1',
  'a.*.b',
  'u@h',
  'h:99999',
])('an entry that names no host is a problem at its place: `%s`', (entry) => {
  const [problem, ...more] = domainProblems(['shop.example', entry], ['allowed_domains']);
  expect(problem).toMatchObject({ path: ['allowed_domains', 1], type: 'value_error' });
  expect(more).toEqual([]);
});
