/** Splits a text at the whole occurrences of another one, which neither begin nor end within a word. */
export function splitAtWords(text: string, value: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (at < from || isWithinWord(text, at, value.length)) continue;
    parts.push(text.slice(from, at));
    from = at + value.length;
  }
  return [...parts, text.slice(from)];
}

/** Returns whether a text has a whole occurrence of another one. */
export function containsWords(text: string, value: string): boolean {
  return splitAtWords(text, value).length > 1;
}

function isWithinWord(text: string, at: number, length: number): boolean {
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char);
  const starts = isWord(text[at - 1]) && isWord(text[at]);
  return starts || (isWord(text[at + length - 1]) && isWord(text[at + length]));
}
