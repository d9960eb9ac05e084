import { type Codes, codesOf, other } from './characters.ts';

/** A mark that begins or ends tags, ready to be looked for. */
export interface Mark {
  readonly text: string;
  readonly length: number;
  /** The codes of its first two characters; of the second 0 where there is none. */
  readonly first: number;
  readonly second: number;
  /** The two codes say all about it, as they do about Jinja's own marks. */
  readonly isSimple: boolean;
}

/** A mark from its text. */
export function markOf(text: string): Mark {
  const { length } = text;
  const codes = codesOf(text);
  const [first = 0, second = 0] = codes;
  const isSimple = length === 2 && !codes.subarray(0, 2).some((code) => code === 0 || code === other);
  return { text, length, first, second, isSimple };
}

/** Whether a mark stands at an offset. */
export function standsAt(mark: Mark, text: string, codes: Codes, at: number): boolean {
  if (codes[at] !== mark.first) return false;
  return mark.isSimple ? codes[at + 1] === mark.second : text.startsWith(mark.text, at);
}
