import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkKeyText } from './api-key-input.ts';

it.each([
  'aaaaaaaaaaaaaaaa',
  'a'.repeat(512),
  'rw_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'abababababababababababababab',
  'abcabcabcabcabcabcabcabc',
  '0123456789012345678901234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  'changemechangemechangemechangeme',
  '1111111122222222',
  'a-b-c-d-e-f-g-h-i-j-k-l',
  '0_1_2_3_4_5_6_7_8_9_',
  'a0b0c0d0e0f0g0h0i0j0',
  'a..b..c..d..e..f..g..h..',
])('a text that is easy to guess is no key: %s', (text) => {
  expect(() => checkKeyText(text)).toThrow(/too easy to guess.*openssl rand -hex 32/);
});

it.each(['rw_test_key_of_a_service_in_a_test', 'rw_given_by_the_host', 'chosen-by-the-host-1'])(
  'a text of words is one: %s',
  (text) => {
    expect(() => checkKeyText(text)).not.toThrow();
  },
);

it('random texts are keys in every usual notation', () => {
  for (let count = 0; count < 2000; count += 1) {
    const bytes = randomBytes(16);
    for (const text of [bytes.toString('hex'), bytes.toString('base64url'), `rw_${bytes.toString('hex')}`])
      expect(() => checkKeyText(text)).not.toThrow();
  }
});

it.each(['short', 'with blanks in between', 'x'.repeat(513), 'ümlaute-ümlaute-ümlaute'])(
  'a text that cannot be sent as a key is none: %s',
  (text) => {
    expect(() => checkKeyText(text)).toThrow('16 to 512 printable ASCII characters');
  },
);
