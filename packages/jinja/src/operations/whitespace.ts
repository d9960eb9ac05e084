// What Python's `str.isspace` counts: whitespace of Unicode and the separators U+001C to U+001F.
const spaces: ReadonlySet<string> = new Set([
  ...'\t\n\v\f\r \u001c\u001d\u001e\u001f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008',
  ...'\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
]);

// What Python's `str.splitlines` breaks at.
const lineBreaks: ReadonlySet<string> = new Set('\n\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029');

/** Tests whether one character is whitespace in Python. */
export function isSpace(character: string): boolean {
  return spaces.has(character);
}

/** The lines of a text; Python counts more line breaks than `\n` and `\r`. */
export function splitLines(text: string, keepEnds: boolean): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!lineBreaks.has(character)) continue;
    const end = character === '\r' && text.charAt(at + 1) === '\n' ? at + 2 : at + 1;
    lines.push(text.slice(from, keepEnds ? end : at));
    from = end;
    at = end - 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** Text without the characters for which `drop` holds at its ends. */
export function strip(
  text: string,
  drop: (character: string) => boolean,
  left: boolean,
  right: boolean,
): string {
  let from = 0;
  let to = text.length;
  while (left && from < to && drop(characterAt(text, from))) from += characterAt(text, from).length;
  while (right && from < to && drop(characterBefore(text, to))) to -= characterBefore(text, to).length;
  return text.slice(from, to);
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && end > 1;
  const pair = isLow ? text.slice(end - 2, end) : '';
  return pair.length === 2 && (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.charAt(end - 1);
}
