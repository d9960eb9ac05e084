import type { TemplateError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { limitError } from '../meter.ts';
import type { Source } from './source.ts';
import { describeToken, describeType, type Token, type TokenType } from './token.ts';

/** A place in the token list; the parsers read through it. */
export class Cursor {
  readonly source: Source;
  readonly #tokens: readonly Token[];
  readonly #limits: Limits;
  readonly #last: Token;
  #index = 0;
  #depth = 0;

  constructor(source: Source, tokens: readonly Token[], limits: Limits) {
    this.source = source;
    this.#tokens = tokens;
    this.#limits = limits;
    this.#last = tokens.at(-1) ?? { type: 'eof', value: '', at: 0 };
    this.current = tokens[0] ?? this.#last;
  }

  current: Token;

  /** The token after the current one. */
  get ahead(): Token {
    return this.#tokens[this.#index + 1] ?? this.#last;
  }

  /** Moves on and answers the token that was current. */
  next(): Token {
    const token = this.current;
    this.#index += 1;
    this.current = this.#tokens[this.#index] ?? this.#last;
    return token;
  }

  is(type: TokenType): boolean {
    return this.current.type === type;
  }

  isOperator(value: string): boolean {
    return this.current.type === 'operator' && this.current.value === value;
  }

  isName(value: string): boolean {
    return this.current.type === 'name' && this.current.value === value;
  }

  skipOperator(value: string): boolean {
    if (!this.isOperator(value)) return false;
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

  expectOperator(value: string): Token {
    if (this.isOperator(value)) return this.next();
    throw this.#unexpected(value);
  }

  expectName(value: string): Token {
    if (this.isName(value)) return this.next();
    throw this.#unexpected(value);
  }

  fail(message: string, at: number = this.current.at): TemplateError {
    return this.source.error(message, at);
  }

  /** Enters one level of nesting; pair it with `leave`. Throws when the source nests deeper than `parserDepth`. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.parserDepth) throw this.#tooDeep();
  }

  leave(): void {
    this.#depth -= 1;
  }

  #tooDeep(): TemplateError {
    return limitError('parserDepth', this.#limits).locate(this.source.place(this.current.at));
  }

  #unexpected(wanted: string): TemplateError {
    if (this.current.type === 'eof') return this.fail(`unexpected end of template, expected '${wanted}'.`);
    return this.fail(`expected token '${wanted}', got '${describeToken(this.current)}'`);
  }
}
