import { codeAt, slice } from './characters.ts';
import type { Source } from './source.ts';
import { endOfString, unescapeString } from './string-literal.ts';
import type { Token, TokenType } from './token.ts';

const whitespace = /\s/;
const name = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const float = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;

// What an ASCII character can be part of. Looking it up takes a fraction of a match, and most of lexing is this.
const space = 1;
const digit = 2;
const letter = 4;
const operator = 8;
const abilities = new Uint8Array(128);
for (const [ability, characters] of [
  [space, '\t\n\v\f\r '],
  [digit, '0123456789'],
  [letter, '_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [operator, '-+/*%~[](){}><=.:|,;'],
] as const)
  for (const character of characters) abilities[character.charCodeAt(0)] = ability;

/** Offset after the whitespace at `at`. */
export function skipWhitespace(text: string, at: number): number {
  let end = at;
  while (isWhitespace(codeAt(text, end))) end += 1;
  return end;
}

/**
 * Adds the word of the expression language at `at` to the tokens and answers the offset after it. The caller has skipped
 * whitespace and the end of the tag. Throws a syntax error for a character that begins no word.
 */
export function scanWord(source: Source, at: number, tokens: Token[]): number {
  const { text } = source;
  const code = codeAt(text, at);
  if (code === 34 || code === 39) return scanString(source, at, tokens);
  switch (abilities[code]) {
    case digit:
      return scanNumber(text, at, tokens);
    case operator:
      return add('operator', text, at, operatorEnd(text, at, code), tokens);
  }
  const end = nameEnd(text, at);
  if (end > at) return add('name', text, at, end, tokens);
  if (text.startsWith('!=', at)) return add('operator', text, at, at + 2, tokens);
  throw source.error(`unexpected char '${String.fromCodePoint(text.codePointAt(at) ?? 0)}' at ${at}`, at);
}

/** Whether the character with a code is whitespace. */
export function isWhitespace(code: number): boolean {
  return code < 128 ? abilities[code] === space : whitespace.test(String.fromCharCode(code));
}

function add(type: TokenType, text: string, at: number, end: number, tokens: Token[]): number {
  tokens.push({ type, value: slice(text, at, end), at });
  return end;
}

/** Of two characters are `//`, `**`, `==`, `>=` and `<=`. */
function operatorEnd(text: string, at: number, code: number): number {
  const next = codeAt(text, at + 1);
  const isDoubled = next === code && (code === 47 || code === 42);
  const isComparison = next === 61 && code >= 60 && code <= 62;
  return isDoubled || isComparison ? at + 2 : at + 1;
}

function nameEnd(text: string, at: number): number {
  let end = at;
  if (abilities[codeAt(text, at)] === letter) end = skip(letter | digit, text, at + 1);
  return codeAt(text, end) < 128 || end === text.length ? end : matchEnd(name, text, at);
}

function scanNumber(text: string, at: number, tokens: Token[]): number {
  const end = skip(digit, text, at + 1);
  const isPlain = codeAt(text, at) !== 48 || end === at + 1;
  const after = codeAt(text, end);
  // A fraction, an exponent, a base or an underscore follows a dot, a letter or an underscore.
  if (isPlain && after !== 46 && abilities[after] !== letter) return add('integer', text, at, end, tokens);
  return scanRareNumber(text, at, tokens);
}

function scanRareNumber(text: string, at: number, tokens: Token[]): number {
  const floatEnd = text[at - 1] === '.' ? at : matchEnd(float, text, at);
  const type = floatEnd > at ? 'float' : 'integer';
  const end = floatEnd > at ? floatEnd : matchEnd(integer, text, at);
  tokens.push({ type, value: slice(text, at, end).replaceAll('_', ''), at });
  return end;
}

function scanString(source: Source, at: number, tokens: Token[]): number {
  const close = endOfString(source.text, at);
  if (close === -1) throw source.error(`unexpected char '${source.text[at]}' at ${at}`, at);
  const value = unescapeString(slice(source.text, at + 1, close));
  if (typeof value !== 'string') throw source.error(value.problem, at);
  tokens.push({ type: 'string', value, at });
  return close + 1;
}

/** Offset after the characters at `at` that have one of the abilities. */
function skip(wanted: number, text: string, at: number): number {
  let end = at;
  while (((abilities[codeAt(text, end)] ?? 0) & wanted) !== 0) end += 1;
  return end;
}

/** Where a sticky pattern stops when it matches at `at`; `at` itself when it does not. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
