/** Properties of a field that decide how it shows a text. */
export interface FieldKind {
  /** The `type` of an input; empty for other fields. */
  readonly type: string;
}

/**
 * Returns true when a field that shows `value` holds `wanted`: the same text but for spaces, or for case when the field turns
 * all of it into one case; the same digits, when a mask puts signs between those of a phone number or card; the same amount, when it shows
 * a fraction.
 */
export function isSameValue(value: string, wanted: string, { type }: FieldKind): boolean {
  if (isSameText(value, wanted)) return true;
  // A mask that is empty still shows its signs.
  if (wanted.trim() === '') return !/[\p{L}\p{N}]/u.test(value);
  if (type === 'number' || isDecimal(wanted) || isNegative(wanted)) return sameAmount(value, wanted);
  if (type !== 'tel' && isLongDecimal(wanted)) return sameAmount(value, wanted);
  if (isDateLike(wanted)) return sameParts(value, wanted);
  // Masks put signs between the digits of a phone, card or amount.
  const isNumeric = type === 'tel' || /^[\d\s+().,/-]+$/.test(wanted);
  if (!isNumeric || hasLetters(value) || digits(wanted) === '') return false;
  // A field that takes cents first makes 12.50 of 1250.
  if (type !== 'tel' && isDecimal(value)) return sameAmount(value, wanted);
  return digits(value) === digits(wanted) || isSamePhone(value, wanted);
}

/** Compares phone numbers with and without the country code. */
function isSamePhone(one: string, other: string): boolean {
  const [long, short] = one.trim().startsWith('+') ? [one, other] : [other, one];
  // Within a country many numbers begin with a nought that stands for its code.
  const own = digits(short).replace(/^0/, '');
  const more = digits(long).length - own.length;
  const isPhone = long.trim().startsWith('+') && own.length >= 7 && more >= 1 && more <= 3;
  return isPhone && digits(long).endsWith(own);
}

/** The same but for spaces, and for case when one of them is all of one case. */
export function isSameText(one: string, other: string): boolean {
  const [value, wanted] = [normal(one), normal(other)];
  return value === wanted || wanted.toUpperCase() === value || wanted.toLowerCase() === value;
}

function normal(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200B\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text.replace(/[A-Z]{3}|kr|zł|Kč|Ft|лв/g, ''));
}

/** An amount with a fraction: where the point stands decides how much it is. */
function isDecimal(text: string): boolean {
  return /^[^\d]{0,4}\d[\d\s,.'’]*[.,]\d{1,2}[^\d]{0,4}$/.test(text.trim()) && !isDateLike(text);
}

/** Returns true for a decimal number that is no phone or card number: with leading zeros or a long fraction. */
function isLongDecimal(text: string): boolean {
  const plain = text.trim();
  return /^[^\d+]{0,4}(?:0[.,]\d+|\d+[.,]\d{4,})[^\d]{0,4}$/.test(plain) && !/^\d{3}\.\d{4}$/.test(plain);
}

/** An amount whose sign counts. */
function isNegative(text: string): boolean {
  return /^[-\u2212]\s?\d[\d\s,.'’]*$/.test(text.trim());
}

/** Returns true for a date in digits. */
function isDateLike(text: string): boolean {
  return /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/.test(text.trim());
}

function sameParts(value: string, wanted: string): boolean {
  const parts = (text: string): string =>
    (text.match(/\d+/g) ?? [])
      .map((part) => part.replace(/^0+(?=\d)/, ''))
      .sort()
      .join(' ');
  return parts(value) !== '' && parts(value) === parts(wanted);
}

function sameAmount(value: string, wanted: string): boolean {
  const readings = amountsOf(value);
  return amountsOf(wanted).some((amount) => readings.includes(amount));
}

/** Returns the numbers that a text can mean as an amount: a sign before exactly three digits may group thousands or begin the fraction. */
function amountsOf(text: string): readonly number[] {
  // Books write what is owed in brackets.
  const signed = text.replace(/\u2212/g, '-').replace(/^\s*\((.*)\)\s*$/, '-$1');
  const plain = signed
    .replace(/[eE](?![+-]?\d)/g, '')
    .replace(/[^\d.,eE+-]/g, '')
    .replace(/^[.,]+(?=\d{2,})|(?<![.,])[.,]+$/g, '');
  if (!/\d/.test(plain)) return [];
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const whole = Number(plain.replace(/[.,]/g, ''));
  if (last < 0) return [Number(plain)];
  const fraction = Number(`${plain.slice(0, last).replace(/[.,]/g, '') || '0'}.${plain.slice(last + 1)}`);
  const signs = plain.match(/[.,]/g) ?? [];
  const isRepeated = signs.length > 1 && new Set(signs).size === 1;
  if (isRepeated) return [whole];
  const isThree = plain.length - last - 1 === 3 && !/^[+-]?0/.test(plain);
  return isThree && new Set(signs).size === 1 ? [fraction, whole] : [fraction];
}
