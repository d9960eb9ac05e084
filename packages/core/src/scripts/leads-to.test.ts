import { expect, it } from 'vitest';
import { isLedTo, leadsTo } from './leads-to.ts';

const never = () => false;

it.each([
  ['the path of another page', 'https://a.test/form', 'https://a.test/thanks?id=1#top', '/thanks'],
  ['`*` for parts with a digit', 'https://a.test/', 'https://a.test/orders/PO-1042/edit', '/orders/*/edit'],
  ['the host when it is another one', 'https://a.test/', 'https://pay.test/start', '//pay.test/start'],
  [
    '`*` for a part that is a value of the run',
    'https://a.test/',
    'https://a.test/people/ann%20ace',
    '/people/*',
  ],
])('an action leads to %s', (_name, before, after, pattern) => {
  expect(leadsTo(before, after, (part) => part === 'ann ace')).toBe(pattern);
  expect(isLedTo(after, pattern)).toBe(true);
});

it.each([
  ['to the same page with another query', 'https://a.test/list', 'https://a.test/list?page=2'],
  ['to a page that is none', 'https://a.test/', 'about:blank'],
])('an action leads nowhere %s', (_name, before, after) => expect(leadsTo(before, after, never)).toBe(null));

it.each([
  ['https://a.test/login', '/thanks'],
  ['https://a.test/orders/1/edit', '/orders/*'],
  ['https://b.test/start', '//pay.test/start'],
  ['nonsense', '/thanks'],
])('%s is not the page %s', (url, pattern) => expect(isLedTo(url, pattern)).toBe(false));
