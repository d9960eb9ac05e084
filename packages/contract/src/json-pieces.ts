import { valueSize } from './value-size.ts';

/** Bytes of memory of data that is handled in one piece, see {@link valueSize}: a millisecond of work or so. */
const pieceSize = 256 * 1024;

/**
 * Consecutive members of a list or an object: those that are small together, as a list or an object of their own, or a single one
 * that is large and can be split itself.
 */
export type JsonPart =
  | { readonly isLarge: false; readonly members: object }
  | { readonly isLarge: true; readonly name: string; readonly member: object };

/** Returns whether data is worth splitting: a list or an object that takes more than 256 kB of memory. */
export function isLargeJson(value: unknown): value is object {
  return isSplittable(value) && valueSize(value, pieceSize) > pieceSize;
}

/** Splits a list or an object into its parts, in the order of its members. One text is never split. */
export function* splitJson(value: object): Generator<JsonPart> {
  const { length, member, name, slice } = readMembers(value);
  let from = 0;
  let size = 0;
  for (let at = 0; at < length; at += 1) {
    const next = member(at);
    const nextSize = valueSize(next, pieceSize);
    if (from < at && size + nextSize > pieceSize) {
      yield { isLarge: false, members: slice(from, at) };
      [from, size] = [at, 0];
    }
    size += nextSize;
    if (nextSize <= pieceSize || !isSplittable(next)) continue;
    yield { isLarge: true, name: name(at), member: next };
    [from, size] = [at + 1, 0];
  }
  if (from < length) yield { isLarge: false, members: slice(from, length) };
}

/** Yields the text that `JSON.stringify` returns in pieces. A piece takes longer than others where it has a single long text. */
export function jsonPieces(value: unknown): Generator<string> {
  return piecesAfter('', value);
}

function* piecesAfter(before: string, value: unknown): Generator<string> {
  if (!isLargeJson(value)) {
    yield before + JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let start = before + (isList ? '[' : '{');
  for (const part of splitJson(value)) {
    if (part.isLarge) {
      yield* piecesAfter(isList ? start : `${start}${JSON.stringify(part.name)}:`, part.member);
    } else {
      const inner = JSON.stringify(part.members).slice(1, -1);
      if (inner === '') continue;
      yield start + inner;
    }
    start = ',';
  }
  const end = isList ? ']' : '}';
  yield start === ',' ? end : start + end;
}

function isSplittable(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Reads members of lists and objects alike. */
function readMembers(value: object) {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return {
      length: list.length,
      member: (at: number) => list[at],
      name: String,
      slice: (from: number, to: number): object => list.slice(from, to),
    };
  }
  const entries: readonly [string, unknown][] = Object.entries(value);
  return {
    length: entries.length,
    member: (at: number) => entries[at]?.[1],
    name: (at: number) => entries[at]?.[0] ?? '',
    slice: (from: number, to: number): object => Object.fromEntries(entries.slice(from, to)),
  };
}
