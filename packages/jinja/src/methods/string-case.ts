import { capitalize, caseFold, isCased, swapCase, titleCase } from '../operate/letter-case.ts';
import { isSpace } from '../operate/whitespace.ts';
import { native, nativeTable } from '../value/native-function.ts';
import type { Value } from '../value/value.ts';

const convert = (name: string, change: (text: string) => string) =>
  native(`${name}(self, /)`, (rt, self: string) => {
    rt.meter.text(self.length);
    return change(self);
  });

const check = (name: string, holds: (text: string) => boolean) =>
  native(`${name}(self, /)`, (rt, self: string): Value => {
    rt.meter.scan(self.length);
    return holds(self);
  });

const all = (pattern: RegExp) => (text: string) => text !== '' && pattern.test(text);

/** Methods of text that change or ask about its letters. */
export const stringCase = nativeTable(
  convert('upper', (text) => text.toUpperCase()),
  convert('lower', (text) => text.toLowerCase()),
  convert('capitalize', capitalize),
  convert('title', titleCase),
  convert('swapcase', swapCase),
  convert('casefold', caseFold),
  check('isupper', (text) => /\p{Cased}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text)),
  check('islower', (text) => /\p{Cased}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text)),
  check('istitle', isTitle),
  check('isspace', (text) => text !== '' && Array.from(text).every(isSpace)),
  check('isalpha', all(/^\p{L}*$/u)),
  check('isalnum', all(/^[\p{L}\p{N}]*$/u)),
  check('isnumeric', all(/^[\p{N}〇一二三四五六七八九十百千万億兆零壱弐参]*$/u)),
  check('isdecimal', all(/^\p{Nd}*$/u)),
  check('isdigit', all(/^[\p{Nd}²³¹⁰-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒]*$/u)),
  check('isascii', (text) => /^\p{ASCII}*$/u.test(text)),
  check('isidentifier', (text) => /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(text)),
  check('isprintable', (text) => !/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(text)),
);

function isTitle(text: string): boolean {
  let inWord = false;
  let found = false;
  for (const character of text) {
    const isUpper = /[\p{Lu}\p{Lt}]/u.test(character);
    if (isUpper && inWord) return false;
    const isLower = !isUpper && isCased(character);
    if (isLower && !inWord) return false;
    found ||= isUpper || isLower;
    inWord = isUpper || isLower;
  }
  return found;
}
