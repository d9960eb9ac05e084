import { floatText } from '../print/float-text.ts';
import { exponentDigits, fixedText } from './decimal.ts';

export type FloatStyle = 'e' | 'f' | 'g' | '%' | 'repr';

/**
 * The digits of a float without its sign, as Python formats them. `repr` is the style of a format without type: like `g`,
 * with at least one digit after the point, and the shortest text that reads back when there is no precision.
 */
export function formatFloat(
  value: number,
  style: FloatStyle,
  precision: number | null,
  alternate: boolean,
): string {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(magnitude))
    return `${Number.isNaN(magnitude) ? 'nan' : 'inf'}${style === '%' ? '%' : ''}`;
  switch (style) {
    case 'f':
      return withPoint(fixedText(magnitude, precision ?? 6), alternate);
    case 'e':
      return exponential(magnitude, precision ?? 6, alternate, false);
    case '%':
      return `${withPoint(fixedText(magnitude * 100, precision ?? 6), alternate)}%`;
    case 'g':
      return general(magnitude, Math.max(precision ?? 6, 1), alternate, false);
    case 'repr':
      return precision === null
        ? shortest(magnitude, alternate)
        : general(magnitude, Math.max(precision, 1), alternate, true);
  }
}

/** An alternate form has a point even before an exponent. */
function shortest(magnitude: number, alternate: boolean): string {
  const text = floatText(magnitude);
  return alternate && !text.includes('.') ? text.replace('e', '.e') : text;
}

function general(value: number, precision: number, alternate: boolean, dotZero: boolean): string {
  const { exponent } = exponentDigits(value, precision - 1);
  if (exponent < -4 || exponent >= precision - (dotZero ? 1 : 0))
    return exponential(value, precision - 1, alternate, !alternate);
  const fixed = fixedText(value, precision - 1 - exponent);
  if (alternate) return withPoint(fixed, true);
  const short = fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
  return dotZero && !short.includes('.') ? `${short}.0` : short;
}

function exponential(value: number, decimals: number, alternate: boolean, strip: boolean): string {
  const { digits, exponent } = exponentDigits(value, decimals);
  const fraction = strip ? digits.slice(1).replace(/0+$/, '') : digits.slice(1);
  const point = fraction !== '' || alternate ? '.' : '';
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits[0]}${point}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
}

function withPoint(text: string, alternate: boolean): string {
  return alternate && !text.includes('.') ? `${text}.` : text;
}
