import { type CanonicalText, canonicalText, isExchanged, isPlain } from './canonical-text.ts';
import type { TextRange } from './text-range.ts';

/** Stands where a text was shortened: at its end, or in its middle. */
const cutMark = '…';
/** Fewest characters of a secret's own beginning or end that are masked beside a mark. */
const minimumEdge = 5;
/** Fewest characters out of its middle. */
const minimumMiddle = 8;
/** An escape of one character has at most this many. */
const widestEscape = 24;
/** Characters that hold {@link minimumEdge} signs in any form. */
const probeLength = (minimumEdge + 1) * widestEscape;
/** Characters beside a mark that are compared first; more are, twice as many each time, while they belong to a secret. */
const firstLength = 2 * probeLength;
/**
 * Marks of one text whose surroundings are decoded. Beside further ones, whatever would have to be decoded is masked: such a
 * text was made to keep the process busy.
 */
const maxDecodedMarks = 2_000;

/**
 * Creates a function that finds what is left of a secret beside the mark `…` of a shortened text: its beginning before a
 * mark or its end after one, of at least 5 characters, or at least 8 characters out of its middle. Takes time in
 * proportion to the text.
 *
 * @param needles canonical forms of the secrets
 */
export function createCutFinder(needles: readonly string[]): (text: string) => readonly TextRange[] {
  const long = needles.filter((needle) => needle.length > minimumEdge);
  const byPart = new Map<string, Set<string>>();
  for (const needle of long) {
    for (let at = 0; at + minimumEdge <= needle.length; at += 1) {
      const part = needle.slice(at, at + minimumEdge);
      const known = byPart.get(part);
      if (known) known.add(needle);
      else byPart.set(part, new Set([needle]));
    }
  }
  if (long.length === 0) return () => [];
  const hasMark = long.some((needle) => needle.includes(cutMark));

  const before = (text: string, mark: number, from: number, mayDecode: boolean): TextRange | null => {
    if (mark - from < minimumEdge) return null;
    const plain = plainEnd(text, from, mark);
    const coarse = { start: Math.max(from, mark - plainLength), end: mark };
    if (plain === null && !mayDecode) return coarse;
    const lookBack = (length: number) => trimmed(text, Math.max(from, mark - length), mark);
    const part = plain ?? lookBack(probeLength).text.slice(-minimumEdge);
    const candidates = byPart.get(part);
    if (!candidates) return null;
    if (!mayDecode && coarse.start === from) return coarse;
    for (let length = firstLength; ; length *= 2) {
      const { text: shown, canonical, offset } = lookBack(length);
      const left = Math.max(0, ...[...candidates].map((needle) => lengthBefore(shown, needle)));
      // The first characters can be the rest of an escape that began before them.
      if (left + widestEscape >= shown.length && mark - length > from) continue;
      if (left === 0) return null;
      return {
        start: canonical.start(offset + shown.length - left),
        end: canonical.end(offset + shown.length - 1),
      };
    }
  };
  const after = (text: string, mark: number, to: number, mayDecode: boolean): TextRange | null => {
    const start = mark + 1;
    if (to - start < minimumEdge) return null;
    const plain = plainStart(text, start, to);
    const coarse = { start, end: Math.min(to, start + plainLength) };
    if (plain === null && !mayDecode) return coarse;
    const lookAhead = (length: number) => trimmed(text, start, Math.min(to, start + length));
    const part = plain ?? lookAhead(probeLength).text.slice(0, minimumEdge);
    const candidates = byPart.get(part);
    if (!candidates) return null;
    if (!mayDecode && coarse.end === to) return coarse;
    for (let length = firstLength; ; length *= 2) {
      const { text: shown, canonical, offset } = lookAhead(length);
      const left = Math.max(0, ...[...candidates].map((needle) => lengthAfter(shown, needle)));
      if (left + widestEscape >= shown.length && start + length < to) continue;
      if (left === 0) return null;
      return { start: canonical.start(offset), end: canonical.end(offset + left - 1) };
    }
  };

  return (text) => {
    const found: TextRange[] = [];
    let last = -1;
    let marks = 0;
    for (let mark = text.indexOf(cutMark); mark >= 0; ) {
      const next = text.indexOf(cutMark, mark + 1);
      const [from, to] = hasMark ? [0, text.length] : [last + 1, next < 0 ? text.length : next];
      marks += 1;
      const mayDecode = marks <= maxDecodedMarks;
      for (const range of [before(text, mark, from, mayDecode), after(text, mark, to, mayDecode)])
        if (range) found.push(range);
      last = mark;
      mark = next;
    }
    return found;
  };
}

