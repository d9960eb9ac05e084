import type { LexerOptions } from './delimiters.ts';
import { scanWord, skipWhitespace } from './scan-word.ts';
import type { Source } from './source.ts';
import { type FindTagStart, literalPattern, type TagStart, tagStartFinder } from './tag-start.ts';
import type { Token, TokenType } from './token.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Splits templates into tokens for one set of options; hold on to it, compiling its patterns costs more than a template. */
export class Lexer {
  readonly #options: LexerOptions;
  readonly #findTagStart: FindTagStart;
  readonly #rawStart: RegExp;
  readonly #rawEnd: RegExp;

  constructor(options: LexerOptions) {
    this.#options = options;
    this.#findTagStart = tagStartFinder(options.delimiters);
    const start = literalPattern(options.delimiters.blockStart);
    const end = literalPattern(options.delimiters.blockEnd);
    this.#rawStart = new RegExp(`${start}[-+]?\\s*raw\\s*(?:-${end}\\s*|${end})`, 'y');
    const trimmed = options.trimBlocks ? '\\n?' : '';
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
        tokens.push({ type: 'data', value: text.slice(at), at });
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
    this.#words(source, 0, tokens, (at) => (at >= source.text.length ? at : null));
    tokens.push({ type: 'eof', value: '', at: source.text.length });
    return tokens;
  }

  #data(text: string, from: number, tag: TagStart, tokens: Token[]): void {
    const kept = this.#trimBefore(text.slice(from, tag.start), text[tag.end], tag, from, text);
    if (kept !== '') tokens.push({ type: 'data', value: kept, at: from });
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
    const { variableEnd, blockEnd } = this.#options.delimiters;
    const afterSign = text[tag.end] === '-' || text[tag.end] === '+' ? tag.end + 1 : tag.end;
    switch (tag.type) {
      case 'comment':
        return this.#comment(source, tag, afterSign);
      case 'line-comment': {
        const end = text.indexOf('\n', tag.end);
        return end === -1 ? text.length : end;
      }
      case 'line-statement':
        return this.#inside('block', tag, source, tag.end, tokens, (at) => endOfLine(text, at));
      case 'variable':
        return this.#inside('variable', tag, source, afterSign, tokens, (at) =>
          endMark(text, at, variableEnd, false, false),
        );
      case 'block': {
        this.#rawStart.lastIndex = tag.start;
        if (this.#rawStart.test(text)) return this.#raw(source, tag, this.#rawStart.lastIndex, tokens);
        return this.#inside('block', tag, source, afterSign, tokens, (at) =>
          endMark(text, at, blockEnd, true, this.#options.trimBlocks),
        );
      }
    }
  }

  #inside(
    kind: 'block' | 'variable',
    tag: TagStart,
    source: Source,
    from: number,
    tokens: Token[],
    findEnd: (at: number) => number | null,
  ): number {
    const begin: TokenType = kind === 'block' ? 'block_begin' : 'variable_begin';
    tokens.push({ type: begin, value: '', at: tag.start });
    const [endStart, end] = this.#words(source, from, tokens, findEnd);
    if (end === null) return source.text.length;
    tokens.push({ type: kind === 'block' ? 'block_end' : 'variable_end', value: '', at: endStart });
    return end;
  }

  /** Scans words until `findEnd` finds the end of the tag outside all brackets; null when the text ends first. */
  #words(
    source: Source,
    from: number,
    tokens: Token[],
    findEnd: (at: number) => number | null,
  ): readonly [number, number | null] {
    const { text } = source;
    const open: string[] = [];
    let at = from;
    while (true) {
      const end = open.length === 0 ? findEnd(at) : null;
      if (end !== null) return [at, end];
      const next = skipWhitespace(text, at);
      if (next > at) {
        at = next;
        continue;
      }
      if (at >= text.length) return [at, null];
      const word = scanWord(source, at);
      if (word.token.type === 'operator') balance(source, open, word.token);
      tokens.push(word.token);
      at = word.end;
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
    const kept = this.#trimBefore(text.slice(from, match.index), match[1], end, from, text);
    if (kept !== '') tokens.push({ type: 'data', value: kept, at: from });
    return match.index + match[0].length;
  }
}

function balance(source: Source, open: string[], token: Token): void {
  const closer = closers[token.value];
  if (closer !== undefined) {
    open.push(closer);
    return;
  }
  if (token.value !== ')' && token.value !== ']' && token.value !== '}') return;
  const expected = open.pop();
  if (expected === undefined) throw source.error(`unexpected '${token.value}'`, token.at);
  if (expected !== token.value)
    throw source.error(`unexpected '${token.value}', expected '${expected}'`, token.at);
}

function endMark(text: string, at: number, mark: string, plusAllowed: boolean, trim: boolean): number | null {
  if (text.startsWith(mark, at)) {
    const after = at + mark.length;
    return trim && text[after] === '\n' ? after + 1 : after;
  }
  const sign = text[at];
  if (sign !== '-' && !(plusAllowed && sign === '+')) return null;
  if (!text.startsWith(mark, at + 1)) return null;
  const after = at + 1 + mark.length;
  return sign === '-' ? skipWhitespace(text, after) : after;
}

function endOfLine(text: string, at: number): number | null {
  const next = skipWhitespace(text, at);
  if (next >= text.length) return next;
  const newline = text.lastIndexOf('\n', next - 1);
  return newline >= at ? newline + 1 : null;
}
