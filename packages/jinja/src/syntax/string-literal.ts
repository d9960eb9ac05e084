import type { Codes } from './characters.ts';

const simpleEscapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Offset of the quote that closes the literal opened at `start` of a text of `length`; -1 when it is not closed. */
export function endOfString(codes: Codes, start: number, length: number): number {
  const quote = codes[start];
  for (let at = start + 1; at < length; at += 1) {
    const code = codes[at];
    if (code === quote) return at;
    if (code === 92) at += 1;
  }
  return -1;
}

/**
 * The text between the quotes with Python's escapes resolved (`\n`, `\x41`, `\u00e9`, `\U0001f600`, octal). An unknown
 * escape stays as it is, as in Python. Answers a problem as `{ problem }` when an escape is malformed.
 */
export function unescapeString(raw: string): string | { readonly problem: string } {
  let at = raw.indexOf('\\');
  if (at === -1) return raw;
  let result = '';
  let from = 0;
  while (at !== -1) {
    result += raw.slice(from, at);
    const resolved = readEscape(raw, at + 1);
    if ('problem' in resolved) return resolved;
    result += resolved.text;
    from = resolved.end;
    at = raw.indexOf('\\', from);
  }
  return result + raw.slice(from);
}

function readEscape(raw: string, at: number): { text: string; end: number } | { problem: string } {
  const mark = raw[at] ?? '';
  const simple = simpleEscapes[mark];
  if (simple !== undefined) return { text: simple, end: at + 1 };
  const width = hexDigits[mark];
  if (width !== undefined) return readHex(raw, at + 1, width, mark);
  if (mark >= '0' && mark <= '7') {
    const digits = /^[0-7]{1,3}/.exec(raw.slice(at, at + 3))?.[0] ?? '0';
    return { text: String.fromCharCode(Number.parseInt(digits, 8)), end: at + digits.length };
  }
  if (mark === 'N') return { problem: 'character names (`\\N{...}`) are not supported; write the character' };
  return { text: `\\${mark}`, end: at + 1 };
}

function readHex(
  raw: string,
  at: number,
  width: number,
  mark: string,
): { text: string; end: number } | { problem: string } {
  const digits = raw.slice(at, at + width);
  if (digits.length < width || !/^[0-9a-fA-F]+$/.test(digits))
    return { problem: `truncated \\${mark}${'X'.repeat(width)} escape` };
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff) return { problem: 'illegal Unicode character' };
  return { text: String.fromCodePoint(code), end: at + width };
}
