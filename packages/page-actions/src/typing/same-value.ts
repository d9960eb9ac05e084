/** Properties of a field that decide how it shows a text. */
export interface FieldKind {
  /** The `type` of an input; empty for other fields. */
  readonly type: string;
}

/**
 * Returns true when a field that shows `value` holds `wanted`: the same text but for spaces, or for case when the field turns
 * all of it into one case; the same digits, when a mask puts signs between those of a phone number or card; the same amount, when one of
 * them is an amount of money or another number with a fraction or a sign.
 */
export function isSameValue(value: string, wanted: string, { type }: FieldKind): boolean {
  if (isSameText(value, wanted)) return true;
  // A mask that is empty still shows its signs.
  if (wanted.trim() === '') return !/[\p{L}\p{N}]/u.test(value);
  if (type === 'number' || isAmount(wanted, type)) return sameAmount(value, wanted);
  if (type !== 'tel' && isLongDecimal(wanted)) return sameAmount(value, wanted);
  if (isDateLike(wanted)) return sameParts(value, wanted);
  // Masks put signs between the digits of a phone, card or amount.
  const isNumeric = type === 'tel' || /^[\d\s+().,/-]+$/.test(wanted);
  if (!isNumeric || digits(wanted) === '') return false;
  // A field that takes cents first makes 12.50 of 1250; a leading zero is that of a date, a time or a phone number.
  if (isAmount(value, type) && !/^0\d/.test(digits(value))) return sameAmount(value, wanted);
  if (hasLetters(value)) return false;
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
  return /\p{L}/u.test(removeCurrencyLetters(text));
}

function removeCurrencyLetters(text: string): string {
  return text.replace(/[A-Z]{3}|[A-Z]{1,2}(?=\p{Sc})|kr|zł|Kč|Ft|лв|Rp|Rs|RM|Euro/gu, '').trim();
}

/** Returns true for a number whose sign and fraction count; a phone number may have a point before its last two digits, too. */
function isAmount(text: string, type: string): boolean {
  if (isNegative(text) || isOfCurrency(text)) return true;
  return isDecimal(text) && !(type === 'tel' && isPhoneLike(text));
}

/** An amount with a fraction: where the point stands decides how much it is. */
function isDecimal(text: string): boolean {
  const plain = removeCurrencyLetters(text);
  return /^[^\d]{0,4}\d[\d\s,.'’]*[.,]\d{1,2}[^\d]{0,4}$/.test(plain) && !isDateLike(plain);
}

function isOfCurrency(text: string): boolean {
  const plain = removeCurrencyLetters(text);
  return (
    /\d/.test(plain) && /\p{Sc}/u.test(plain) && /^[-\u2212(]?\s?\p{Sc}?[\d\s.,'’()-]+\p{Sc}?$/u.test(plain)
  );
}

function isPhoneLike(text: string): boolean {
  return digits(text).length >= 7 && !(text.includes('.') && text.includes(','));
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

/** Compares dates: in another format, day and month may have changed places. */
function sameParts(value: string, wanted: string): boolean {
  const [shown, typed] = [readDate(value), readDate(wanted)];
  const isSameFormat = shown.separator === typed.separator && shown.yearAt === typed.yearAt;
  const join = (parts: readonly string[]) => (isSameFormat ? parts : parts.toSorted()).join(' ');
  return shown.parts.length > 0 && join(shown.parts) === join(typed.parts);
}

function readDate(text: string) {
  const numbers = text.match(/\d+/g) ?? [];
  return {
    parts: numbers.map((part) => part.replace(/^0+(?=\d)/, '')),
    yearAt: numbers.findIndex(({ length }) => length === 4),
    separator: /(?<=\d)[-./]/.exec(text)?.[0],
  };
}

function sameAmount(value: string, wanted: string): boolean {
  const readings = amountsOf(value);
  return amountsOf(wanted).some((amount) => readings.includes(amount));
}

/**
 * Returns the amounts that a text can mean, equal ones as equal texts: a number has too few digits for all of them. A sign before
 * exactly three digits may group thousands or begin the fraction.
 */
function amountsOf(text: string): readonly string[] {
  // Books write what is owed in brackets, or with the sign behind it.
  const signed = text
    .replace(/\u2212/g, '-')
    .replace(/^\s*\((.*)\)\s*$/, '-$1')
    .replace(/^([^-]*\d)\s?-$/, '-$1');
  const plain = signed
    .replace(/\p{L}{1,5}\.(?=\s?\d)/gu, '')
    .replace(/[eE](?![+-]?\d)/g, '')
    .replace(/[^\d.,eE+-]/g, '')
    .replace(/^[.,]+(?=\d{2,})|(?<![.,])[.,]+$/g, '');
  if (!/\d/.test(plain)) return [];
  if (/\de[+-]?\d/i.test(plain)) return [String(Number(plain))];
  const isNegativeAmount = plain.startsWith('-');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const whole = normalizeAmount(isNegativeAmount, digits(plain), '');
  if (last < 0) return [whole];
  const fraction = normalizeAmount(
    isNegativeAmount,
    digits(plain.slice(0, last)),
    digits(plain.slice(last + 1)),
  );
  const signs = plain.match(/[.,]/g) ?? [];
  const isRepeated = signs.length > 1 && new Set(signs).size === 1;
  if (isRepeated) return [whole];
  const isThree = plain.length - last - 1 === 3 && !/^[+-]?0/.test(plain);
  return isThree && new Set(signs).size === 1 ? [fraction, whole] : [fraction];
}

function normalizeAmount(isNegativeAmount: boolean, whole: string, fraction: string): string {
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  const amount = rest === '' ? integer : `${integer}.${rest}`;
  return isNegativeAmount && amount !== '0' ? `-${amount}` : amount;
}
