import type { FloatLiteral, Literal } from './node.ts';

// More decimal digits than this are no number of the language; in hexadecimal the same number has fewer.
const longestInteger = 4_300;

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A literal as it is written. */
export function literalText({ value }: Literal): string {
  if (typeof value === 'string') return stringText(value);
  if (value === null) return 'none';
  const text = String(value);
  return typeof value === 'bigint' && text.length > longestInteger ? `0x${value.toString(16)}` : text;
}

/** A float with a point or an exponent, so that it is read as a float. */
export function floatText({ value }: FloatLiteral): string {
  // A literal beyond the largest float is infinite.
  if (value === Number.POSITIVE_INFINITY) return '1e999';
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function stringText(value: string): string {
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
  const text = value.replace(/[\\"'\p{Cc}\p{Cs}]/gu, (character) => {
    if (character === '"' || character === "'") return character === quote ? `\\${quote}` : character;
    return escapes.get(character) ?? codeEscape(character);
  });
  return `${quote}${text}${quote}`;
}

function codeEscape(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
