import { type Codes, codesOf, other } from './characters.ts';

/** A mark that begins or ends tags, ready to be looked for. */
export interface Mark {
  readonly text: string;
  readonly codes: Codes;
  /** The codes say all about it. */
  readonly isAscii: boolean;
}

export function markOf(text: string): Mark {
  const codes = codesOf(text).slice(0, text.length);
  return { text, codes, isAscii: !codes.includes(other) };
}

/** Whether a mark stands at an offset. */
export function standsAt(mark: Mark, text: string, codes: Codes, at: number): boolean {
  const { length } = mark.codes;
  if (at + length > text.length) return false;
  for (let index = 0; index < length; index += 1) if (codes[at + index] !== mark.codes[index]) return false;
  return mark.isAscii || text.startsWith(mark.text, at);
}
