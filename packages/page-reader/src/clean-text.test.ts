import { expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

it('lone surrogates become the replacement character', () => {
  expect(cleanText('a\ud800b')).toBe('a\ufffdb');
  expect(cleanText('\ud83d\ude00')).toBe('😀');
});

it('control, private-use and direction-changing characters are dropped', () => {
  expect(cleanText('pay\u202eevil\ue000\u0007 now')).toBe('payevil now');
});

it('all white space becomes single spaces, so that a page cannot begin a line of its own', () => {
  expect(cleanText('a\n\n  b\t\u00a0c\u2028d')).toBe('a b c d');
});
