import { codeAt, slice } from './characters.ts';
import type { LexerOptions } from './delimiters.ts';
import { isWhitespace, scanWord, skipWhitespace } from './scan-word.ts';
import type { Source } from './source.ts';
import { type FindTagStart, literalPattern, standsAt, type TagStart, tagStartFinder } from './tag-start.ts';
import type { Token } from './token.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** How tags of one type end. */
interface TagEnd {
  readonly type: 'variable_end' | 'block_end';
  /** null for the end of the line. */
  readonly mark: string | null;
  /** The code of the first character of the mark. */
  readonly first: number;
  /** A `+` may stand before the mark. */
  readonly plus: boolean;
  /** A line break right after the mark belongs to the tag. */
  readonly trim: boolean;
}

/** Splits templates into tokens for one set of options; hold on to it, compiling its patterns costs more than a template. */
export class Lexer {
  readonly #options: LexerOptions;
  readonly #findTagStart: FindTagStart;
  readonly #variableEnd: TagEnd;
  readonly #blockEnd: TagEnd;
  readonly #lineEnd: TagEnd;
  readonly #rawStart: RegExp;
  readonly #rawEnd: RegExp;

  constructor(options: LexerOptions) {
    this.#options = options;
    const { delimiters, trimBlocks: trim } = options;
    this.#findTagStart = tagStartFinder(delimiters);
    this.#variableEnd = tagEnd('variable_end', delimiters.variableEnd, false, false);
    this.#blockEnd = tagEnd('block_end', delimiters.blockEnd, true, trim);
    this.#lineEnd = tagEnd('block_end', null, false, false);
    const start = literalPattern(delimiters.blockStart);
    const end = literalPattern(delimiters.blockEnd);
    this.#rawStart = new RegExp(`${start}[-+]?\\s*raw\\s*(?:-${end}\\s*|${end})`, 'y');
    const trimmed = trim ? '\\n?' : '';
    this.#rawEnd = new RegExp(`${start}([-+]?)\\s*endraw\\s*(?:\\+${end}|-${end}\\s*|${end}${trimmed})`, 'g');
  }

  /** The tokens of a whole template, ended by one of type `eof`. */
  template(source: Source): Token[] {
    const tokens: Token[] = [];
    const { text } = source;
    let at = 0;
    while (at < text.length) {
      const tag = this.#findTagStart(text, at);
      if (tag === null) {
        tokens.push({ type: 'data', value: slice(text, at), at });
        break;
      }
      this.#data(text, at, tag, tokens);
      at = this.#tag(source, tag, tokens);
    }
    tokens.push({ type: 'eof', value: '', at: text.length });
    return tokens;
  }

  /** The tokens of a bare expression, ended by one of type `eof`. */
  expression(source: Source): Token[] {
    const tokens: Token[] = [];
    const end = this.#words(source, 0, tokens, null);
    tokens.push({ type: 'eof', value: '', at: end });
    return tokens;
  }

