import { type Codes, codesOf, slice } from './characters.ts';
import { delimiterOf, matchesAt } from './delimiter.ts';
import type { Lexer } from './lexer.ts';
import { isBracket, isWhitespace, skipWhitespace } from './scan-word.ts';
import type { Source } from './source.ts';
import { endOfTag, type TagEnd } from './tag-end.ts';
import type { TagStart } from './tag-start.ts';
import { type Token, token } from './token.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

const variableBegin = token('variable_begin', '');
const blockBegin = token('block_begin', '');
const eof = token('eof', '');
const raw = delimiterOf('raw');

/** Reads a source token by token, so that what is wrong first in it is reported first, as in Jinja. */
export class TokenStream {
  /** Offset of the token that was read last. */
  at = 0;
  readonly #source: Source;
  readonly #lexer: Lexer;
  readonly #codes: Codes;
  /** The closing brackets that are due. */
  readonly #open: string[] = [];
  #next = 0;
  /** The tag after the text that was read last. */
  #tag: TagStart | null = null;
  /** End of the current tag; null outside of tags, and in an expression, where the text is its end. */
  #tagEnd: TagEnd | null = null;
  #isInside: boolean;

  /** Of a bare expression all of the source is read as if it stood inside of a tag. */
  constructor(source: Source, lexer: Lexer, isExpression: boolean) {
    this.#source = source;
    this.#lexer = lexer;
    this.#codes = codesOf(source.text);
    this.#isInside = isExpression;
  }

  /** The next token; of type `eof` at the end, however often it is asked for. */
  next(): Token {
    const { text } = this.#source;
    while (!this.#isInside) {
      if (this.#next >= text.length) return this.#end();
      const token = this.#tag === null ? this.#data(text) : this.#begin(this.#tag);
      if (token !== null) return token;
    }
    return this.#word(text);
  }

  #end(): Token {
    this.at = this.#source.text.length;
    return eof;
  }

  /** Text up to the next tag; null when there is none. */
  #data(text: string): Token | null {
    const from = this.#next;
    const tag = this.#lexer.findTagStart(text, from, this.#codes);
    this.#tag = tag;
    this.#next = tag === null ? text.length : tag.start;
    if (this.#next === from) return null;
    const whole = slice(text, from, this.#next);
    return this.#text(tag === null ? whole : this.#trimBefore(whole, text[tag.end], tag, from), from);
  }

  #text(value: string, at: number): Token | null {
    if (value === '') return null;
    this.at = at;
    return token('data', value);
  }

  #trimBefore(data: string, sign: string | undefined, tag: TagStart, from: number): string {
    if (tag.type === 'line-statement' || tag.type === 'line-comment') return data;
    if (sign === '-') return data.trimEnd();
    if (sign === '+' || !this.#lexer.options.lstripBlocks || tag.type === 'variable') return data;
    const lineStart = data.lastIndexOf('\n') + 1;
    const startsLine = lineStart > 0 || from === 0 || this.#source.text[from - 1] === '\n';
    return startsLine && data.slice(lineStart).trim() === '' ? data.slice(0, lineStart) : data;
  }

  /** The beginning of a tag; of what is no tag to the parsers, the text inside it if there is any. */
  #begin(tag: TagStart): Token | null {
    const { text } = this.#source;
    this.#tag = null;
    const sign = this.#codes[tag.end];
    const afterSign = sign === 45 || sign === 43 ? tag.end + 1 : tag.end;
    switch (tag.type) {
      case 'variable':
        return this.#enter(variableBegin, tag, afterSign, this.#lexer.variableEnd);
      case 'block':
        if (matchesAt(raw, text, this.#codes, skipWhitespace(text, this.#codes, afterSign))) {
          const { rawStart } = this.#lexer;
          rawStart.lastIndex = tag.start;
          if (rawStart.test(text)) return this.#raw(tag, rawStart.lastIndex);
        }
        return this.#enter(blockBegin, tag, afterSign, this.#lexer.blockEnd);
      case 'line-statement':
        return this.#enter(blockBegin, tag, tag.end, this.#lexer.lineEnd);
      case 'line-comment': {
        const end = text.indexOf('\n', tag.end);
        this.#next = end === -1 ? text.length : end;
        return null;
      }
      case 'comment':
        this.#next = this.#afterComment(tag, afterSign);
        return null;
    }
  }

  #enter(begin: Token, tag: TagStart, next: number, tagEnd: TagEnd): Token {
    this.at = tag.start;
    this.#next = next;
    this.#tagEnd = tagEnd;
    this.#isInside = true;
    return begin;
  }

  #afterComment(tag: TagStart, from: number): number {
    const { text } = this.#source;
    const { delimiters, trimBlocks } = this.#lexer.options;
    const found = text.indexOf(delimiters.commentEnd, from);
    if (found === -1) throw this.#source.error('Missing end of comment tag', tag.start);
    const after = found + delimiters.commentEnd.length;
    const sign = found > from ? text[found - 1] : '';
    if (sign === '-') return skipWhitespace(text, this.#codes, after);
    return sign !== '+' && trimBlocks && text[after] === '\n' ? after + 1 : after;
  }

  #raw(tag: TagStart, from: number): Token | null {
    const { text } = this.#source;
    const { rawEnd } = this.#lexer;
    rawEnd.lastIndex = from;
    const match = rawEnd.exec(text);
    if (match === null) throw this.#source.error('Missing end of raw directive', tag.start);
    const end: TagStart = { type: 'block', start: match.index, end: 0 };
    this.#next = match.index + match[0].length;
    return this.#text(this.#trimBefore(slice(text, from, match.index), match[1], end, from), from);
  }

  /** The next word of a tag, or its end where it stands outside of all brackets. */
  #word(text: string): Token {
    const codes = this.#codes;
    const tagEnd = this.#open.length === 0 ? this.#tagEnd : null;
    // Between most words is one space, with which few tags can end.
    let at = codes[this.#next] === 32 && tagEnd?.first !== 32 ? this.#next + 1 : this.#next;
    while (true) {
      if (tagEnd !== null) {
        const end = endOfTag(text, codes, at, tagEnd);
        if (end !== -1) return this.#leave(at, end, tagEnd);
      }
      if (at >= text.length) return this.#end();
      if (!isWhitespace(text, codes, at)) return this.#read(at);
      at = skipWhitespace(text, codes, at + 1);
    }
  }

  #leave(at: number, next: number, tagEnd: TagEnd): Token {
    this.at = at;
    this.#next = next;
    this.#isInside = false;
    return tagEnd.token;
  }

  #read(at: number): Token {
    const { words } = this.#lexer;
    if (isBracket(this.#codes, at)) this.#balance(at);
    this.at = at;
    const word = words.read(this.#source, this.#codes, at);
    this.#next = words.end;
    return word;
  }

  #balance(at: number): void {
    const bracket = this.#source.text[at] ?? '';
    const closer = closers[bracket];
    if (closer !== undefined) {
      this.#open.push(closer);
      return;
    }
    const expected = this.#open.pop();
    if (expected === undefined) throw this.#source.error(`unexpected '${bracket}'`, at);
    if (expected !== bracket) throw this.#source.error(`unexpected '${bracket}', expected '${expected}'`, at);
  }
}
