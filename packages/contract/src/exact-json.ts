import { endOfString } from './end-of-string.ts';

/**
 * Parses JSON without changing a number: one that a JavaScript number cannot hold becomes a text, as it is written. These are whole
 * numbers beyond 2^53, such as many ids, numbers as large without an exponent, and numbers that would become infinite or zero (`1e400`).
 * A decimal number of more than 17 digits is rounded, as everywhere.
 *
 * @param onText is called with each number that becomes a text
 * @throws SyntaxError for a text that is no JSON
 */
export function parseExactJson(text: string, onText?: (number: string) => void): unknown {
  return JSON.parse(quoteLargeNumbers(text, onText));
}

/** Returns whether a number, as JSON or YAML writes it, changes when it becomes a JavaScript number. */
export function isChangedNumber(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value)) return true;
  if (value === 0) return /^[^eE]*[1-9]/.test(digits);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  const written = /^[-+]?([\d.]+)[eE]/.exec(digits)?.[1];
  return written === undefined || significant(written) !== significant(String(Math.abs(value)));
}

/** Returns the digits of a number without the zeros around them. */
function significant(number: string): string {
  return number
    .replace(/[eE].*/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
}

/** Most texts have no such number, and need no second pass. */
const mayHaveLargeNumbers = /[\d.]{16}|\d[eE][+-]?\d{3}/;

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The JSON text in which the numbers that {@link parseExactJson} makes texts of are texts; what is no JSON stays so. */
export function quoteLargeNumbers(text: string, onText?: (number: string) => void): string {
  if (!mayHaveLargeNumbers.test(text)) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      number.lastIndex = at;
      const [digits = text.charAt(at)] = number.exec(text) ?? [];
      if (digits.length > 4 && isChangedNumber(digits)) {
        parts.push(text.slice(kept, at), `"${digits}"`);
        kept = at + digits.length;
        onText?.(digits);
      }
      at += digits.length;
    } else at += 1;
  }
  return parts.join('') + text.slice(kept);
}