/** So many characters are masked beside a mark where they would have to be decoded and are not. */
const plainLength = 24;

/**
 * Returns the last canonical characters of a text where they can be read without decoding: letters, digits and signs that
 * stand for themselves, and blanks. Null where an escape, or a letter that may be composed of several, is among them.
 */
function plainEnd(text: string, from: number, to: number): string | null {
  let part = '';
  let at = to - 1;
  for (let isFirst = true; at >= from && part.length < minimumEdge; isFirst = false) {
    const code = text.charCodeAt(at);
    if (isExchanged(code)) {
      while (at >= from && isExchanged(text.charCodeAt(at))) at -= 1;
      // A blank before the mark is no part of a secret.
      if (!isFirst) part = `_${part}`;
    } else if (isPlain(code)) {
      part = text.charAt(at) + part;
      at -= 1;
    } else return null;
  }
  // What stands before can be the rest of an escape.
  const isWhole =
    part.length < minimumEdge || !/[%&\\]/.test(text.slice(Math.max(from, at - widestEscape), at + 1));
  return isWhole ? part : null;
}

/** The same for the first canonical characters. */
function plainStart(text: string, from: number, to: number): string | null {
  let part = '';
  let at = from;
  for (let isFirst = true; at < to && part.length < minimumEdge; isFirst = false) {
    const code = text.charCodeAt(at);
    if (isExchanged(code)) {
      while (at < to && isExchanged(text.charCodeAt(at))) at += 1;
      if (!isFirst) part += '_';
    } else if (isPlain(code)) {
      part += text.charAt(at);
      at += 1;
    } else return null;
  }
  // A mark that follows would be composed with the last letter.
  return at < to && text.charCodeAt(at) > 0x7f && !isPlain(text.charCodeAt(at)) ? null : part;
}

/** A canonical text without what is no part of a secret beside a mark, and how many characters that took from its start. */
interface Trimmed {
  readonly text: string;
  readonly canonical: CanonicalText;
  readonly offset: number;
}

function trimmed(source: string, from: number, to: number): Trimmed {
  const canonical = canonicalText(source, { from, to });
  const offset = canonical.text.startsWith('_') ? 1 : 0;
  // A blank, or the beginning of an escape that was cut.
  return { text: canonical.text.slice(offset).replace(/(?:_|%[0-9a-f]?)$/i, ''), canonical, offset };
}

/** Returns how many characters at the end of a text are what is left of a secret. */
function lengthBefore(shown: string, needle: string): number {
  return measurePart(
    Math.min(shown.length, needle.length),
    (length) => needle.includes(shown.slice(-length)),
    (length) => needle.startsWith(shown.slice(-length)),
  );
}

/** Returns how many characters at the start of a text are what is left of a secret. */
function lengthAfter(shown: string, needle: string): number {
  return measurePart(
    Math.min(shown.length, needle.length),
    (length) => needle.includes(shown.slice(0, length)),
    (length) => needle.endsWith(shown.slice(0, length)),
  );
}

/** The length of the longest part inside of a secret, or, when that is short, at its edge. Parts of a part are inside too. */
function measurePart(
  longest: number,
  isInside: (length: number) => boolean,
  isAtEdge: (length: number) => boolean,
): number {
  let [low, high] = [minimumEdge, longest];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isInside(middle)) low = middle;
    else high = middle - 1;
  }
  if (low >= minimumMiddle) return low;
  for (let length = low; length >= minimumEdge; length -= 1) if (isAtEdge(length)) return length;
  return 0;
}
