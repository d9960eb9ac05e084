import { expect, it } from 'vitest';
import { checkSafety } from './check-safety.ts';

const check = (code: string) => ({ id: 'sc_1', code, message: null });
const start = 'https://shop.example/cart';

it.each([
  ['no warning', [], 'https://other.example/'],
  ['a warning on the site of the start', [check('irrelevant_domain')], 'https://shop.example/pay'],
  ['a warning on a subdomain of it', [check('sensitive_domain')], 'https://pay.shop.example/'],
])('%s is accepted', (_name, checks, url) => expect(() => checkSafety(checks, start, url)).not.toThrow());

it.each([
  ['on another site', [check('sensitive_domain')], 'https://bank.example/'],
  ['on a site whose name only ends alike', [check('sensitive_domain')], 'https://myshop.example/'],
  ['on a page without a host', [check('sensitive_domain')], 'about:blank'],
  ['about instructions in the page', [check('other'), check('malicious_instructions')], start],
])('a warning %s ends the task with the category policy', (_name, checks, url) => {
  expect(() => checkSafety(checks, start, url)).toThrow(
    expect.objectContaining({ code: 'terminated', details: { failure_category: 'policy' } }),
  );
});

it('a warning on a host of `allowed_domains` is accepted, unless it is about instructions in the page', () => {
  const isAllowed = (address: string) => new URL(address).host === 'bank.example';
  const at = (code: string, url: string) => () => checkSafety([check(code)], start, url, isAllowed);
  expect(at('sensitive_domain', 'https://bank.example/')).not.toThrow();
  expect(at('sensitive_domain', 'https://other.example/')).toThrow(/add its host to `allowed_domains`/);
  expect(at('malicious_instructions', 'https://bank.example/')).toThrow(/warns about the page/);
});
