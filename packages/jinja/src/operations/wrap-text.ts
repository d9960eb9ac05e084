import { runtimeError } from '../error.ts';
import { characters, hasSurrogates, textLength } from './code-points.ts';

export interface WrapOptions {
  /** Characters per line. */
  readonly width: number;
  /** True when the width is an int; no word can be broken at a float. */
  readonly hasWholeWidth: boolean;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

const blanks = '\t\n\v\f\r ';
const letter = /[^\P{L}\d_]/u;
const wordCharacter = /[\p{L}\p{N}_]/u;
const beforeDash = /[\p{L}\p{N}_!"'&.,?]/u;

/** A run of blanks or a word, or what is left of one: `items` from `from` on. */
interface Chunk {
  readonly items: string | readonly string[];
  readonly from: number;
  /** End of the last character that is no blank. */
  readonly inkEnd: number;
}

/** Breaks one line into lines of at most `width` characters, at spaces and after hyphens, as Python's textwrap. */
export function wrapText(line: string, options: WrapOptions): string[] {
  const { width } = options;
  if (width <= 0) throw runtimeError(`invalid width ${width} (must be > 0)`);
  const parts = options.breakOnHyphens ? hyphenChunks(line) : blankChunks(line);
  const chunks = parts.map(chunkOf).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && isBlank(chunks.at(-1))) chunks.pop();
    const current = takeLine(chunks, options);
    if (current.at(-1)?.trim() === '') current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}

function takeLine(chunks: Chunk[], options: WrapOptions): string[] {
  const current: string[] = [];
  let length = 0;
  let next = chunks.at(-1);
  while (next !== undefined && length + sizeOf(next) <= options.width) {
    length += sizeOf(next);
    current.push(textOf(next, sizeOf(next)));
    chunks.pop();
    next = chunks.at(-1);
  }
  if (next === undefined || sizeOf(next) <= options.width) return current;
  if (!options.breakLongWords) {
    if (current.length > 0) return current;
    chunks.pop();
    return [textOf(next, sizeOf(next))];
  }
  chunks.pop();
  const space = options.width < 1 ? 1 : options.width - length;
  if (options.width >= 1 && !options.hasWholeWidth) throw runtimeError('slice indices must be integers');
  const count = breakPoint(next, space, options.breakOnHyphens);
  current.push(textOf(next, count));
  if (count < sizeOf(next)) chunks.push({ ...next, from: next.from + count });
  return current;
}

function breakPoint(chunk: Chunk, space: number, onHyphens: boolean): number {
  if (!onHyphens || sizeOf(chunk) <= space) return space;
  const items = chunk.items.slice(chunk.from, chunk.from + space);
  const hyphen = items.lastIndexOf('-');
  const useful = hyphen > 0 && Array.from(items.slice(0, hyphen)).some((item) => item !== '-');
  return useful ? hyphen + 1 : space;
}

function chunkOf(text: string): Chunk {
  const items = hasSurrogates(text) ? characters(text) : text;
  const ink = text.trimEnd();
  return { items, from: 0, inkEnd: items === text ? ink.length : textLength(ink) };
}

function sizeOf({ items, from }: Chunk): number {
  return items.length - from;
}

function textOf({ items, from }: Chunk, count: number): string {
  const taken = items.slice(from, from + count);
  return typeof taken === 'string' ? taken : taken.join('');
}

function isBlank(chunk: Chunk | undefined): boolean {
  return chunk !== undefined && chunk.inkEnd <= chunk.from;
}

function blankChunks(line: string): string[] {
  return line.split(/([\t\n\v\f\r ]+)/).filter((chunk) => chunk !== '');
}

/** Runs of blanks, and words that end where a line may break inside them: after a hyphen between letters, around dashes. */
function hyphenChunks(line: string): string[] {
  return blankChunks(line).flatMap((chunk) =>
    blanks.includes(chunk.charAt(0)) ? [chunk] : wordChunks(chunk),
  );
}

function wordChunks(word: string): string[] {
  if (!word.includes('-')) return [word];
  const items = characters(word);
  const chunks: string[] = [];
  let from = 0;
  for (let at = 0; at < items.length; at += 1) {
    if (items[at] !== '-') continue;
    const dashEnd = at > 0 && beforeDash.test(items[at - 1] ?? '') ? endOfDashes(items, at) : at;
    const isDash = dashEnd - at >= 2 && isWord(items[dashEnd]);
    if (isDash) {
      if (at > from) chunks.push(items.slice(from, at).join(''));
      chunks.push(items.slice(at, dashEnd).join(''));
      from = dashEnd;
      at = dashEnd - 1;
    } else if (at > from && breaksAfter(items, at)) {
      chunks.push(items.slice(from, at + 1).join(''));
      from = at + 1;
    }
  }
  if (from < items.length) chunks.push(items.slice(from).join(''));
  return chunks;
}

function endOfDashes(items: readonly string[], from: number): number {
  let end = from;
  while (items[end] === '-') end += 1;
  return end;
}

function breaksAfter(items: readonly string[], at: number): boolean {
  const two = isLetter(items[at - 1]) && isLetter(items[at - 2]);
  const split = isLetter(items[at - 1]) && items[at - 2] === '-' && isLetter(items[at - 3]);
  const next = items[at + 2] === '-' ? items[at + 3] : items[at + 2];
  return (two || split) && isLetter(items[at + 1]) && isLetter(next);
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && letter.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && wordCharacter.test(character);
}