  #data(text: string, from: number, tag: TagStart, tokens: Token[]): void {
    if (tag.start === from) return;
    const value = this.#trimBefore(slice(text, from, tag.start), text[tag.end], tag, from, text);
    if (value !== '') tokens.push({ type: 'data', value, at: from });
  }

  #trimBefore(data: string, sign: string | undefined, tag: TagStart, from: number, text: string): string {
    if (tag.type === 'line-statement' || tag.type === 'line-comment') return data;
    if (sign === '-') return data.trimEnd();
    if (sign === '+' || !this.#options.lstripBlocks || tag.type === 'variable') return data;
    const lineStart = data.lastIndexOf('\n') + 1;
    const startsLine = lineStart > 0 || from === 0 || text[from - 1] === '\n';
    return startsLine && data.slice(lineStart).trim() === '' ? data.slice(0, lineStart) : data;
  }

  #tag(source: Source, tag: TagStart, tokens: Token[]): number {
    const { text } = source;
    const afterSign = text[tag.end] === '-' || text[tag.end] === '+' ? tag.end + 1 : tag.end;
    switch (tag.type) {
      case 'comment':
        return this.#comment(source, tag, afterSign);
      case 'line-comment': {
        const end = text.indexOf('\n', tag.end);
        return end === -1 ? text.length : end;
      }
      case 'line-statement':
        tokens.push({ type: 'block_begin', value: '', at: tag.start });
        return this.#words(source, tag.end, tokens, this.#lineEnd);
      case 'variable':
        tokens.push({ type: 'variable_begin', value: '', at: tag.start });
        return this.#words(source, afterSign, tokens, this.#variableEnd);
      case 'block': {
        if (standsAt('raw', text, skipWhitespace(text, afterSign))) {
          this.#rawStart.lastIndex = tag.start;
          if (this.#rawStart.test(text)) return this.#raw(source, tag, this.#rawStart.lastIndex, tokens);
        }
        tokens.push({ type: 'block_begin', value: '', at: tag.start });
        return this.#words(source, afterSign, tokens, this.#blockEnd);
      }
    }
  }

  /** Scans words up to the end of the tag, which stands outside all brackets, or of the text; answers where that is. */
  #words(source: Source, from: number, tokens: Token[], tagEnd: TagEnd | null): number {
    const { text } = source;
    const open: string[] = [];
    let at = from;
    while (true) {
      const code = codeAt(text, at);
      if (tagEnd !== null && open.length === 0 && mayEnd(tagEnd, code)) {
        const end = endOfTag(text, at, tagEnd);
        if (end !== -1) {
          tokens.push({ type: tagEnd.type, value: '', at });
          return end;
        }
      }
      if (at >= text.length) return at;
      if (isWhitespace(code)) {
        at = skipWhitespace(text, at);
        continue;
      }
      balance(source, open, at, code);
      at = scanWord(source, at, tokens);
    }
  }

  #comment(source: Source, tag: TagStart, from: number): number {
    const { text } = source;
    const { commentEnd } = this.#options.delimiters;
    const found = text.indexOf(commentEnd, from);
    if (found === -1) throw source.error('Missing end of comment tag', tag.start);
    const after = found + commentEnd.length;
    const sign = found > from ? text[found - 1] : '';
    if (sign === '-') return skipWhitespace(text, after);
    return sign !== '+' && this.#options.trimBlocks && text[after] === '\n' ? after + 1 : after;
  }

  #raw(source: Source, tag: TagStart, from: number, tokens: Token[]): number {
    const { text } = source;
    this.#rawEnd.lastIndex = from;
    const match = this.#rawEnd.exec(text);
    if (match === null) throw source.error('Missing end of raw directive', tag.start);
    const end: TagStart = { type: 'block', start: match.index, end: 0 };
    const value = this.#trimBefore(slice(text, from, match.index), match[1], end, from, text);
    if (value !== '') tokens.push({ type: 'data', value, at: from });
    return match.index + match[0].length;
  }
}

function tagEnd(type: TagEnd['type'], mark: string | null, plus: boolean, trim: boolean): TagEnd {
  return { type, mark, first: mark?.charCodeAt(0) ?? -1, plus, trim };
}

/** Follows brackets; `open` holds the closing ones that are due. */
function balance(source: Source, open: string[], at: number, code: number): void {
  // Of all the characters that a word can begin with, few need a closer look.
  if (code !== 40 && code !== 41 && code !== 91 && code !== 93 && code !== 123 && code !== 125) return;
  const bracket = String.fromCharCode(code);
  const closer = closers[bracket];
  if (closer !== undefined) {
    open.push(closer);
    return;
  }
  const expected = open.pop();
  if (expected === undefined) throw source.error(`unexpected '${bracket}'`, at);
  if (expected !== bracket) throw source.error(`unexpected '${bracket}', expected '${expected}'`, at);
}

/** Whether a tag can end with a character, or with a sign before it; the end of a line takes any. */
function mayEnd({ mark, first }: TagEnd, code: number): boolean {
  return code === first || code === 45 || code === 43 || mark === null;
}

/** Offset after the end of a tag; -1 when none stands at `at`. */
function endOfTag(text: string, at: number, { mark, plus, trim }: TagEnd): number {
  if (mark === null) return endOfLine(text, at);
  if (standsAt(mark, text, at)) {
    const after = at + mark.length;
    return trim && text[after] === '\n' ? after + 1 : after;
  }
  const sign = text[at];
  if (sign !== '-' && !(plus && sign === '+')) return -1;
  if (!standsAt(mark, text, at + 1)) return -1;
  const after = at + 1 + mark.length;
  return sign === '-' ? skipWhitespace(text, after) : after;
}

function endOfLine(text: string, at: number): number {
  const next = skipWhitespace(text, at);
  if (next >= text.length) return next;
  const newline = text.lastIndexOf('\n', next - 1);
  return newline >= at ? newline + 1 : -1;
}
