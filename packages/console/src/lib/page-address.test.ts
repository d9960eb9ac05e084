import { expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

it.each([
  ['example.com/a?b=1', 'https://example.com/a?b=1'],
  [' http://example.com ', 'http://example.com'],
  ['about:blank', 'about:blank'],
  ['localhost/a', 'http://localhost/a'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1/orders', 'http://127.0.0.1/orders'],
  ['shop.test:8080/orders', 'http://shop.test:8080/orders'],
  ['[::1]:80/', 'http://[::1]:80/'],
])('%s is opened as %s', (typed, address) => {
  expect(pageAddress(typed)).toBe(address);
});
