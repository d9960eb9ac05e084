import type { TemplateError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { limitError } from '../meter.ts';
import type { Source } from './source.ts';
import { describeToken, describeType, type Token, type TokenType } from './token.ts';
import type { TokenStream } from './token-stream.ts';
import { noFeatures } from './used-features.ts';

/** A place among the tokens of a source; the parsers read through it. */
export class Cursor {
  readonly source: Source;
  /** Features that the parsers have met. */
  readonly mentions = noFeatures();
  readonly #tokens: TokenStream;
  readonly #limits: Limits;
  #ahead: Token | null = null;
  #passed = 0;
  #depth = 0;

  constructor(source: Source, tokens: TokenStream, limits: Limits) {
    this.source = source;
    this.#tokens = tokens;
    this.#limits = limits;
    this.current = tokens.next();
    this.at = tokens.at;
  }

  current: Token;

  /** Offset of the current token in the source. */
  at: number;

  /** The token after the current one. */
  get ahead(): Token {
    this.#ahead ??= this.#tokens.next();
    return this.#ahead;
  }

  /** Moves on and answers the token that was current. Throws when the source has more than `tokens`. */
  next(): Token {
    this.#passed += 1;
    if (this.#passed > this.#limits.tokens) throw this.#beyond('tokens');
    const token = this.current;
    this.current = this.#ahead ?? this.#tokens.next();
    this.#ahead = null;
    this.at = this.#tokens.at;
    return token;
  }

  /** Moves on and answers the offset of the token that was current. */
  pass(): number {
    const { at } = this;
    this.next();
    return at;
  }

  is(type: TokenType): boolean {
    return this.current.type === type;
  }

  isName(value: string): boolean {
    return this.current.type === 'name' && this.current.value === value;
  }

  skip(type: TokenType): boolean {
    if (this.current.type !== type) return false;
    this.next();
    return true;
  }

  skipName(value: string): boolean {
    if (!this.isName(value)) return false;
    this.next();
    return true;
  }

  expect(type: TokenType): Token {
    if (this.current.type === type) return this.next();
    throw this.#unexpected(describeType(type));
  }

  expectName(value: string): Token {
    if (this.isName(value)) return this.next();
    throw this.#unexpected(value);
  }

  fail(message: string, at: number = this.at): TemplateError {
    return this.source.error(message, at);
  }

  /** Enters one level of nesting; pair it with `leave`. Throws when the source nests deeper than `parserDepth`. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.parserDepth) throw this.#beyond('parserDepth');
  }

  leave(): void {
    this.#depth -= 1;
  }

  #beyond(limit: 'tokens' | 'parserDepth'): TemplateError {
    return limitError(limit, this.#limits).locate(this.source.place(this.at));
  }

  #unexpected(wanted: string): TemplateError {
    if (this.current.type === 'eof') return this.fail(`unexpected end of template, expected '${wanted}'.`);
    return this.fail(`expected token '${wanted}', got '${describeToken(this.current)}'`);
  }
}
