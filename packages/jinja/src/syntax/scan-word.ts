import { type Codes, other, slice } from './characters.ts';
import type { Source } from './source.ts';
import { endOfString, unescapeString } from './string-literal.ts';
import { operatorToken, operatorTokens, type Token, token } from './token.ts';

const whitespace = /\s/;
const name = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const float = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;

// What an ASCII character can be part of.
const space = 1;
const digit = 2;
const letter = 3;
const bracket = 4;
const abilities = new Uint8Array(128);
for (const [ability, characters] of [
  [space, '\t\n\v\f\r '],
  [digit, '0123456789'],
  [letter, '_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [bracket, '()[]{}'],
] as const)
  for (const character of characters) abilities[character.charCodeAt(0)] = ability;

// Operators by the code of their first character; no two of the same length begin alike.
const shortOperators = new Array<Token | null>(128).fill(null);
const longOperators = new Array<Token | null>(128).fill(null);
const secondCodes = new Uint8Array(128);
for (const [text, operator] of operatorTokens) {
  const first = text.charCodeAt(0);
  (text.length === 1 ? shortOperators : longOperators)[first] = operator;
  if (text.length > 1) secondCodes[first] = text.charCodeAt(1);
}

const places = 256;
// Longer words are not remembered: engines keep the whole text alive for a long part of it.
const longestRemembered = 12;

/** Offset after the whitespace at `at`. */
export function skipWhitespace(text: string, codes: Codes, at: number): number {
  let end = at;
  while (isWhitespace(text, codes, end)) end += 1;
  return end;
}

/** Tests whether the character at `at` is a bracket. */
export function isBracket(codes: Codes, at: number): boolean {
  return abilities[codes[at] ?? 0] === bracket;
}

/** Tests whether the character at `at` is whitespace. */
export function isWhitespace(text: string, codes: Codes, at: number): boolean {
  const code = codes[at] ?? 0;
  return abilities[code] === space || (code === other && whitespace.test(text[at] ?? ''));
}

/**
 * Reads words of the expression language. It remembers names and numbers, so that one which comes again needs no token and
 * no text of its own.
 */
export class WordScanner {
  /** Offset after the word that was read last. */
  end = 0;
  readonly #words = new Array<Token | null>(places).fill(null);
  /** The codes of the remembered words, each at its place. */
  readonly #spelling = new Uint8Array(places * longestRemembered);

  /**
   * The word at `at`. The caller has skipped whitespace and the end of the tag. Throws a syntax error for a character that
   * begins no word.
   */
  read(source: Source, codes: Codes, at: number): Token {
    const code = codes[at] ?? 0;
    switch (abilities[code]) {
      case letter:
        return this.#name(source.text, codes, at);
      case digit:
        return this.#number(source.text, codes, at);
    }
    const operator = this.#operator(codes, at, code);
    if (operator !== null) return operator;
    if (code === 34 || code === 39) return this.#string(source, codes, at);
    const end = code === other ? matchEnd(name, source.text, at) : at;
    if (end > at) return this.#name(source.text, codes, at);
    const character = String.fromCodePoint(source.text.codePointAt(at) ?? 0);
    throw source.error(`unexpected char '${character}' at ${at}`, at);
  }

  #name(text: string, codes: Codes, at: number): Token {
    let hash = 0;
    let end = at;
    while (isInName(codes[end] ?? 0)) {
      hash = (Math.imul(hash, 31) + (codes[end] ?? 0)) | 0;
      end += 1;
    }
    if (codes[end] !== other) return this.#word('name', hash, text, codes, at, end);
    this.end = matchEnd(name, text, at);
    return operatorToken('name', slice(text, at, this.end));
  }

  #operator(codes: Codes, at: number, code: number): Token | null {
    const second = secondCodes[code];
    if (second !== 0 && second === codes[at + 1]) {
      this.end = at + 2;
      return longOperators[code] ?? null;
    }
    this.end = at + 1;
    return shortOperators[code] ?? null;
  }

  #number(text: string, codes: Codes, at: number): Token {
    let hash = 0;
    let end = at;
    while (abilities[codes[end] ?? 0] === digit) {
      hash = (Math.imul(hash, 31) + (codes[end] ?? 0)) | 0;
      end += 1;
    }
    const isPlain = codes[at] !== 48 || end === at + 1;
    const after = codes[end] ?? 0;
    // A fraction, an exponent, a base or an underscore follows a dot, a letter or an underscore.
    if (isPlain && after !== 46 && abilities[after] !== letter)
      return this.#word('integer', hash, text, codes, at, end);
    const floatEnd = codes[at - 1] === 46 ? at : matchEnd(float, text, at);
    this.end = floatEnd > at ? floatEnd : matchEnd(integer, text, at);
    const value = slice(text, at, this.end).replaceAll('_', '');
    return token(floatEnd > at ? 'float' : 'integer', value);
  }

  #string(source: Source, codes: Codes, at: number): Token {
    const close = endOfString(codes, at, source.text.length);
    if (close === -1) throw source.error(`unexpected char '${source.text[at]}' at ${at}`, at);
    const value = unescapeString(slice(source.text, at + 1, close));
    if (typeof value !== 'string') throw source.error(value.problem, at);
    this.end = close + 1;
    return token('string', value);
  }

  /** The word from `at` to `end`, remembered or new. */
  #word(type: 'name' | 'integer', hash: number, text: string, codes: Codes, at: number, end: number): Token {
    this.end = end;
    const place = hash & (places - 1);
    const known = this.#words[place] ?? null;
    const length = end - at;
    if (known !== null && known.value.length === length && this.#isSpelled(place, codes, at, length))
      return known;
    const read = operatorToken(type, slice(text, at, end));
    if (length > longestRemembered) return read;
    this.#words[place] = read;
    for (let index = 0; index < length; index += 1)
      this.#spelling[place * longestRemembered + index] = codes[at + index] ?? 0;
    return read;
  }

  #isSpelled(place: number, codes: Codes, at: number, length: number): boolean {
    const from = place * longestRemembered;
    for (let index = 0; index < length; index += 1)
      if (this.#spelling[from + index] !== codes[at + index]) return false;
    return true;
  }
}

function isInName(code: number): boolean {
  const ability = abilities[code];
  return ability === letter || ability === digit;
}

/** Returns the end of the match of a sticky pattern at `at`; `at` itself when it does not match. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
