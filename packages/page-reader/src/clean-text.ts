/** Control characters, private use, bidirectional overrides and noncharacters: nothing that a person reads. */
const unreadable = /[\p{Cc}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Latin letters, digits and signs with single spaces between them. */
const clean = /^(?:[!-~\u00a1-\u00ac\u00ae-\u024f]| (?! ))*$/;

/** Text of a page as well-formed Unicode on one line. Lone surrogates become U+FFFD, as `String.toWellFormed` does. */
export function cleanText(text: string): string {
  // Most texts of most pages.
  return clean.test(text) ? text : cleanValue(text).trim();
}

/** Value of a field, cleaned as {@link cleanText} cleans a text, with one space for the blanks at each of its ends. */
export function cleanValue(text: string): string {
  if (clean.test(text)) return text;
  const readable = text.toWellFormed().replace(/\s+/g, ' ').replace(unreadable, '');
  // What is taken out may have stood apart from the rest.
  return readable.replace(/ {2,}/g, ' ');
}
