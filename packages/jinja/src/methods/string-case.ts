import { capitalize, caseFold, isCased, swapCase, titleCase } from '../operations/letter-case.ts';
import { isSpace } from '../operations/whitespace.ts';
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

// The letters that the Unicode database gives a numeric value.
const numerals = [
  '\\u3405\\u3483\\u382a\\u3b4d\\u4e00\\u4e03\\u4e07\\u4e09\\u4e5d\\u4e8c\\u4e94\\u4e96\\u4ebf\\u4ec0\\u4edf',
  '\\u4ee8\\u4f0d\\u4f70\\u5104\\u5146\\u5169\\u516b\\u516d\\u5341\\u5343-\\u5345\\u534c\\u53c1-\\u53c4\\u56db',
  '\\u58f1\\u58f9\\u5e7a\\u5efe\\u5eff\\u5f0c-\\u5f0e\\u5f10\\u62fe\\u634c\\u67d2\\u6f06\\u7396\\u767e\\u8086',
  '\\u842c\\u8cae\\u8cb3\\u8d30\\u9621\\u9646\\u964c\\u9678\\u96f6\\uf96b\\uf973\\uf978\\uf9b2\\uf9d1\\uf9d3',
  '\\uf9fd\\u{20001}\\u{20064}\\u{200e2}\\u{20121}\\u{2092a}\\u{20983}\\u{2098c}\\u{2099c}\\u{20aea}',
  '\\u{20afd}\\u{20b19}\\u{22390}\\u{22998}\\u{23b1b}\\u{2626d}\\u{2f890}',
].join('');

// The characters with a digit value that are no decimals: raised, lowered, circled and the like.
const digits = [
  '\\u00b2\\u00b3\\u00b9\\u1369-\\u1371\\u19da\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2460-\\u2468\\u2474-\\u247c',
  '\\u2488-\\u2490\\u24ea\\u24f5-\\u24fd\\u24ff\\u2776-\\u277e\\u2780-\\u2788\\u278a-\\u2792\\u{10a40}-\\u{10a43}',
  '\\u{10e60}-\\u{10e68}\\u{11052}-\\u{1105a}\\u{1f100}-\\u{1f10a}',
].join('');

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
  check('isnumeric', all(new RegExp(`^[\\p{N}${numerals}]*$`, 'u'))),
  check('isdecimal', all(/^\p{Nd}*$/u)),
  check('isdigit', all(new RegExp(`^[\\p{Nd}${digits}]*$`, 'u'))),
  check('isascii', (text) => /^\p{ASCII}*$/u.test(text)),
  check('isidentifier', (text) => /^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(text)),
  check('isprintable', (text) => !/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(text)),
);

function isTitle(text: string): boolean {
  let inWord = false;
  let found = false;
  for (const character of text) {
    const isUpper = /[\p{Uppercase}\p{Lt}]/u.test(character);
    if (isUpper && inWord) return false;
    const isLower = !isUpper && isCased(character);
    if (isLower && !inWord) return false;
    found ||= isUpper || isLower;
    inWord = isUpper || isLower;
  }
  return found;
}
