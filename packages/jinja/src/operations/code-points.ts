import { indexItem } from '../value/index-item.ts';
import type { Value } from '../value/value.ts';

const surrogate = /[\ud800-\udfff]/;

/** Tests whether a text has characters outside the basic plane, so that its UTF-16 units are not its characters. */
export function hasSurrogates(text: string): boolean {
  return surrogate.test(text);
}

/** Counts the characters (code points) of a text, as Python does. */
export function textLength(text: string): number {
  if (!hasSurrogates(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The characters of a text. */
export function characters(text: string): string[] {
  return hasSurrogates(text) ? Array.from(text) : text.split('');
}

/** The characters from `start` to before `end`. */
export function sliceText(text: string, start: number, end?: number): string {
  if (!hasSurrogates(text)) return text.slice(start, end);
  return Array.from(text).slice(start, end).join('');
}

/** The character at a Python index; undefined out of range. */
export function characterAt(text: string, key: Value): string | undefined {
  if (!hasSurrogates(text)) return indexItem(key, text.length, (index) => text[index]);
  return indexItem(key, textLength(text), (index) =>
    String.fromCodePoint(text.codePointAt(unitOffset(text, index)) ?? 0),
  );
}

/** Characters as a number of UTF-16 units: the offset in the string of the character number `index`. */
export function unitOffset(text: string, index: number): number {
  if (!hasSurrogates(text)) return index;
  let offset = 0;
  let left = index;
  for (const character of text) {
    if (left <= 0) break;
    offset += character.length;
    left -= 1;
  }
  return offset;
}

/** UTF-16 units as a number of characters: the number of the character at `offset`. */
export function characterIndex(text: string, offset: number): number {
  return offset < 0 || !hasSurrogates(text) ? offset : textLength(text.slice(0, offset));
}

/** Order of two texts by code points, as in Python; UTF-16 order differs past the surrogates. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  if (!hasSurrogates(a) && !hasSurrogates(b)) return a < b ? -1 : 1;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
