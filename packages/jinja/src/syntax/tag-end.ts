import type { Codes } from './characters.ts';
import { type Delimiter, delimiterOf, matchesAt } from './delimiter.ts';
import { skipWhitespace } from './scan-word.ts';
import { type Token, token } from './token.ts';

/** End of tags of one type. */
export interface TagEnd {
  /** Token type of the end. */
  readonly token: Token;
  /** null for the end of the line. */
  readonly mark: Delimiter | null;
  /** The code that the mark begins with. */
  readonly first: number;
  /** A `+` may stand before the mark. */
  readonly plus: boolean;
  /** A line break right after the mark belongs to the tag. */
  readonly trim: boolean;
}

/** The end that a mark makes, or the end of the line without one. */
export function tagEnd(
  type: 'variable_end' | 'block_end',
  text: string | null,
  plus: boolean,
  trim: boolean,
): TagEnd {
  const mark = text === null ? null : delimiterOf(text);
  return { token: token(type, ''), mark, first: mark?.first ?? -1, plus, trim };
}

/** Offset after the end of a tag; -1 when none stands at `at`. */
export function endOfTag(text: string, codes: Codes, at: number, end: TagEnd): number {
  const code = codes[at];
  // Few characters can begin an end: the first of the mark, or a sign before it.
  if (code !== end.first && code !== 45 && code !== 43 && end.mark !== null) return -1;
  return closerLook(text, codes, at, end);
}

function closerLook(text: string, codes: Codes, at: number, { mark, plus, trim }: TagEnd): number {
  if (mark === null) return endOfLine(text, codes, at);
  if (matchesAt(mark, text, codes, at)) {
    const after = at + mark.length;
    return trim && codes[after] === 10 ? after + 1 : after;
  }
  const sign = codes[at];
  if (sign !== 45 && !(plus && sign === 43)) return -1;
  if (!matchesAt(mark, text, codes, at + 1)) return -1;
  const after = at + 1 + mark.length;
  return sign === 45 ? skipWhitespace(text, codes, after) : after;
}

function endOfLine(text: string, codes: Codes, at: number): number {
  const next = skipWhitespace(text, codes, at);
  if (next >= text.length) return next;
  const newline = text.lastIndexOf('\n', next - 1);
  return newline >= at ? newline + 1 : -1;
}
