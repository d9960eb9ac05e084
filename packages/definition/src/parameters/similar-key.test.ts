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
