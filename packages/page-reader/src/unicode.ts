/** Control characters, private use, bidirectional overrides and noncharacters: nothing that a person reads. */
const unreadable = /[\p{Cc}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of a page as well-formed Unicode on one line. Lone surrogates become U+FFFD, as `String.toWellFormed` does. */
export function readable(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(unreadable, '');
}
