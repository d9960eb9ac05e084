import { decodedAt, slashAt } from './decode-escape.ts';

/** A text in its simplest form, and where each of its characters came from in the text that it was made of. */
export interface CanonicalText {
  readonly text: string;
  /** Index at which the source of a character starts. */
  start(index: number): number;
  /** Index at which the source of a character ends. */
  end(index: number): number;
}

/** The part of a text that is converted. */
export interface Area {
  /** Default: the start of the text. */
  readonly from?: number;
  /** Default: the end of the text. */
  readonly to?: number;
}

/**
 * Converts a part of a text: percent-encoding, HTML entities and JSON escapes are decoded (unless `plain`), letters are
 * composed, and characters that views and file names exchange are one `_`: blanks, quotes, slashes, reserved characters of
 * file names, and runs of them.
 */
export function canonicalText(
  source: string,
  { from = 0, to = source.length, plain = false }: Area & { readonly plain?: boolean } = {},
): CanonicalText {
  const out = createWriter(source);
  for (let at = from; at < to; ) {
    const runEnd = endOfRun(source, at, to, isSelf);
    if (runEnd > at) {
      out.copy(at, runEnd);
      at = runEnd;
      continue;
    }
    const decoded = plain ? null : decodedAt(source, at);
    const sign = decoded?.sign ?? String.fromCodePoint(source.codePointAt(at) ?? 0);
    const end = decoded?.end ?? at + sign.length;
    if (exchanged.test(sign)) out.join(at, end);
    else if (isMark(sign)) out.compose(sign, at, end);
    else if (!ignored.test(sign)) out.put(sign, at, end);
    at = end;
  }
  return out;
}

/** Converts base64: both alphabets are one, and line breaks are left out. */
export function canonicalBase64(source: string, { from = 0, to = source.length }: Area = {}): CanonicalText {
  const out = createWriter(source);
  for (let at = from; at < to; ) {
    const runEnd = endOfRun(source, at, to, isLetterOrDigit);
    if (runEnd > at) {
      out.copy(at, runEnd);
      at = runEnd;
      continue;
    }
    lineBreak.lastIndex = at;
    const skipped = lineBreak.exec(source);
    const decoded = skipped ? null : (slashAt(source, at) ?? decodedAt(source, at));
    const sign = decoded?.sign ?? source.charAt(at);
    const end = skipped ? at + skipped[0].length : (decoded?.end ?? at + 1);
    if (!skipped) out.put(sign === '-' ? '+' : sign === '_' ? '/' : sign, at, end);
    at = end;
  }
  return out;
}

const exchanged = /[\s_+"'`“”„‟‘’‚‛«»‹›/\\<>:|?*]/u;
const ignored = /[\p{Cc}\p{Cf}]/u;
const lineBreak = /(?:[\r\n]|\\{1,4}[rn])/y;

/** Most characters are one of these: they stand for themselves, and none of them begins anything that is decoded. */
const selves = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.,;!=#()[\]{}~^@$-]/.test(String.fromCharCode(code)) && code !== 0x5f ? 1 : 0,
);

function isSelf(code: number): boolean {
  return selves[code] === 1;
}

/** Returns whether a character, an accented Latin letter too, stands for itself and begins nothing that is decoded. */
export function isPlain(code: number): boolean {
  return isSelf(code) || (code >= 0xc0 && code <= 0x24f);
}

const exchangedCodes = Uint8Array.from({ length: 128 }, (_, code) =>
  code !== 0x5c && exchanged.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Returns whether an ASCII character becomes `_`. A backslash may begin an escape instead. */
export function isExchanged(code: number): boolean {
  return exchangedCodes[code] === 1;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function endOfRun(source: string, at: number, to: number, isMember: (code: number) => boolean): number {
  let end = at;
  while (end < to && isMember(source.charCodeAt(end))) end += 1;
  return end;
}

function isMark(sign: string): boolean {
  return sign > '\x7f' && /\p{M}/u.test(sign);
}

/** Characters that come from one place of the source: each from its own character, or all of them from the whole place. */
interface Piece {
  readonly text: string;
  /** Index of its first character in the canonical text. */
  readonly index: number;
  readonly start: number;
  end: number;
  readonly isCopy: boolean;
}

function createWriter(source: string) {
  const pieces: Piece[] = [];
  let length = 0;
  let text: string | null = null;

  const add = (part: string, start: number, end: number, isCopy: boolean): void => {
    pieces.push({ text: part, index: length, start, end, isCopy });
    length += part.length;
  };
  const pieceAt = (index: number): Piece | undefined => {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle]?.index ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  };
  return {
    get text() {
      text ??= pieces.map((piece) => piece.text).join('');
      return text;
    },
    start(index: number): number {
      const piece = pieceAt(index);
      if (!piece) return 0;
      return piece.isCopy ? piece.start + index - piece.index : piece.start;
    },
    end(index: number): number {
      const piece = pieceAt(index);
      if (!piece) return 0;
      return piece.isCopy ? piece.start + index - piece.index + 1 : piece.end;
    },
    /** Takes characters over as they are. */
    copy: (start: number, end: number) => add(source.slice(start, end), start, end, true),
    put: (sign: string, start: number, end: number) => add(sign, start, end, false),
    /** Adds `_`, or makes the one before it longer. */
    join(start: number, end: number) {
      const last = pieces.at(-1);
      if (last?.text === '_' && !last.isCopy) last.end = end;
      else add('_', start, end, false);
    },
    /** Adds a mark to the letter before it. */
    compose(mark: string, start: number, end: number) {
      const last = pieces.at(-1);
      const composed = `${last?.text.at(-1) ?? ''}${mark}`.normalize('NFC');
      if (!last || composed.length !== 1) {
        add(mark, start, end, false);
        return;
      }
      pieces.pop();
      length -= last.text.length;
      if (last.text.length > 1) add(last.text.slice(0, -1), last.start, last.end - 1, true);
      add(composed, last.isCopy ? last.end - 1 : last.start, end, false);
    },
  };
}
