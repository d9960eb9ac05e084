import { Bytes } from '../value/bytes.ts';
import { toInteger } from '../value/float.ts';
import { textOf } from '../value/markup.ts';
import type { Value } from '../value/value.ts';
import { isSpace, strip } from './whitespace.ts';

const prefixes: Readonly<Record<number, RegExp>> = { 2: /^0[bB]_?/, 8: /^0[oO]_?/, 16: /^0[xX]_?/ };
// Python's sys.set_int_max_str_digits.
const mostDigits = 4_300;

/** `int(text, base)`; null when the text is no whole number. */
export function parseInteger(text: string, base: number): number | bigint | null {
  const match = /^([-+]?)(.+)$/s.exec(strip(toAsciiDigits(text), isSpace, true, true));
  if (match === null || base === 1 || base < 0 || base > 36) return null;
  const [, sign = '', body = ''] = match;
  const radix = base === 0 ? radixOf(body) : base;
  const prefix = prefixes[radix]?.exec(body)?.[0] ?? '';
  const digits = body.slice(prefix.length);
  if (!/^[0-9a-zA-Z]+(?:_[0-9a-zA-Z]+)*$/.test(digits)) return null;
  if (base === 0 && radix === 10 && /^0[0_]*[1-9]/.test(digits)) return null;
  const value = digitsValue(digits.replaceAll('_', '').toLowerCase(), radix);
  if (value === null) return null;
  return toInteger(sign === '-' ? -value : value);
}

/** `float(text)`; null when the text is no number. */
export function parseFloatText(text: string): number | null {
  const body = strip(toAsciiDigits(text), isSpace, true, true);
  const special = /^([-+]?)(?:(inf(?:inity)?)|nan)$/i.exec(body);
  if (special !== null) {
    if (special[2] === undefined) return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const number = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][-+]?\d+(?:_\d+)*)?$/;
  return number.test(body) ? Number(body.replaceAll('_', '')) : null;
}

/** The text that Python's `int()` and `float()` read a number from: that of a text or of bytes; null for anything else. */
export function numberText(value: Value): string | null {
  if (!(value instanceof Bytes)) return textOf(value);
  // No byte beyond ASCII is a digit or a blank.
  return Array.from(value.value, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '?')).join('');
}

function radixOf(body: string): number {
  const mark = /^0([xXoObB])/.exec(body)?.[1]?.toLowerCase();
  return mark === 'x' ? 16 : mark === 'o' ? 8 : mark === 'b' ? 2 : 10;
}

function digitsValue(digits: string, radix: number): bigint | null {
  if (radix === 10) return /^\d+$/.test(digits) && digits.length <= mostDigits ? BigInt(digits) : null;
  if (digits.length > mostDigits) return null;
  let value = 0n;
  for (const digit of digits) {
    const amount = Number.parseInt(digit, 36);
    if (!(amount < radix)) return null;
    value = value * BigInt(radix) + BigInt(amount);
  }
  return value;
}

/** Decimal digits of other scripts count as digits in Python. */
function toAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const code = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
    return String(code - zero);
  });
}
