/** Begins a text that is stored as JSON. */
const mark = '\u0001';

/**
 * Returns a text in the form in which both databases keep it exactly. One with U+0000, which PostgreSQL refuses, or with half of a
 * surrogate pair, which UTF-8 does not have, is JSON after a mark.
 */
export function toStoredText(text: string): string {
  const isPlain = !text.includes('\0') && !text.startsWith(mark) && text.isWellFormed();
  return isPlain ? text : mark + JSON.stringify(text);
}

/** Returns the text that was stored. */
export function fromStoredText(stored: string): string {
  if (!stored.startsWith(mark)) return stored;
  try {
    return String(JSON.parse(stored.slice(mark.length)));
  } catch {
    // Stored by a version that had no such form.
    return stored;
  }
}

/** Replaces U+0000 in a text that is compared rather than kept, such as an id or a part of a title, as halves of surrogate pairs are. */
export function withoutNul<T>(value: T): T | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
