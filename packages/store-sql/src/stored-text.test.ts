import { expect, it } from 'vitest';
import { fromStoredText, toStoredText, withoutNul } from './stored-text.ts';

it.each(['', 'abc', 'a\nb', 'a\0b', '\0', 'a\ud800b', '\udc00', '🙂', '\u0001', '\u0001"a"', '\u0001\0'])(
  'the text %j is stored in a form of which it is read again',
  (text) => {
    const stored = toStoredText(text);
    expect(fromStoredText(stored)).toBe(text);
    expect(stored.includes('\0') || !stored.isWellFormed()).toBe(false);
  },
);

it('a text that both databases can hold is stored as it is', () => {
  for (const text of ['', 'Zoë 🙂', 'a\u0001', '"a"']) expect(toStoredText(text)).toBe(text);
  expect(fromStoredText('\u0001 of an earlier version')).toBe('\u0001 of an earlier version');
});

it('U+0000 is replaced in what is compared', () => {
  expect(['a\0b\0', 'ab', 7, null].map(withoutNul)).toEqual(['a\uFFFDb\uFFFD', 'ab', 7, null]);
});
