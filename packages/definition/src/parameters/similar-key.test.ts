import { expect, it } from 'vitest';
import { misspeltKey } from './similar-key.ts';

it.each([
  ['shopCredential', 'shop_credential'],
  ['shop_credentail', 'shop_credential'],
  ['shop_credentials', 'shop_credential'],
  ['shp_credentia', 'shop_credential'],
  ['lgin', 'login'],
])('`%s` is taken for `%s`', (given, wanted) => {
  expect(misspeltKey(given, ['other', wanted])).toBe(wanted);
});

it.each(['bank_credential', 'url', 'l', ''])('`%s` resembles none', (given) => {
  expect(misspeltKey(given, ['shop_credential', 'login', 'id'])).toBeNull();
});

it('compares no long keys, and no more than 100,000 pairs in a turn of the event loop', {
  tags: ['security'],
}, async () => {
  const long = `order${'x'.repeat(100)}`;
  expect(misspeltKey(`${long}y`, [long])).toBeNull();
  const keys = Array.from({ length: 60_000 }, (_, index) => `key_number_${index}`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(misspeltKey('key_nomber_7', keys)).toBe('key_number_7');
  expect(misspeltKey('key_nomber_7', keys)).toBeNull();
  await new Promise((resolve) => setImmediate(resolve));
  expect(misspeltKey('key_nomber_7', keys)).toBe('key_number_7');
});
