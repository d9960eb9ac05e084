import { defaultLimits, TemplateError } from '@runwright/jinja';

/**
 * A template's value as JSON text; whole numbers beyond 2^53 are text. Throws a `TemplateError` when the JSON would be longer
 * than a template may print, before it is written: JSON has up to six characters for one of a text.
 */
export function jsonText(value: unknown): string {
  const maximum = defaultLimits.outputLength;
  let length = 0;
  return JSON.stringify(value, counted) ?? 'null';

  function counted(this: unknown, key: string, member: unknown): unknown {
    length +=
      (Array.isArray(this) ? 1 : jsonLength(key) + 4) + (typeof member === 'string' ? jsonLength(member) : 1);
    if (length > maximum) throw tooLong(maximum);
    return typeof member === 'bigint' ? String(member) : member;
  }
}

/** Characters of a text as JSON, without its quotes. */
export function jsonLength(text: string): number {
  let { length } = text;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x20 && code !== quote && code !== backslash && (code < 0xd800 || code > 0xdfff)) continue;
    if (code >= 0xd800 && isPair(code, text.charCodeAt(index + 1))) index += 1;
    else length += hasShortEscape(code) ? 1 : 5;
  }
  return length;
}

const quote = 0x22;
const backslash = 0x5c;

/** Halves of a surrogate pair stay as they are when they stand together. */
function isPair(high: number, low: number): boolean {
  return high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

/** `\"`, `\\`, and `\b \t \n \f \r`; 0x0b has none. */
function hasShortEscape(code: number): boolean {
  return code === quote || code === backslash || (code >= 0x08 && code <= 0x0d && code !== 0x0b);
}

function tooLong(maximum: number): TemplateError {
  const message = `The template exceeds the limit \`outputLength\` of ${maximum} for the JSON of one value; print less of the data.`;
  return new TemplateError('limit', message, { limit: 'outputLength' });
}
