import { type CanonicalText, canonicalText } from './canonical-text.ts';
import type { TextRange } from './text-range.ts';

/** Stands where a text was shortened: at its end, or in its middle. */
const cutMark = '…';
/** Fewest characters of a secret's own beginning or end that are masked beside a mark. */
const minimumEdge = 5;
/** Fewest characters out of its middle. */
const minimumMiddle = 8;
/** An escape of one character has at most this many. */
const widestEscape = 14;
/** Characters that hold {@link minimumEdge} signs in any form. */
const probeLength = (minimumEdge + 1) * widestEscape;

/**
 * Creates a function that finds what is left of a secret beside the mark `…` of a shortened text: its beginning before a
 * mark or its end after one, of at least 5 characters, or at least 8 characters out of its middle.
 *
 * @param needles canonical forms of the secrets
 */
export function createCutFinder(needles: readonly string[]): (text: string) => readonly TextRange[] {
  const long = needles.filter((needle) => needle.length > minimumEdge);
  const longest = Math.max(0, ...long.map((needle) => needle.length));
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

  const before = (text: string, mark: number): TextRange | null => {
    const lookBack = (length: number) => trimmed(text, Math.max(0, mark - length), mark);
    const raw = text.slice(Math.max(0, mark - plainLength), mark);
    const part = plainEnd.exec(raw)?.[0] ?? lookBack(probeOf(raw)).text.slice(-minimumEdge);
    const candidates = byPart.get(part);
    if (!candidates) return null;
    const { text: shown, canonical, offset } = lookBack(longest * widestEscape);
    const left = Math.max(0, ...[...candidates].map((needle) => lengthBefore(shown, needle)));
    if (left === 0) return null;
    return {
      start: canonical.start(offset + shown.length - left),
      end: canonical.end(offset + shown.length - 1),
    };
  };
  const after = (text: string, mark: number): TextRange | null => {
    const lookAhead = (length: number) => trimmed(text, mark + 1, Math.min(text.length, mark + 1 + length));
    const raw = text.slice(mark + 1, mark + 1 + plainLength);
    const part = plainStart.exec(raw)?.[0] ?? lookAhead(probeOf(raw)).text.slice(0, minimumEdge);
    const candidates = byPart.get(part);
    if (!candidates) return null;
    const { text: shown, canonical, offset } = lookAhead(longest * widestEscape);
    const left = Math.max(0, ...[...candidates].map((needle) => lengthAfter(shown, needle)));
    if (left === 0) return null;
    return { start: canonical.start(offset), end: canonical.end(offset + left - 1) };
  };

  return (text) => {
    const found: TextRange[] = [];
    for (let mark = text.indexOf(cutMark); mark >= 0; mark = text.indexOf(cutMark, mark + 1)) {
      for (const range of [before(text, mark), after(text, mark)]) if (range) found.push(range);
    }
    return found;
  };
}

/** Most texts end and start so, and stand for themselves. */
const plainEnd = /[A-Za-z0-9]{5}$/;
const plainStart = /^[A-Za-z0-9]{5}/;
/** So many characters decide when no escape and no run of blanks is among them. */
const plainLength = 24;

function probeOf(raw: string): number {
  return /[%&\\]|\s{3}/.test(raw) ? probeLength : plainLength;
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
  let length = minimumEdge;
  while (length < shown.length && needle.includes(shown.slice(-length - 1))) length += 1;
  if (length >= minimumMiddle) return length;
  while (length >= minimumEdge && !needle.startsWith(shown.slice(-length))) length -= 1;
  return length >= minimumEdge ? length : 0;
}

/** Returns how many characters at the start of a text are what is left of a secret. */
function lengthAfter(shown: string, needle: string): number {
  let length = minimumEdge;
  while (length < shown.length && needle.includes(shown.slice(0, length + 1))) length += 1;
  if (length >= minimumMiddle) return length;
  while (length >= minimumEdge && !needle.endsWith(shown.slice(0, length))) length -= 1;
  return length >= minimumEdge ? length : 0;
}
