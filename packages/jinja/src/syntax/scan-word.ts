import type { Source } from './source.ts';
import { endOfString, unescapeString } from './string-literal.ts';
import type { Token } from './token.ts';

const whitespace = /\s+/y;
const name = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const float = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;
const operator = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/y;

/** Offset after the whitespace at `at`. */
export function skipWhitespace(text: string, at: number): number {
  return matchEnd(whitespace, text, at);
}

/**
 * The word of the expression language at `at` and the offset after it. The caller has skipped whitespace and the end of the
 * tag. Throws a syntax error for a character that begins no word.
 */
export function scanWord(source: Source, at: number): { token: Token; end: number } {
  const { text } = source;
  const code = text.charCodeAt(at);
  if (code === 34 || code === 39) return scanString(source, at);
  if (code >= 48 && code <= 57) return scanNumber(text, at);
  const nameEnd = matchEnd(name, text, at);
  if (nameEnd > at) return { token: { type: 'name', value: text.slice(at, nameEnd), at }, end: nameEnd };
  const operatorEnd = matchEnd(operator, text, at);
  if (operatorEnd > at)
    return { token: { type: 'operator', value: text.slice(at, operatorEnd), at }, end: operatorEnd };
  throw source.error(`unexpected char '${String.fromCodePoint(text.codePointAt(at) ?? 0)}' at ${at}`, at);
}

function scanNumber(text: string, at: number): { token: Token; end: number } {
  const floatEnd = text[at - 1] === '.' ? at : matchEnd(float, text, at);
  const type = floatEnd > at ? 'float' : 'integer';
  const end = floatEnd > at ? floatEnd : matchEnd(integer, text, at);
  return { token: { type, value: text.slice(at, end).replaceAll('_', ''), at }, end };
}

function scanString(source: Source, at: number): { token: Token; end: number } {
  const close = endOfString(source.text, at);
  if (close === -1) throw source.error(`unexpected char '${source.text[at]}' at ${at}`, at);
  const value = unescapeString(source.text.slice(at + 1, close));
  if (typeof value !== 'string') throw source.error(value.problem, at);
  return { token: { type: 'string', value, at }, end: close + 1 };
}

/** Where a sticky pattern stops when it matches at `at`; `at` itself when it does not. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
