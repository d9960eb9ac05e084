import { type Codes, codesOf, other } from './characters.ts';

/** A delimiter that begins or ends tags, prepared for searching. */
export interface Delimiter {
  readonly text: string;
  readonly length: number;
  /** The codes of its first two characters; of the second 0 where there is none. */
  readonly first: number;
  readonly second: number;
  /** True when the two codes identify it, as those of Jinja's own delimiters do. */
  readonly isSimple: boolean;
}

/** Prepares a delimiter. */
export function delimiterOf(text: string): Delimiter {
  const { length } = text;
  const codes = codesOf(text);
  const [first = 0, second = 0] = codes;
  const isSimple = length === 2 && !codes.subarray(0, 2).some((code) => code === 0 || code === other);
  return { text, length, first, second, isSimple };
}

/** Tests whether a delimiter stands at an offset. */
export function matchesAt(mark: Delimiter, text: string, codes: Codes, at: number): boolean {
  if (codes[at] !== mark.first) return false;
  return mark.isSimple ? codes[at + 1] === mark.second : text.startsWith(mark.text, at);
}
